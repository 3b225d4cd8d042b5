/**
 * Draws one token from logits: temperature, then top-k, top-p and min-p, then one uniform number by inverse distribution function over
 * rising token ids. It keeps scratch memory for one draw and no other state; the same logits, settings and generator give the same token.
 * Many replies draw from equal rows, so what was computed for all tokens can be kept with the row.
 */
import type { Rng } from '@spiral-arena/core/random';
import { ModelError } from '../errors.js';
import type { Sampling } from './request.js';

/** How likely all tokens are under one setting: p up to a factor, by token id, and the sum. */
export interface Distribution {
  readonly sampling: Sampling;
  readonly weights: Float64Array;
  readonly total: number;
}

/** Keeps the distribution that was last drawn from with its logits. */
export interface DistributionHolder {
  distribution: Distribution | null;
}

export class TokenSampler {
  /** Of the token drawn last: its natural log-probability in the distribution that it was drawn from. */
  logprob = 0;
  readonly #scratch: Float64Array;
  readonly #all: readonly number[];

  constructor(vocabSize: number) {
    this.#scratch = new Float64Array(vocabSize);
    this.#all = Array.from({ length: vocabSize }, (_, id) => id);
  }

  /**
   * @param logits  `[V]`
   * @param allowed candidates, in rising order and not empty; null: every token
   * @param rng     draws once, or never when temperature is 0
   * @param holder  belongs to these logits; used where every token is a candidate
   * @throws MODEL_LOGITS_INVALID
   */
  sample(logits: Float32Array, sampling: Sampling, allowed: readonly number[] | null, rng: Rng, holder: DistributionHolder | null = null): number {
    const known = allowed ? null : holder?.distribution;
    if (known && same(known.sampling, sampling)) return this.#draw(this.#all, known.weights, known.total, rng);
    const { temperature, topK = 0, topP = 1, minP = 0 } = sampling;
    const candidates = allowed ?? this.#all;
    const best = allowed ? (allowed[argmax(logits, allowed)] as number) : largest(logits);
    const top = logits[best] as number;
    if (!Number.isFinite(top)) throw new ModelError('MODEL_LOGITS_INVALID', { details: { got: String(top) } });
    this.logprob = 0;
    if (!(temperature > 0)) return best;
    const weights = holder && !allowed ? new Float64Array(candidates.length) : this.#scratch;
    const total = allowed ? exponentials(logits, allowed, top, temperature, weights) : allExponentials(logits, top, temperature, weights);
    if (!(total < Infinity)) throw new ModelError('MODEL_LOGITS_INVALID', { details: { got: 'NaN or an infinity' } });
    const isLimited = (topK > 0 && topK < candidates.length) || topP < 1 || minP > 0;
    const left = isLimited ? limit(weights, candidates.length, topK, topP, minP) : total;
    if (holder && !allowed) holder.distribution = { sampling, weights, total: left };
    return this.#draw(candidates, weights, left, rng);
  }

  /** @param weights by place among the candidates */
  #draw(candidates: readonly number[], weights: Float64Array, total: number, rng: Rng): number {
    let left = rng.float() * total;
    let drawn = 0;
    for (let place = 0; place < candidates.length; place++) {
      const weight = weights[place] as number;
      if (weight === 0) continue;
      drawn = place; // stays when rounding used up the total
      left -= weight;
      if (left < 0) break;
    }
    this.logprob = Math.log((weights[drawn] as number) / total);
    return candidates[drawn] as number;
  }
}

/** Sets to 0 what the limits leave out: each works on what the one before it left. @returns the new total */
function limit(weights: Float64Array, count: number, topK: number, topP: number, minP: number): number {
  const order = Array.from({ length: count }, (_, place) => place).toSorted((a, b) => (weights[b] as number) - (weights[a] as number) || a - b);
  let kept = topK > 0 ? Math.min(topK, count) : count;
  if (topP < 1) {
    let whole = 0;
    for (let rank = 0; rank < kept; rank++) whole += weights[order[rank] as number] as number;
    let sum = 0;
    let rank = 0;
    for (; rank < kept && (rank === 0 || sum < topP * whole); rank++) sum += weights[order[rank] as number] as number;
    kept = rank; // the fewest tokens that hold topP of the mass
  }
  const floor = minP * (weights[order[0] as number] as number);
  while (kept > 1 && (weights[order[kept - 1] as number] as number) < floor) kept--;
  for (let rank = kept; rank < count; rank++) weights[order[rank] as number] = 0;
  let total = 0;
  for (let place = 0; place < count; place++) total += weights[place] as number;
  return total;
}

function same(a: Sampling, b: Sampling): boolean {
  return a === b || (a.temperature === b.temperature && a.topK === b.topK && a.topP === b.topP && a.minP === b.minP);
}

/** log softmax(logits)[id], in float64. */
export function logprobOf(logits: Float32Array, id: number): number {
  let top = -Infinity;
  for (let index = 0; index < logits.length; index++) if ((logits[index] as number) > top) top = logits[index] as number;
  let total = 0;
  for (let index = 0; index < logits.length; index++) total += Math.exp((logits[index] as number) - top);
  return (logits[id] as number) - top - Math.log(total);
}

/** exp((z − top) / temperature) of the candidates. @returns their sum */
function exponentials(logits: Float32Array, candidates: readonly number[], top: number, temperature: number, weights: Float64Array): number {
  let total = 0;
  for (let place = 0; place < candidates.length; place++) {
    const weight = Math.exp(((logits[candidates[place] as number] as number) - top) / temperature);
    weights[place] = weight;
    total += weight;
  }
  return total;
}

/** The same of every token: most draws are of this kind, and need no list of candidates. */
function allExponentials(logits: Float32Array, top: number, temperature: number, weights: Float64Array): number {
  let total = 0;
  for (let id = 0; id < logits.length; id++) {
    const weight = Math.exp(((logits[id] as number) - top) / temperature);
    weights[id] = weight;
    total += weight;
  }
  return total;
}

/** The token of the largest logit, the first of equals. */
function largest(logits: Float32Array): number {
  let best = 0;
  let top = logits[0] as number;
  for (let id = 1; id < logits.length; id++) {
    const logit = logits[id] as number;
    if (logit > top) {
      top = logit;
      best = id;
    }
  }
  return best;
}

/** Place of the largest logit among the candidates, the first of equals. */
function argmax(logits: Float32Array, candidates: readonly number[]): number {
  let best = 0;
  for (let place = 1; place < candidates.length; place++) {
    if ((logits[candidates[place] as number] as number) > (logits[candidates[best] as number] as number)) best = place;
  }
  return best;
}
