/**
 * Rows of tokens and the logits after them, under one set of weights. Equal rows are one object, so the network sees each of them once:
 * in self-play many matches stand at the same position, and some games have only a dozen prompts. Exact: logits depend on row and weights alone.
 * How a row is computed depends on who asks for it, never on what was computed before: a prompt to be continued is another row than the same
 * prompt asked for one token, and only continued rows keep keys and values.
 */
import type { Distribution } from './token-sampler.js';

/** A prompt, or a prompt with the tokens sampled so far. */
export class Row {
  readonly tokenIds: readonly number[];
  /** The row without its last token, whose cache this row goes on from; null: this row goes through the network whole. */
  readonly parent: Row | null;
  /** Whether keys and values are kept, for rows that go on from this one. */
  readonly continued: boolean;
  /** `[V]` for the token after the row; null until computed. A view into the batch's output. */
  logits: Float32Array | null = null;
  /** `[tokens, C]` of the tokens that the parent has not: one, or all if there is no parent. Set with the logits, where `continued`. A view, too. */
  kvCache: Float32Array | null = null;
  /** Of the draws that replies made from the logits. */
  distribution: Distribution | null = null;
  /** Whether a run that computes it is under way. */
  queued = false;
  readonly longer = new Map<number, Row>();

  constructor(tokenIds: readonly number[], parent: Row | null, continued: boolean) {
    this.tokenIds = tokenIds;
    this.parent = parent;
    this.continued = continued;
  }
}

export class RowMemo {
  readonly #limit: number;
  readonly #cacheShare: number;
  readonly #single = new Map<readonly number[], Row>();
  readonly #continued = new Map<readonly number[], Row>();
  #size = 0;

  /**
   * @param limit      all rows are dropped when those kept take more memory than the logits of so many
   * @param cacheShare memory of one token's keys and values, as a share of that of the logits of a row
   */
  constructor(limit: number, cacheShare: number) {
    this.#limit = limit;
    this.#cacheShare = cacheShare;
  }

  /**
   * @param tokenIds  kept and never changed; the array itself is the key (the tokenizer gives equal prompts one array)
   * @param continued whether the row is to be extended
   */
  prompt(tokenIds: readonly number[], continued: boolean): Row {
    const rows = continued ? this.#continued : this.#single;
    let row = rows.get(tokenIds);
    if (row) return row;
    if (this.#size >= this.#limit) this.clear();
    row = this.#make(tokenIds, null, continued);
    rows.set(tokenIds, row);
    return row;
  }

  /** The row with one more token. A row that keeps no cache can be extended too: the longer one then goes through the network whole. */
  extend(row: Row, token: number): Row {
    let longer = row.longer.get(token);
    if (longer) return longer;
    longer = this.#make([...row.tokenIds, token], row.continued ? row : null, row.continued);
    row.longer.set(token, longer);
    return longer;
  }

  /** For new weights. Rows in use stay with their users. */
  clear(): void {
    this.#single.clear();
    this.#continued.clear();
    this.#size = 0;
  }

  #make(tokenIds: readonly number[], parent: Row | null, continued: boolean): Row {
    const own = parent ? 1 : tokenIds.length;
    this.#size += 1 + (continued ? own * this.#cacheShare : 0);
    return new Row(tokenIds, parent, continued);
  }
}
