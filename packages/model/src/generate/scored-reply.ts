/**
 * A given reply whose log-probability is wanted: log p = Σ log p(token | prompt, tokens before it). Nothing is sampled.
 * It asks for all its rows through the same memo as replies being written, one after the other.
 */
import type { Row, RowMemo } from './row-memo.js';
import { logprobOf } from './token-sampler.js';

export class ScoredReply {
  /** The row whose logits are needed next; null once the sum is complete. */
  row: Row | null;
  logprob = 0;
  readonly #memo: RowMemo;
  readonly #reply: readonly number[];
  #scored = 0;

  constructor(memo: RowMemo, promptTokenIds: readonly number[], reply: readonly number[]) {
    this.#memo = memo;
    this.#reply = reply;
    this.row = reply.length > 0 ? memo.prompt(promptTokenIds, reply.length > 1) : null;
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
