/**
 * Bids of Liar's Dice and the actions of a turn: the order of bids, what may be played after a bid, and the token in brackets.
 * It knows no dice that were rolled and no seats. Action objects are shared by all matches and frozen.
 * A bid (quantity, face) is higher than another when its quantity is larger, or equal with a larger face.
 */
import { foldAscii, readInteger, type Role } from '@spiral-arena/core/game';
import type { Json } from '@spiral-arena/core';

/** Sides of a die. */
export const FACES = 6;
/** Most dice at a table: five seats with twelve each. */
export const MOST_DICE = 60;

export type BidAction = { readonly kind: 'bid'; readonly quantity: number; readonly face: number };
export type CallAction = { readonly kind: 'call' };
export type LiarsDiceAction = BidAction | CallAction;

/** A bid as it stands in a round. */
export type Bid = { readonly role: Role; readonly quantity: number; readonly face: number };

export const CALL: CallAction = Object.freeze({ kind: 'call' });

/** Every bid in ascending order; the bid (q, f) is at `rankOf(q, f)`. */
export const BIDS: readonly BidAction[] = Object.freeze(
  Array.from({ length: MOST_DICE * FACES }, (_, rank): BidAction => Object.freeze({ kind: 'bid', quantity: Math.floor(rank / FACES) + 1, face: (rank % FACES) + 1 })),
);

/** Place of a bid in the ascending order, from 0. */
export function rankOf({ quantity, face }: { readonly quantity: number; readonly face: number }): number {
  return (quantity - 1) * FACES + face - 1;
}

/** Per number of dice in play, and rank of the last bid + 1: the legal actions; made when first asked for. */
const legalLists: (readonly LiarsDiceAction[])[][] = [];

/** Legal actions, lowest bid first and call last: every higher bid that the dice in play allow; call, once there is a bid. */
export function actionsAfter(last: Bid | undefined, diceInPlay: number): readonly LiarsDiceAction[] {
  const lists = (legalLists[diceInPlay] ??= []);
  const from = last ? rankOf(last) + 1 : 0;
  return (lists[from] ??= Object.freeze([...BIDS.slice(from, diceInPlay * FACES), ...(last ? [CALL] : [])]));
}

/** Why this action cannot follow the last bid; `null` when it can. It asks for no schema to have been there before. */
export function problemAfter(last: Bid | undefined, diceInPlay: number, action: LiarsDiceAction): string | null {
  if (action.kind === 'call') return last ? null : 'there is no bid to call: open the round with a bid';
  const { quantity, face } = action;
  if (!(Number.isInteger(quantity) && quantity >= 1)) return `a quantity is a whole number from 1, not ${quantity}`;
  if (!(Number.isInteger(face) && face >= 1 && face <= FACES)) return `a face is a whole number from 1 to ${FACES}, not ${face}`;
  if (quantity > diceInPlay) return `only ${diceInPlay} dice are in play, so ${quantity} cannot be bid`;
  if (!last || rankOf(action) > rankOf(last)) return null;
  return `a bid must be higher than ${bidText(last)}: a larger quantity, or as many of a higher face`;
}

const NAMES = ['', 'one', 'two', 'three', 'four', 'five', 'six'] as const;

/** A bid in words: `3 fours`. */
export function bidText({ quantity, face }: { readonly quantity: number; readonly face: number }): string {
  return `${quantity} ${faceText(face, quantity)}`;
}

/** A face in words, in the number of the quantity: `one six`, `two sixes`. */
export function faceText(face: number, quantity: number): string {
  const name = NAMES[face] as string;
  if (quantity === 1) return name;
  return face === FACES ? `${name}es` : `${name}s`;
}

const TOKEN = /^bid(?: ?: ?| )([^ ,:]+)(?: ?, ?| )([^ ,:]+)$/;

/** `call`, or `bid`, an optional colon and two integers with a comma or a space between them. */
export function readLiarsDiceToken(inside: string): Json {
  const text = foldAscii(inside);
  if (text === 'call') return CALL;
  const [, first = '', second = ''] = TOKEN.exec(text) ?? [];
  const quantity = readInteger(first);
  const face = readInteger(second);
  return quantity === null || face === null ? null : { kind: 'bid', quantity, face };
}

export function formatLiarsDiceAction(action: LiarsDiceAction): string {
  return action.kind === 'call' ? '[Call]' : `[Bid: ${action.quantity}, ${action.face}]`;
}
