/**
 * Turns a batch of steps into as few network rows as give exactly the same gradient.
 * The policy term is linear in the log-probabilities, so every place "these tokens so far" is computed once: the advantages of all steps that went
 * through it are summed per sampled token, and its entropy counts as often as it was visited. A row (prompt and reply but for the last token)
 * serves all places along it that no other row serves: all first moves of tic-tac-toe are one row, single-hand Kuhn poker is twelve.
 * It knows no loss and no tensor: typed arrays in a few fixed shapes come out, padded with rows of weight 0.
 */
import { TrainerError } from '../errors.js';

/** One set of rows of equal shape. Letters: B rows, T tokens, A places, V vocabulary. */
export interface RowBucket {
  readonly rows: number;
  readonly tokens: number;
  readonly places: number;
  /** `[B, T]`, padded on the right. */
  readonly tokenIds: Int32Array;
  /** `[B, A]` index of the token whose output is the place. */
  readonly positions: Int32Array;
  /** `[B, A, V]` summed weights of the log-probability of each token. */
  readonly weights: Float32Array;
  /** `[B, A, V]` 1 where a token could continue a legal action; all 1 where nothing is known. */
  readonly allowed: Float32Array;
  /** `[B, A]` summed weights of the entropy over allowed tokens. */
  readonly entropyWeights: Float32Array;
  /** `[B, A]` how often the place was visited. */
  readonly visits: Float32Array;
}

/** A place in a text: what was read so far, and what was sampled there. */
interface Place {
  readonly prompt: readonly number[];
  readonly reply: readonly number[];
  /** Reply tokens read before this place. */
  readonly depth: number;
  readonly parent: Place | null;
  readonly allowed: readonly number[] | undefined;
  hasChild: boolean;
  claimed: boolean;
  readonly targets: number[];
  readonly weights: number[];
  entropyWeight: number;
  visits: number;
}

export class RowCollector {
  readonly #vocabularySize: number;
  readonly #places = new Map<string, Place>();
  readonly #order: Place[] = [];
  /** Tokens that were added, before equal ones were put together. */
  tokens = 0;

  constructor(vocabularySize: number) {
    this.#vocabularySize = vocabularySize;
  }

  /**
   * Adds one step: every token of its reply with the same weight.
   * @param weight        of the log-probability of each sampled token (advantage over the constant of the batch)
   * @param entropyWeight of the entropy at each place
   */
  add(prompt: readonly number[], reply: readonly number[], allowed: readonly (readonly number[])[], weight: number, entropyWeight: number): void {
    let key = textOf(prompt);
    let parent: Place | null = null;
    for (let depth = 0; depth < reply.length; depth++) {
      const token = reply[depth] as number;
      parent = this.#place(key, prompt, reply, depth, parent, allowed[depth]);
      addTarget(parent, token, weight);
      parent.entropyWeight += entropyWeight;
      parent.visits += 1;
      key += unitsOf(token);
    }
    this.tokens += reply.length;
  }

  /** Adds one reply whose tokens were drawn uniformly from the allowed ones: the weight goes to all of these in equal parts, not to the draw. */
  addUniform(prompt: readonly number[], reply: readonly number[], allowed: readonly (readonly number[])[], weight: number): void {
    let key = textOf(prompt);
    let parent: Place | null = null;
    for (let depth = 0; depth < reply.length; depth++) {
      const options = allowed[depth] as readonly number[];
      parent = this.#place(key, prompt, reply, depth, parent, options);
      for (const token of options) addTarget(parent, token, weight / options.length);
      parent.visits += 1;
      key += unitsOf(reply[depth] as number);
    }
    this.tokens += reply.length;
  }

  /** The rows, longest first within a shape; deterministic in the order of adding. */
  buckets(): RowBucket[] {
    for (const place of this.#order) place.claimed = false;
    const leaves = this.#order.filter((place) => !place.hasChild);
    const groups = new Map<string, RowGroup>();
    for (const leaf of leaves.toSorted((a, b) => b.depth - a.depth)) {
      const row: Place[] = [];
      for (let place: Place | null = leaf; place && !place.claimed; place = place.parent) {
        place.claimed = true;
        row.push(place);
      }
      const tokens = stepUp(leaf.prompt.length + leaf.depth, 2);
      const places = row.length;
      const key = `${tokens}/${places}`;
      const group = groups.get(key) ?? { tokens, places, rows: [] };
      group.rows.push(row);
      groups.set(key, group);
    }
    const buckets: RowBucket[] = [];
    for (const { tokens, places, rows } of fewer([...groups.values()])) {
      for (let start = 0; start < rows.length; start += MOST_ROWS) buckets.push(this.#bucket(rows.slice(start, start + MOST_ROWS), tokens, places));
    }
    return buckets;
  }

  #place(key: string, prompt: readonly number[], reply: readonly number[], depth: number, parent: Place | null, allowed: readonly number[] | undefined): Place {
    let place = this.#places.get(key);
    let exact = key;
    while (place && !sameIds(place.allowed, allowed)) {
      // One text, two sets of legal continuations: a game whose brief text leaves something out. They stay apart.
      exact += ` ${allowed ? textOf(allowed) : ''}`;
      place = this.#places.get(exact);
    }
    if (!place) {
      place = { prompt, reply, depth, parent, allowed, hasChild: false, claimed: false, targets: [], weights: [], entropyWeight: 0, visits: 0 };
      this.#places.set(exact, place);
      this.#order.push(place);
      if (parent) parent.hasChild = true;
    }
    return place;
  }

  #bucket(group: readonly Place[][], tokens: number, places: number): RowBucket {
    const rows = rowsFor(group.length);
    const size = this.#vocabularySize;
    const bucket: RowBucket = {
      rows, tokens, places,
      tokenIds: new Int32Array(rows * tokens),
      positions: new Int32Array(rows * places),
      weights: new Float32Array(rows * places * size),
      allowed: new Float32Array(rows * places * size).fill(1),
      entropyWeights: new Float32Array(rows * places),
      visits: new Float32Array(rows * places),
    };
    group.forEach((row, rowIndex) => {
      const [leaf] = row as [Place];
      bucket.tokenIds.set(leaf.prompt, rowIndex * tokens);
      for (let index = 0; index < leaf.depth; index++) bucket.tokenIds[rowIndex * tokens + leaf.prompt.length + index] = leaf.reply[index] as number;
      row.forEach((place, column) => {
        const at = rowIndex * places + column;
        bucket.positions[at] = place.prompt.length + place.depth - 1;
        bucket.entropyWeights[at] = place.entropyWeight;
        bucket.visits[at] = place.visits;
        place.targets.forEach((token, index) => {
          if (token >= size) throw new TrainerError('TRAINER_SHAPE_MISMATCH', { details: { what: 'token id', expected: `below ${size}`, got: token } });
          bucket.weights[at * size + token] = place.weights[index] as number;
        });
        if (place.allowed && place.allowed.length > 0) {
          bucket.allowed.fill(0, at * size, (at + 1) * size);
          for (const token of place.allowed) bucket.allowed[at * size + token] = 1;
        }
      });
    });
    return bucket;
  }
}

/** Rows of one shape, before they become a bucket. */
interface RowGroup {
  readonly tokens: number;
  readonly places: number;
  readonly rows: Place[][];
}

const MOST_ROWS = 512;
/** A run of its own costs about as much as so many tokens or places of padding (a run of eight rows of the nano model took 2.7 ms). */
const PADDING_A_RUN = 256;

/** Groups whose padding would cost less than their own run join the narrowest larger shape there is. */
function fewer(groups: readonly RowGroup[]): readonly RowGroup[] {
  const kept: RowGroup[] = [];
  const bySize = groups.toSorted((a, b) => b.tokens - a.tokens || b.places - a.places);
  for (const group of bySize) {
    const { tokens, places, rows } = group;
    const host = kept.findLast((larger) => larger.tokens >= tokens && larger.places >= places && rows.length * (larger.tokens - tokens + larger.places - places) <= PADDING_A_RUN);
    if (host) host.rows.push(...rows);
    else kept.push(group);
  }
  return kept;
}

/** Row counts in steps of an eighth of the power of two below, of 8 at least, so that few shapes are ever compiled. */
export function rowsFor(count: number): number {
  return stepUp(count, Math.max(8, 2 ** Math.floor(Math.log2(Math.max(1, count - 1))) / 8));
}

function stepUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

function addTarget(place: Place, token: number, weight: number): void {
  const index = place.targets.indexOf(token);
  if (index < 0) {
    place.targets.push(token);
    place.weights.push(weight);
  } else place.weights[index] = (place.weights[index] as number) + weight;
}

function sameIds(left: readonly number[] | undefined, right: readonly number[] | undefined): boolean {
  if (left === right) return true;
  if (!left || !right || left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return false;
  return true;
}

/** Ids as text, two code units each, so that no two lists share a key. */
function textOf(ids: readonly number[]): string {
  let text = '';
  for (const id of ids) text += unitsOf(id);
  return text;
}

const UNITS: string[] = [];
function unitsOf(id: number): string {
  return (UNITS[id] ??= String.fromCharCode(id & 0x7fff, (id >>> 15) + 0x8000));
}
