/**
 * The one reader of answer texts, for every game, in training, evaluation and play: exactly one action, or a refusal. Ambiguous text is never guessed.
 * The caller has already cut the answer out of a reply; the schema and the rules are checked after it.
 * A token is an innermost `[...]` pair that the game's `readToken` knows. Time is linear in the text. Rules: docs/concepts.md, "Answer text".
 */
import { canonicalJson, type Json } from '../json.js';
import { foldAscii } from './ascii.js';
import { fact, type Action, type Game, type Observation } from './game.js';

/** Longest answer text, in code points. */
export const MAX_ANSWER_LENGTH = 4_000;
/** Longest message beside or instead of an action, in code points. */
export const MAX_MESSAGE_LENGTH = 1_000;

export type ReadRefusalKind = 'no-action' | 'ambiguous' | 'malformed' | 'too-long';

export type ReadResult =
  | { readonly ok: true; readonly action: Json }
  | { readonly ok: false; readonly kind: ReadRefusalKind; readonly message: string };

/** What stands in the text: the action its tokens name, and the text around them. */
interface Tokens {
  readonly action: Json;
  /** Empty where talk is off. */
  readonly around: readonly string[];
}

/**
 * Reads the answer text of a seat that is to act.
 * @param observation what the seat sees; the game says from it whether talk is allowed and what a token means
 * @returns the action, not yet checked against schema and rules, or why there is none
 */
export function readAction(game: Game, observation: Observation, answer: string): ReadResult {
  if (typeof answer !== 'string') return refused('no-action', 'expected answer text');
  if (isLongerThan(answer, MAX_ANSWER_LENGTH)) return refused('too-long', `expected at most ${MAX_ANSWER_LENGTH} characters`);
  const talk = game.talk?.allowed(observation) ? game.talk : null;
  const tokens = readTokens(game, observation, answer, talk !== null);
  if ('ok' in tokens) return tokens;
  if (tokens.action === null) {
    const whole = answer.trim();
    if (whole === '') return refused('no-action', 'the answer is empty');
    if (talk) return withMessage(null, whole);
    if (!/[[\]]/.test(whole)) {
      const action = game.readToken(oneSpaced(whole), observation);
      if (action !== null) return { ok: true, action };
    }
    return refused('no-action', 'the answer holds no action: expected exactly one in square brackets');
  }
  const message = talk ? tokens.around.map((part) => part.trim()).filter((part) => part !== '').join(' ') : '';
  return message === '' ? { ok: true, action: tokens.action } : withMessage(tokens.action as Action, message);

  function withMessage(action: Action | null, message: string): ReadResult {
    if (isLongerThan(message, MAX_MESSAGE_LENGTH)) return refused('too-long', `expected a message of at most ${MAX_MESSAGE_LENGTH} characters`);
    return { ok: true, action: (talk as NonNullable<typeof talk>).withMessage(action, message) };
  }
}

/** One pass over the brackets: tokens, what is malformed, and whether all tokens name one action. @param talk whether the text around them counts */
function readTokens(game: Game, observation: Observation, answer: string, talk: boolean): Tokens | Extract<ReadResult, { ok: false }> {
  const around: string[] = [];
  let action: Json = null;
  let firstInside = ''; // where the action stood first
  let other: string | null = null;
  let rest = 0; // where the text after the last token begins
  for (let open = answer.indexOf('['); open !== -1; ) {
    const end = nextBracket(answer, open + 1);
    const inside = oneSpaced(answer.slice(open + 1, end === -1 ? answer.length : end));
    const token = end !== -1 && answer[end] === ']' && inside !== '' ? game.readToken(inside, observation) : null;
    if (token !== null) {
      if (action === null) {
        action = token;
        firstInside = inside;
      } else if (inside !== firstInside && canonicalJson(token) !== canonicalJson(action)) {
        other ??= inside;
      }
      if (talk) around.push(answer.slice(rest, open));
      rest = (end as number) + 1;
    } else if (opensWithKeyword(game, observation, inside)) {
      return refused('malformed', `[${excerpt(inside)}] begins like an action of the game and is none`);
    }
    open = end === -1 ? -1 : answer[end] === '[' ? end : answer.indexOf('[', end + 1);
  }
  if (other !== null) return refused('ambiguous', `the answer holds different actions: [${excerpt(firstInside)}] and [${excerpt(other)}]`);
  if (talk) around.push(answer.slice(rest));
  return { action, around };
}

function nextBracket(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x5b || code === 0x5d) return index;
  }
  return -1;
}

function opensWithKeyword({ keywords }: Game, observation: Observation, inside: string): boolean {
  const word = /^[\p{L}\p{M}]{2,}/u.exec(inside)?.[0];
  return word !== undefined && fact(keywords, observation).includes(foldAscii(word));
}

/** Most texts have single spaces already. */
function oneSpaced(text: string): string {
  return (/[^\S ]|  /.test(text) ? text.replaceAll(/\s+/g, ' ') : text).trim();
}

/** Counts code points, and only where the number of code units leaves it open. */
function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  let count = 0;
  for (const _ of text) count++;
  return count > limit;
}

function excerpt(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function refused(kind: ReadRefusalKind, message: string): Extract<ReadResult, { ok: false }> {
  return { ok: false, kind, message };
}
