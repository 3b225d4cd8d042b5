/** The words of Colonel Blotto: rules, observations, briefs, and allocations as text (`[A4 B2 C14]`) and back. No rule is decided here. */
import { readInteger, type Json } from '@spiral-arena/core/game';
import { FIELD_NAMES, fieldMargin, type Allocation, type BlottoAction } from './allocations.js';
import type { BlottoObservation, BlottoOptions } from './blotto.js';

/** Fields with their units, `A4` or `A: 4`, with spaces or commas in between. */
const TOKEN = /^[A-Za-z] ?:? ?[0-9]+(?:(?: | ?, ?)[A-Za-z] ?:? ?[0-9]+)*$/;
const ITEM = /([A-Za-z])[ :]*([0-9]+)/g;

export function formatAllocation({ allocation }: BlottoAction): string {
  return `[${Object.keys(allocation).toSorted().map((field) => `${field}${allocation[field]}`).join(' ')}]`;
}

/** Fields left out have 0 units. A field that is not there, or stands there twice, makes an allocation that the schema refuses at its name. */
export function readAllocation(inside: string, { fields }: BlottoOptions): Json {
  if (!TOKEN.test(inside)) return null;
  const allocation: { [field: string]: Json } = {};
  for (const [, name = '', digits = ''] of inside.matchAll(ITEM)) {
    const units = readInteger(digits);
    if (units === null) return null;
    const field = name.toUpperCase();
    allocation[field] = Object.hasOwn(allocation, field) ? [allocation[field] as Json, units] : units;
  }
  for (const field of FIELD_NAMES.slice(0, fields)) allocation[field] ??= 0;
  return { allocation };
}

export function rules({ fields, units, rounds }: BlottoOptions): string {
  const names = FIELD_NAMES.slice(0, fields);
  const even = names.map((name, field) => `${name}${Math.floor(units / fields) + (field < units % fields ? 1 : 0)}`).join(' ');
  return [
    `Colonel Blotto for two, at most ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, on ${fields} fields: ${names.join(', ')}.`,
    `In each round both players put all their ${units} units on the fields at the same time and see both allocations afterwards. Units do not carry over.`,
    'A field is won by whoever has more units there; equal numbers win nothing. More fields won takes the round; equal numbers of fields, nobody takes it.',
    'Whoever takes more than half of the rounds wins; after the last round more rounds win, and equal numbers are a draw.',
    `Answer with the units of every field in brackets; a field left out gets none, and the sum must be ${units}. Format only: [${even}]`,
  ].join('\n');
}

export function text({ options, role, past, won }: BlottoObservation): string {
  const [me, you] = role === 'player' ? ['you', 'opponent'] : ['seat 0', 'seat 1'];
  const lines = [
    role === 'player' ? 'You are a player.' : 'You watch.',
    `Rounds won: ${me} ${won[0]}, ${you} ${won[1]}. Rounds left: ${options.rounds - past.length}.`,
    ...past.map(([own, other], index) => {
      const margin = fieldMargin(own, other);
      return `Round ${index + 1}: ${me} ${named(own)}, ${you} ${named(other)}: ${margin === 0 ? 'nobody took it' : `${margin > 0 ? me : you} took it`}.`;
    }),
  ];
  const isOver = past.length === options.rounds || 2 * Math.max(...won) > options.rounds;
  if (!isOver) lines.push(role === 'player' ? `Put ${options.units} units on the fields ${FIELD_NAMES.slice(0, options.fields).join(', ')} for round ${past.length + 1}.` : `Round ${past.length + 1} is being laid out.`);
  else if (won[0] === won[1]) lines.push('The match is over: a draw.');
  else lines.push(`The match is over: ${won[0] > won[1] ? me : you} won.`);
  return lines.join('\n');
}

function named(units: Allocation): string {
  return units.map((count, field) => `${FIELD_NAMES[field]}${count}`).join(' ');
}

/** Rounds left, rounds won by the reader and by the opponent, then both allocations of the last round, the reader's first; earlier ones are left out. */
export function brief({ options, role, past, won }: BlottoObservation): string {
  const last = past.at(-1);
  return `blotto ${role} ${options.rounds - past.length} ${won[0]} ${won[1]}${last ? ` ${named(last[0])} ${named(last[1])}` : ''}`;
}

export function briefWords({ fields, units, rounds }: BlottoOptions): readonly string[] {
  const words = ['blotto', 'player', 'spectator', ...Array.from({ length: rounds + 1 }, (_, number) => String(number))];
  for (const field of FIELD_NAMES.slice(0, fields)) for (let count = 0; count <= units; count++) words.push(`${field}${count}`);
  return words;
}

/** Field by field what is still there; the last field gets the rest. */
export function briefNext({ options: { fields, units } }: BlottoObservation, words: readonly string[]): readonly string[] {
  if (words.length >= fields) return [];
  let left = units;
  for (const word of words) left -= Number(word.slice(1));
  const field = FIELD_NAMES[words.length] as string;
  if (words.length === fields - 1) return [`${field}${left}`];
  return Array.from({ length: left + 1 }, (_, count) => `${field}${count}`);
}
