/**
 * Liar's Dice as its readers see it: roles, options, finished rounds and the observation, with their words for people and
 * language models. Words show what an observation holds and nothing else. It makes no observation: `liars-dice.ts` does.
 */
import type { Role } from '@spiral-arena/core/game';
import { bidText, faceText, formatLiarsDiceAction, type Bid } from './bids.js';
import { diceInPlay, type DiceCounts, type Hand } from './dice.js';

export const ROLES = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

const ROLE_LISTS: readonly (readonly Role[])[] = ROLES.map((_, index) => Object.freeze(ROLES.slice(0, index + 1)));

/** The roles of a match in opening order. */
export function rolesOf({ players }: { readonly players: number }): readonly Role[] {
  return ROLE_LISTS[players - 1] as readonly Role[];
}

export type LiarsDiceOptions = {
  readonly dice: number;
  readonly players: number;
  readonly onesWild: boolean;
};

/** A finished round as everybody knows it. Nobody ever sees the dice of another seat. */
export type RoundResult = {
  readonly round: number;
  readonly bids: readonly Bid[];
  /** Who called; `null` where the round broke off because a seat dropped out. */
  readonly caller: Role | null;
  /** How many of all dice counted for the last bid; `null` where nobody called. */
  readonly count: number | null;
  /** Who lost a die, or dropped out. */
  readonly loser: Role;
};

export type LiarsDiceObservation = {
  readonly options: LiarsDiceOptions;
  readonly role: Role | 'spectator';
  /** The role of each seat. */
  readonly seats: readonly Role[];
  readonly round: number;
  /** Dice left by role. */
  readonly dice: DiceCounts;
  /** The reader's own dice of this round, in ascending order; `null` before the roll, at the end, once out, and for spectators. */
  readonly hand: Hand | null;
  readonly bids: readonly Bid[];
  readonly results: readonly RoundResult[];
  /** Roles without dice, in the order in which they went out. */
  readonly out: readonly Role[];
  /** Who bids or calls now; `null` before the roll and at the end. */
  readonly toAct: Role | null;
};

/** The rules with the real options; the examples show the format, whatever has been bid. */
export function rulesText(role: Role, options: LiarsDiceOptions): string {
  const { dice, players, onesWild } = options;
  const total = dice * players;
  return [
    `Liar's dice for ${players} players with ${dice === 1 ? 'one six-sided die' : `${dice} six-sided dice`} each, ${total} in all.`,
    `Your role is "${role}". ${role === 'first' ? 'You open round 1.' : '"first" opens round 1.'} The order of turns is ${rolesOf(options).join(', ')}, without those who are out.`,
    'Each round everybody still in rolls all own dice and sees only those. In turn, a player bids how many dice of all hands together show a face, or calls the last bid a lie.',
    'A bid must be higher than the last one: a larger quantity with any face, or the same quantity with a larger face. It cannot exceed the dice in play. The opener must bid.',
    `At a call the dice of the bid face are counted over all hands${onesWild ? '; ones are wild and count for every face' : ''}. If there are fewer than bid, the bidder loses a die, else the caller does.`,
    'Dice are never shown, only the count. The loser of a round opens the next, or if out the player after. Whoever has no dice is out; the last one in wins.',
    players > 2 ? 'The result depends on the order of going out: the first one out gets -1, the winner +1, the others evenly between.' : 'The winner gets +1, the other -1.',
    'Answer with one action in brackets. Format only: [Bid: 1, 6] bids one six; [Call] calls the last bid.',
  ].join('\n');
}

/** An observation in words, several lines. */
export function describe(observation: LiarsDiceObservation): string {
  const { options, role, dice, hand, bids, results, out, toAct, round } = observation;
  const roles = rolesOf(options);
  const isOut = out.includes(role);
  const lines = [role === 'spectator' ? 'You watch.' : isOut ? `You are ${role}. You are out.` : `You are ${role}.`];
  lines.push(`Dice left: ${roles.map((name) => `${name} ${dice[name]}`).join(', ')}.`);
  if (results.length > 0) lines.push('Finished rounds:', ...results.map(describeResult));
  if (out.length === options.players - 1) {
    lines.push(`${roles.find((name) => !out.includes(name))} wins.`);
    return lines.join('\n');
  }
  if (toAct === null) lines.push(`Round ${round} is about to be rolled.`);
  else {
    lines.push(`Round ${round} with ${diceInPlay(dice)} dice in play.`);
    if (hand) lines.push(`Your dice: ${hand.join(' ')}.`);
    lines.push(bids.length === 0 ? 'No bid yet in this round.' : `Bids in this round: ${describeBids(bids)}.`);
    lines.push(toAct === role ? `It is your turn: ${yourTurn(bids, diceInPlay(dice))}.` : `${toAct} is to act.`);
  }
  return lines.join('\n');
}

function yourTurn(bids: readonly Bid[], total: number): string {
  const last = bids.at(-1);
  if (!last) return `bid up to ${bidText({ quantity: total, face: 6 })}`;
  const call = formatLiarsDiceAction({ kind: 'call' });
  return last.quantity === total && last.face === 6 ? `only ${call} is left` : `bid higher than ${bidText(last)}, or ${call}`;
}

function describeResult({ round, bids, caller, count, loser }: RoundResult): string {
  const bid = bids.at(-1);
  const said = bids.length > 0 ? `${describeBids(bids)}; ` : '';
  if (caller === null || !bid) return `  round ${round}: ${said}${loser} dropped out`;
  return `  round ${round}: ${said}${caller} called; there were ${count} ${faceText(bid.face, count as number)}; ${loser} lost a die`;
}

function describeBids(bids: readonly Bid[]): string {
  return bids.map((bid) => `${bid.role} ${bidText(bid)}`).join(', ');
}
