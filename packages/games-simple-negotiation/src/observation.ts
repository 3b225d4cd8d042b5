/**
 * What a reader of a negotiation may know, and every text made of it: rules, observation, brief, and the words that may follow.
 * It never sees a state, so nothing of the other seat's values, stock or gain can get in.
 */
import { nextOfferWords } from './offer.js';
import { escapeMessage, quoteMessage } from './quote.js';
import { mirrored, worth, type NegotiationKind } from './action.js';
import { amountIn, ROLES, tableOf, type Amounts, type KnownResource, type NegotiationOptions, type NegotiationRole } from './options.js';

/** One public action of the past. `traded` stands on an accept: false where the trade was void (variant `reference`). */
export type PastAction = {
  readonly role: NegotiationRole;
  readonly kind: NegotiationKind;
  readonly give?: Amounts;
  readonly get?: Amounts;
  readonly message?: string;
  readonly traded?: boolean;
};

/** What belongs to the reader alone; `start` is what it was dealt. */
export type OwnHolding = { readonly values: Amounts; readonly stock: Amounts; readonly start: Amounts; readonly gain: number };

export type OpenOffer = { readonly by: NegotiationRole; readonly give: Amounts; readonly get: Amounts };

export type NegotiationObservation = {
  /** The reader's role; `null` for a spectator. */
  readonly role: NegotiationRole | null;
  /** Who is to move; `null` before the deal and at the end. */
  readonly toMove: NegotiationRole | null;
  /** Actions made so far, and all there will be. */
  readonly turn: number;
  readonly turns: number;
  readonly resources: readonly KnownResource[];
  /** Whether chance deals stock and values; else they follow from the role. */
  readonly dealt: boolean;
  readonly talk: boolean;
  readonly reference: boolean;
  /** `null` for a spectator, and before the deal. */
  readonly own: OwnHolding | null;
  readonly offer: OpenOffer | null;
  readonly history: readonly PastAction[];
  /** The kinds of action that this reader can take now. */
  readonly can: readonly NegotiationKind[];
};

/** What the scripted agents say. Their words are among `briefWords`, so that very small models can read them. */
export const PHRASES = ['I would rather wait.', 'Not at this price.', 'Make me an offer.'] as const;

/** The rules for one role under these options. What `fixed` gives the other role stays out. */
export function rules(role: string, options: NegotiationOptions): string {
  const { resources, stock, turns, fixed, talk, reference } = options;
  const { names, lowValue, highValue } = tableOf(options);
  const deal = fixed
    ? 'Both roles start with a fixed stock and values of their own; you know only yours. ' +
      `Common rough prices: ${resources.map(({ name, base }) => `${name} ${base}`).join(', ')}.`
    : `Each role was dealt ${stock.min} to ${stock.max} units of each resource, and a value per unit: ` +
      `${names.map((name, index) => `${name} ${lowValue[index]}-${highValue[index]}`).join(', ')}. You know only your own.`;
  const lines = [
    `Simple Negotiation. You are ${role}. Two roles, first and second, trade ${names.join(', ')}; first begins and you take turns, ${turns} turns in all.`,
    deal,
    'Your gain is what your holdings are worth to you at the end, less what they were worth at the start. The larger gain wins; equal gains are a draw.',
    'On your turn do one thing:',
    `- offer a trade, what you give before the arrow and what you get after it, several resources joined by commas; you must own what you give. ` +
      `Format only: [${exampleOffer(names[0] as string, names[1] as string)}]`,
    '- accept the open offer of the other role; you must own what it asks, and the trade is made at once. Format only: [Accept]',
    '- deny the open offer of the other role. Format only: [Deny]',
  ];
  if (talk) lines.push('- or just talk: text without such brackets is a message to the other role. Text around the brackets is sent along as a message.');
  lines.push(
    reference
      ? 'An offer stays open through talk until it is denied, accepted or replaced by another offer. If its maker no longer owns what it gives, accepting it trades nothing.'
      : `An offer stands for the next turn of the other role only: ${talk ? 'deny, talk or a counter-offer' : 'deny or a counter-offer'} ends it.`,
    'Accept and deny are possible only while an offer of the other role is open.',
  );
  return lines.join('\n');
}

function exampleOffer(give: string, get: string): string {
  return `Offer: 1 ${give} -> 1 ${get}`;
}

/** The observation for people and language models. Every bracket in it is an action that is legal now. */
export function text(observation: NegotiationObservation): string {
  const { role, own, offer, history } = observation;
  const lines = [standing(observation)];
  if (own) {
    lines.push(
      `You hold ${listed(observation, own.stock)}. One unit is worth to you: ${observation.resources.map(({ name }) => `${name} ${amountIn(own.values, name)}`).join(', ')}.`,
      `Your gain so far: ${own.gain}.`,
    );
  }
  if (!offer) lines.push('No offer is open.');
  else if (offer.by === role) lines.push(`Your offer is open: you give ${listed(observation, offer.give)} and get ${listed(observation, offer.get)}.`);
  else if (own) {
    lines.push(
      `Open offer of ${offer.by} to you: you get ${listed(observation, offer.give)} and give ${listed(observation, offer.get)}; to you that is worth ${worth(mirrored(offer), own.values)}.`,
    );
  } else lines.push(`Open offer of ${offer.by}: gives ${listed(observation, offer.give)}, gets ${listed(observation, offer.get)}.`);
  if (history.length > 0) {
    lines.push('So far:');
    history.forEach((past, index) => lines.push(`${index + 1}. ${told(observation, past)}`));
  }
  const possible = possibilities(observation);
  if (possible.length > 0) lines.push('You can:', ...possible);
  return lines.join('\n');
}

function standing({ role, toMove, turn, turns }: NegotiationObservation): string {
  const who = role === null ? 'You are watching.' : `You are ${role}.`;
  if (turn === turns) return `${who} All ${turns} turns are over.`;
  if (toMove === null) return `${who} The resources are being dealt.`;
  return `${who} Turn ${turn + 1} of ${turns}; ${toMove === role ? 'it is your turn' : `${toMove} is to move`}.`;
}

function listed({ resources }: NegotiationObservation, amounts: Amounts): string {
  const parts = resources.filter(({ name }) => Object.hasOwn(amounts, name)).map(({ name }) => `${amountIn(amounts, name)} ${name}`);
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

function told(observation: NegotiationObservation, { role, kind, give, get, message, traded }: PastAction): string {
  const said = message === undefined || message === '' ? '' : kind === 'talk' ? ` ${quoteMessage(message)}` : `, saying ${quoteMessage(message)}`;
  switch (kind) {
    case 'offer':
      return `${role} offers ${listed(observation, give as Amounts)} for ${listed(observation, get as Amounts)}${said}`;
    case 'accept':
      return `${role} accepts, ${traded ? 'the trade is made' : 'but the trade is void'}${said}`;
    case 'deny':
      return `${role} denies${said}`;
    case 'talk':
      return `${role} says${said}`;
    default:
      return kind satisfies never;
  }
}

function possibilities(observation: NegotiationObservation): readonly string[] {
  const { can, own, resources } = observation;
  const lines: string[] = [];
  if (can.includes('offer') && own) {
    const give = resources.find(({ name }) => amountIn(own.stock, name) > 0) as { name: string };
    const get = resources.find(({ name }) => name !== give.name) as { name: string };
    lines.push(`- make an offer with what you hold, such as [${exampleOffer(give.name, get.name)}]`);
  }
  if (can.includes('accept')) lines.push('- [Accept]');
  if (can.includes('deny')) lines.push('- [Deny]');
  if (can.includes('talk')) lines.push('- talk: any text without brackets');
  return lines;
}

const LAST_MESSAGE_WORDS = 16; // a hint of the talk; more would crowd out the position in a very small context
const LAST_MESSAGE_CHARACTERS = 100;

/**
 * Game id, role, turns left, then for each resource in the configured order: own stock, (where chance deals:) dealt stock and value, what the open
 * offer gives, what it asks. `.` is none, `more` more than there is. The parity of the turn says who made the offer; `reference` adds its role.
 * Lossy in two ways: earlier offers are left out, and of all talk only the last message of the other role stays, between two `"` and cut to 16 words.
 */
export function brief(observation: NegotiationObservation): string {
  const { role, own, offer, turn, turns, resources, dealt, reference, history } = observation;
  const words = ['simple-negotiation', role ?? 'spectator', String(turns - turn)];
  const column = (amounts: Amounts | undefined): void => {
    for (const { name } of resources) words.push(amounts ? String(amountIn(amounts, name)) : '.');
  };
  column(own?.stock);
  if (dealt) {
    column(own?.start);
    column(own?.values);
  }
  for (const side of [offer?.give, offer?.get]) {
    for (const { name, most } of resources) {
      const amount = side ? amountIn(side, name) : 0;
      words.push(amount === 0 ? '.' : amount > most ? 'more' : String(amount));
    }
  }
  if (reference) words.push(offer?.by ?? '.');
  const message = history.findLast((past) => past.role !== role && past.message !== undefined && past.message !== '')?.message;
  if (message !== undefined) words.push('"', ...cut(message), '"');
  return words.join(' ');
}

function cut(message: string): readonly string[] {
  const start = Array.from(escapeMessage(message)).slice(0, LAST_MESSAGE_CHARACTERS).join('');
  return start.split(/\s+/).filter((word) => word !== '').slice(0, LAST_MESSAGE_WORDS);
}

/** Every word of `brief` and of the actions that `briefNext` spells; of messages, only what the scripted agents say. */
export function briefWords(options: NegotiationOptions): readonly string[] {
  const { names, most, lowValue, highValue } = tableOf(options);
  const words = new Set(['simple-negotiation', ...ROLES, 'spectator', '.', 'more', 'Offer:', '->', 'Accept', 'Deny']);
  for (const name of names) words.add(name).add(`${name},`);
  for (let number = 0; number <= Math.max(options.turns, ...most); number++) words.add(String(number));
  if (!options.fixed) {
    for (let index = 0; index < names.length; index++) {
      for (let value = lowValue[index] as number; value <= (highValue[index] as number); value++) words.add(String(value));
    }
  }
  if (options.talk) {
    words.add('"');
    for (const phrase of PHRASES) for (const word of phrase.split(' ')) words.add(word);
  }
  return [...words];
}

/**
 * The words that may follow in the text of an action: every offer of what the reader holds for what the other seat may hold, as far as everybody
 * can reckon, or up to half of all there is where that is more. Asking for more still is legal and can never be accepted, so it is left out; a learner
 * must meet offers beyond its means all the same. Talk is not spelled.
 */
export function briefNext({ can, own, resources }: NegotiationObservation, words: readonly string[]): readonly string[] {
  const first = words[0];
  if (first === undefined) return [...(can.includes('offer') ? ['Offer:'] : []), ...(can.includes('accept') ? ['Accept'] : []), ...(can.includes('deny') ? ['Deny'] : [])];
  if (first !== 'Offer:' || !own || !can.includes('offer')) return [];
  const names = resources.map(({ name }) => name);
  const held = names.map((name) => amountIn(own.stock, name));
  const asked = resources.map(({ most }, index) => Math.max(most - (held[index] as number), Math.ceil(most / 2)));
  return nextOfferWords(words.slice(1), names, held, asked);
}
