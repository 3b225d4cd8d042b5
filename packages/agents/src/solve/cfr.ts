/**
 * Counterfactual regret minimisation: finds an equilibrium of a small two-seat zero-sum game by repeated play against itself on its tree.
 * Seats take turns in being updated; the answer is the average policy. The kinds differ in how fast old regrets and old policies fade:
 *   cfr   R ← R + r                                    average weights 1           (Zinkevich et al. 2007)
 *   cfr+  R ← max(0, R + r)                            average weights t           (Tammelin, arXiv:1407.5042)
 *   dcfr  R ← (R + r) · tᵃ / (tᵃ + 1), a = 3/2 or 0    average weights t²          (Brown and Sandholm, arXiv:1809.04040, DCFR 3/2, 0, 2)
 */
import { fact } from '@spiral-arena/core/game';
import type { Seat } from '@spiral-arena/core/game';
import { nashConvOf, valuesOf } from './best-response.js';
import { notSolvable } from './expand.js';
import { CHANCE, END, tableOfFlat } from './tree.js';
import type { GameTree, PolicyTable } from './tree.js';

export const CFR_KINDS = ['cfr', 'cfr+', 'dcfr'] as const;
export type CfrKind = (typeof CFR_KINDS)[number];

export interface CfrSettings {
  /** Default `cfr+`. */
  readonly kind?: CfrKind;
  /** At most; default 10,000. */
  readonly iterations?: number;
  /** Stops once the average policy's NashConv is at most this. Default 0.001. */
  readonly targetNashConv?: number;
  /** Called whenever NashConv has been measured. */
  readonly onProgress?: (progress: { readonly iterations: number; readonly nashConv: number }) => void;
}

export interface CfrSolution {
  readonly table: PolicyTable;
  /** Mean return per seat under `table`. */
  readonly values: readonly number[];
  readonly nashConv: number;
  readonly iterations: number;
}

/** NashConv is measured at 8, 16, 24, ...: it costs as much as some iterations; then at every eighth part of the way, so that it stays a small part of the work. */
const CHECK_EVERY = 8;

/** @throws AGENTS_NOT_SOLVABLE unless the game is zero-sum with two seats */
export function solveCfr(tree: GameTree, { kind = 'cfr+', iterations = 10_000, targetNashConv = 0.001, onProgress }: CfrSettings = {}): CfrSolution {
  if (tree.seats !== 2 || fact(tree.game.utility, tree.options) !== 'zero-sum') throw notSolvable(tree.game, 'it is not a zero-sum game of two seats');
  const run = new CfrRun(tree, kind);
  let gap = Number.POSITIVE_INFINITY;
  let check = CHECK_EVERY;
  while (run.iteration < iterations && gap > targetNashConv) {
    run.iterate();
    if (run.iteration < check && run.iteration < iterations) continue;
    check = run.iteration + CHECK_EVERY * Math.max(1, Math.floor(run.iteration / (CHECK_EVERY * CHECK_EVERY)));
    gap = nashConvOf(tree, run.averagePolicy());
    onProgress?.({ iterations: run.iteration, nashConv: gap });
  }
  const mean = run.averagePolicy();
  if (gap === Number.POSITIVE_INFINITY) gap = nashConvOf(tree, mean);
  return { table: tableOfFlat(tree, mean), values: valuesOf(tree, mean), nashConv: gap, iterations: run.iteration };
}

/** Regrets, policy and average of one run, as flat policies, and room for one pass over the nodes. */
class CfrRun {
  iteration = 0;
  readonly #tree: GameTree;
  readonly #kind: CfrKind;
  readonly #regrets: Float64Array;
  readonly #added: Float64Array; // regrets of this pass: a set's policy must not change while its other decisions are visited
  readonly #policy: Float64Array;
  readonly #average: Float64Array;
  readonly #reach: Float64Array; // of a node by chance and the other seat
  readonly #ownReach: Float64Array;
  readonly #values: Float64Array;

  constructor(tree: GameTree, kind: CfrKind) {
    this.#tree = tree;
    this.#kind = kind;
    const actions = tree.offsets[tree.sets.length] as number;
    [this.#regrets, this.#added, this.#policy, this.#average] = [new Float64Array(actions), new Float64Array(actions), new Float64Array(actions), new Float64Array(actions)];
    [this.#reach, this.#ownReach, this.#values] = [new Float64Array(tree.size), new Float64Array(tree.size), new Float64Array(tree.size)];
    for (const set of tree.sets.keys()) inProportion(this.#regrets, this.#policy, tree.offsets[set] as number, tree.offsets[set + 1] as number);
  }

  iterate(): void {
    this.iteration++;
    for (const seat of [0, 1]) {
      this.#down(seat);
      this.#up(seat);
      this.#update(seat);
    }
  }

  /** Rows brought to sum 1; equal probabilities where a set was never reached by its own seat. */
  averagePolicy(): Float64Array {
    const mean = new Float64Array(this.#average.length);
    for (const set of this.#tree.sets.keys()) inProportion(this.#average, mean, this.#tree.offsets[set] as number, this.#tree.offsets[set + 1] as number);
    return mean;
  }

  /** Reach of every node, and what this iteration adds to the seat's average policy. */
  #down(seat: Seat): void {
    const { nodes: { owner, first, count, at }, size, chances, offsets } = this.#tree;
    const [reach, ownReach, policy, average] = [this.#reach, this.#ownReach, this.#policy, this.#average];
    const weight = this.#kind === 'cfr' ? 1 : this.#kind === 'cfr+' ? this.iteration : this.iteration * this.iteration;
    reach[0] = ownReach[0] = 1;
    for (let node = 0; node < size; node++) {
      const kind = owner[node] as number;
      if (kind === END) continue;
      const mine = ownReach[node] as number;
      const others = reach[node] as number;
      const child = first[node] as number;
      const numbers = at[node] as number;
      const base = kind === CHANCE ? numbers : (offsets[numbers] as number);
      const weights = kind === CHANCE ? chances : policy;
      for (let k = 0; k < (count[node] as number); k++) {
        const p = weights[base + k] as number;
        if (kind === seat) {
          reach[child + k] = others;
          ownReach[child + k] = mine * p;
          (average[base + k] as number) += weight * mine * p;
        } else {
          reach[child + k] = others * p;
          ownReach[child + k] = mine;
        }
      }
    }
  }

  /** Values of every node for the seat, and the regrets of its decisions: reach × (value of the child − value of the node). */
  #up(seat: Seat): void {
    const { nodes: { owner, first, count, at }, size, chances, returns, offsets } = this.#tree;
    const [reach, values, policy, added] = [this.#reach, this.#values, this.#policy, this.#added];
    for (let node = size - 1; node >= 0; node--) {
      const kind = owner[node] as number;
      const numbers = at[node] as number;
      if (kind === END) {
        values[node] = returns[2 * numbers + seat] as number;
        continue;
      }
      const child = first[node] as number;
      const children = count[node] as number;
      const base = kind === CHANCE ? numbers : (offsets[numbers] as number);
      const weights = kind === CHANCE ? chances : policy;
      let value = 0;
      for (let k = 0; k < children; k++) value += (weights[base + k] as number) * (values[child + k] as number);
      values[node] = value;
      if (kind !== seat) continue;
      const others = reach[node] as number;
      if (others > 0) for (let k = 0; k < children; k++) (added[base + k] as number) += others * ((values[child + k] as number) - value);
    }
  }

  #update(seat: Seat): void {
    const { sets, offsets } = this.#tree;
    const [regrets, added] = [this.#regrets, this.#added];
    const power = this.iteration ** 1.5;
    const [fadeGain, fadeLoss] = this.#kind === 'dcfr' ? [power / (power + 1), 0.5] : [1, this.#kind === 'cfr' ? 1 : 0];
    for (let set = 0; set < sets.length; set++) {
      if (sets[set]?.seat !== seat) continue;
      const from = offsets[set] as number;
      const to = offsets[set + 1] as number;
      for (let at = from; at < to; at++) {
        const regret = (regrets[at] as number) + (added[at] as number);
        regrets[at] = regret * (regret > 0 ? fadeGain : fadeLoss);
        added[at] = 0;
      }
      inProportion(regrets, this.#policy, from, to);
    }
  }
}

/** Probabilities in proportion to what is above 0; equal ones where nothing is. */
function inProportion(parts: Float64Array, into: Float64Array, from: number, to: number): void {
  let sum = 0;
  for (let at = from; at < to; at++) sum += Math.max(0, parts[at] as number);
  for (let at = from; at < to; at++) into[at] = sum > 0 ? Math.max(0, parts[at] as number) / sum : 1 / (to - from);
}
