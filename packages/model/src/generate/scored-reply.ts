/**
 * A given reply whose log-probability is wanted: log p = Σ log p(token | prompt, tokens before it), over the tokens that would be said. Nothing is sampled.
 * It asks for all its rows through the same memo as replies being written, one after the other.
 */
import { passForced } from '@spiral-arena/core/game';
import { END_ID, type WordTokenizer } from '../nano/words.js';
import type { LogprobRequest } from './request.js';
import type { Row, RowMemo } from './row-memo.js';
import { logprobOf } from './token-sampler.js';

export class ScoredReply {
  /** The row whose logits are needed next; null once the sum is complete. */
  row: Row | null;
  logprob = 0;
  readonly #memo: RowMemo;
  readonly #reply: readonly number[];
  #scored = 0;

  /** @param reply `null`: it cannot be said */
  constructor(memo: RowMemo, promptTokenIds: readonly number[], reply: readonly number[] | null) {
    this.#memo = memo;
    this.#reply = reply ?? [];
    if (!reply) this.logprob = Number.NEGATIVE_INFINITY;
    this.row = reply && reply.length > 0 ? memo.prompt(promptTokenIds, reply.length > 1) : null;
  }

  advance(): boolean {
    while (this.row?.logits) {
      const token = this.#reply[this.#scored++] as number;
      this.logprob += logprobOf(this.row.logits, token);
      this.row = this.#scored < this.#reply.length ? this.#memo.extend(this.row, token) : null;
    }
    return this.row === null;
  }
}

/**
 * The tokens of a reply. Where the tokenizer leaves forced words unsaid and `next` is given: those that are said when this very reply is written, the end
 * token included where the reply could also go on.
 * @returns `null` for a reply in which another word stands where only one is possible: it cannot be written
 * @throws MODEL_WORD_UNKNOWN
 */
export function saidTokenIds(tokenizer: WordTokenizer, { reply, next }: LogprobRequest): readonly number[] | null {
  if (tokenizer.saysForced || !next) return tokenizer.encode(reply);
  const ids: number[] = [];
  const words: string[] = [];
  let choices = passForced(words, next);
  while (words.length < reply.length) {
    const word = reply[words.length] as string;
    if (!choices.includes(word)) return [...ids, ...tokenizer.encode(reply.slice(words.length))]; // it leaves what may follow: nothing is forced any more
    for (const id of tokenizer.encodeWord(word)) ids.push(id);
    const said = words.push(word);
    choices = passForced(words, next);
    for (let at = said; at < words.length; at++) if (words[at] !== reply[at]) return null;
  }
  if (choices.length > 1 && choices.includes('')) ids.push(END_ID);
  return ids;
}
