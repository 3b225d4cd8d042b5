/**
 * The actions of Simple Negotiation: types, schema, and the tokens and texts that name them.
 * Nothing here says whether an action is legal now. The notation inside an offer is in offer.ts.
 */
import type { JsonSchema } from '@spiral-arena/core/game';
import { formatTrade, readTrade, type Trade } from './offer.js';
import { amountIn, type Amounts, type NegotiationOptions } from './options.js';

export const KINDS = ['offer', 'accept', 'deny', 'talk'] as const;
export type NegotiationKind = (typeof KINDS)[number];

export type OfferAction = { readonly kind: 'offer'; readonly give: Amounts; readonly get: Amounts; readonly message?: string };
export type AnswerAction = { readonly kind: 'accept' | 'deny'; readonly message?: string };
export type TalkAction = { readonly kind: 'talk'; readonly message: string };
export type NegotiationAction = OfferAction | AnswerAction | TalkAction;

/** Words that begin a token: a bracket that begins with one and does not parse is malformed. */
export const KEYWORDS: readonly string[] = ['offer', 'accept', 'deny'];

/** Without `talk` there is no message in any action. */
export function actionSchema({ resources, talk }: NegotiationOptions): JsonSchema {
  const bundle = {
    type: 'object',
    minProperties: 1,
    propertyNames: { enum: resources.map(({ name }) => name) },
    additionalProperties: { type: 'integer', minimum: 1, maximum: 999 },
  };
  const message: { [name: string]: JsonSchema } = talk ? { message: { $ref: '#/$defs/message' } } : {};
  const offer: JsonSchema = {
    type: 'object',
    properties: { kind: { const: 'offer' }, give: { $ref: '#/$defs/bundle' }, get: { $ref: '#/$defs/bundle' }, ...message },
    required: ['kind', 'give', 'get'],
    additionalProperties: false,
  };
  const answer: JsonSchema = { type: 'object', properties: { kind: { enum: ['accept', 'deny'] }, ...message }, required: ['kind'], additionalProperties: false };
  if (!talk) return { $defs: { bundle }, type: 'object', oneOf: [offer, answer] };
  const speech: JsonSchema = {
    type: 'object',
    properties: { kind: { const: 'talk' }, message: { type: 'string', minLength: 1, maxLength: 1000 } },
    required: ['kind', 'message'],
    additionalProperties: false,
  };
  return { $defs: { bundle, message: { type: 'string', maxLength: 1000 } }, type: 'object', oneOf: [offer, answer, speech] };
}

/** The action that the inside of a bracket pair names, legal or not; `null` when it is no token. */
export function readActionToken(inside: string, names: readonly string[]): OfferAction | AnswerAction | null {
  if (/^accept$/i.test(inside)) return { kind: 'accept' };
  if (/^deny$/i.test(inside)) return { kind: 'deny' };
  const offer = /^offer(?: ?:| )/i.exec(inside);
  if (!offer) return null;
  const trade = readTrade(inside.slice(offer[0].length), names);
  return trade && { kind: 'offer', ...trade };
}

/** The canonical text: the message, if any, before the token; talk is its message alone. */
export function formatAction(action: NegotiationAction): string {
  if (action.kind === 'talk') return action.message;
  const inside = action.kind === 'offer' ? formatTrade(action) : action.kind === 'accept' ? 'Accept' : 'Deny';
  return action.message === undefined || action.message === '' ? `[${inside}]` : `${action.message} [${inside}]`;
}

/** What a trade is worth by these values to who gives and gets it. */
export function worth({ give, get }: Trade, values: Amounts): number {
  let sum = 0;
  for (const [name, amount] of Object.entries(get)) sum += amount * amountIn(values, name);
  for (const [name, amount] of Object.entries(give)) sum -= amount * amountIn(values, name);
  return sum;
}

/** The same trade from the other side. */
export function mirrored({ give, get }: Trade): Trade {
  return { give: get, get: give };
}
