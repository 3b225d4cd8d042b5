/**
 * Rows of tokens and the logits after them, under one set of weights. Equal rows are one object, so the network sees each of them once:
 * in self-play many matches stand at the same position, and some games have only a dozen prompts. Exact: logits depend on row and weights alone.
 */

/** A prompt, or a prompt with the tokens sampled so far. */
export class Row {
  readonly tokenIds: readonly number[];
  /** `[V]` for the token after the row; null until computed. A view into the batch's output. */
  logits: Float32Array | null = null;
  /** Whether it waits in the batch being formed. */
  queued = false;
  readonly longer = new Map<number, Row>();

  constructor(tokenIds: readonly number[]) {
    this.tokenIds = tokenIds;
  }
}

export class RowMemo {
  readonly #limit: number;
  readonly #prompts = new Map<readonly number[], Row>();
  #rows = 0;

  /** @param limit rows kept; all are dropped when there are more */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @param tokenIds kept and never changed; the array itself is the key (the tokenizer gives equal prompts one array) */
  prompt(tokenIds: readonly number[]): Row {
    let row = this.#prompts.get(tokenIds);
    if (row) return row;
    if (this.#rows >= this.#limit) this.clear();
    row = new Row(tokenIds);
    this.#rows++;
    this.#prompts.set(tokenIds, row);
    return row;
  }

  /** The row with one more token. */
  extend(row: Row, token: number): Row {
    let longer = row.longer.get(token);
    if (longer) return longer;
    longer = new Row([...row.tokenIds, token]);
    this.#rows++;
    row.longer.set(token, longer);
    return longer;
  }

  /** For new weights. Rows in use stay with their users. */
  clear(): void {
    this.#prompts.clear();
    this.#rows = 0;
  }
}
