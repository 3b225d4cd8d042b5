/**
 * One replica of weights, in its thread: a host whose runs leave gradients, and which updates the weights together with the other replicas. An update is an
 * all-reduce in four phases that all go through side by side: show the gradients of what others own; add up those of one's own; AdamW on one's own, and show
 * the new weights; take over those of others. What is shown is in memory that the threads share. ONNX Runtime cannot read such memory on Node 20, hence the copies.
 */
import { addAndSquare, applyAdamW, kernelArrays } from './adamw-kernel.js';
import { adamWFactors, type AdamWSettings } from './adamw-rule.js';
import { allocated } from './allocated.js';
import { Barrier } from './barrier.js';
import type { TensorData } from './engine.js';
import { OnnxHost, type SessionCalls } from './onnx-host.js';

/** What a replica is told of the whole. */
export interface ReplicaPlan {
  /** Which replica it is. */
  readonly rank: number;
  /** Of the arrays of weights. */
  readonly sizes: readonly number[];
  readonly adamW: readonly AdamWSettings[];
  /** The replica that updates each array. */
  readonly owners: readonly number[];
  /** Where each replica shows what it has: all arrays, one after the other. */
  readonly stages: readonly SharedArrayBuffer[];
  /** Where they meet: a barrier, then the sum of squares of each. */
  readonly meeting: SharedArrayBuffer;
}

export interface HostCalls extends SessionCalls {
  /** Makes this host a replica, whose variables are those of `replicaVariables`. False: there is no memory for them. */
  join(plan: ReplicaPlan): boolean;
  /** A run of a session that writes all gradients. They are added to those since the last update. */
  gradient(id: number, inputs: readonly TensorData[]): Promise<readonly TensorData[]>;
  /** All replicas at the same time. The norm of the gradients; where it is not finite nothing changes. */
  update(scalars: Float32Array, clipNorm: number): number;
  /** Forgets the gradients since the last update. */
  restart(): void;
}

/** The numbers of an array's variables in each replica; moments are with the owner only. */
export function replicaVariables(array: number): { readonly weights: number; readonly gradient: number; readonly first: number; readonly second: number } {
  return { weights: 4 * array, gradient: 4 * array + 1, first: 4 * array + 2, second: 4 * array + 3 };
}

/** Bytes of the place where so many replicas meet. */
export function meetingBytes(count: number): number {
  return Barrier.BYTES + Float64Array.BYTES_PER_ELEMENT * count;
}

const PIECE = 1 << 14; // numbers: two such pieces fit a second-level cache with room to spare

/** An array of weights in this replica, and where this replica shows it (its gradient, or what it has become). */
interface HeldArray {
  readonly weights: Float32Array;
  readonly gradient: Float32Array;
  readonly stage: Float32Array;
}

/** One that it updates. */
interface OwnArray extends HeldArray {
  readonly first: Float32Array;
  readonly second: Float32Array;
  readonly settings: AdamWSettings;
  /** Where the others show their gradients of it. */
  readonly others: readonly Float32Array[];
}

/** One that another updates. */
interface ForeignArray extends HeldArray {
  /** Where its owner shows what it has become. */
  readonly updated: Float32Array;
}

interface Joined {
  readonly rank: number;
  readonly own: readonly OwnArray[];
  readonly foreign: readonly ForeignArray[];
  /** Both, in their order. */
  readonly arrays: readonly HeldArray[];
  readonly piece: Float32Array;
  readonly barrier: Barrier;
  /** Σ gradient² of what each replica owns. */
  readonly squares: Float64Array;
}

export class ReplicaHost extends OnnxHost implements HostCalls {
  #joined: Joined | null = null;
  /** Runs since the last update. */
  #runs = 0;
  /** Where runs after the first write. */
  #further: readonly Float32Array[] | null = null;

  join({ rank, sizes, adamW, owners, stages, meeting }: ReplicaPlan): boolean {
    const all = [PIECE, ...sizes.flatMap((size, at) => Array<number>(owners[at] === rank ? 4 : 2).fill(size))];
    const memory = allocated(() => kernelArrays(all))?.values();
    if (!memory) return false;
    const next = (): Float32Array => memory.next().value as Float32Array;
    const piece = next();
    const [own, foreign, arrays]: [OwnArray[], ForeignArray[], HeldArray[]] = [[], [], []];
    let offset = 0;
    for (const [at, size] of sizes.entries()) {
      const owner = owners[at]!;
      const shown = stages.map((stage) => new Float32Array(stage, 4 * offset, size));
      offset += size;
      const held: HeldArray = { weights: next(), gradient: next(), stage: shown[rank]! };
      const spec = { shape: [size], dtype: 'float32' } as const;
      const ids = replicaVariables(at);
      this.variable(ids.weights, spec, held.weights);
      this.hold(ids.gradient, held.gradient);
      arrays.push(held);
      if (owner === rank) {
        const [first, second] = [next(), next()];
        this.variable(ids.first, spec, first);
        this.variable(ids.second, spec, second);
        own.push({ ...held, first, second, settings: adamW[at]!, others: shown.filter((_, from) => from !== rank) });
      } else foreign.push({ ...held, updated: shown[owner]! });
    }
    this.#joined = { rank, own, foreign, arrays, piece, barrier: new Barrier(stages.length, meeting), squares: new Float64Array(meeting, Barrier.BYTES, stages.length) };
    return true;
  }

  async gradient(id: number, inputs: readonly TensorData[]): Promise<readonly TensorData[]> {
    const { arrays, piece } = this.#joined as Joined;
    const more = this.#runs++ > 0;
    if (!more) return this.run(id, inputs);
    const further = (this.#further ??= arrays.map(({ gradient }) => new Float32Array(gradient.length)));
    this.#holdGradients(further);
    try {
      const outputs = await this.run(id, inputs);
      arrays.forEach(({ gradient }, at) => addAndSquare(gradient, further[at]!, piece));
      return outputs;
    } finally {
      this.#holdGradients(arrays.map(({ gradient }) => gradient));
    }
  }

  update(scalars: Float32Array, clipNorm: number): number {
    const { rank, own, foreign, arrays, piece, barrier, squares } = this.#joined as Joined;
    if (this.#runs === 0) for (const { gradient } of arrays) gradient.fill(0);
    this.restart();
    for (const { gradient, stage } of foreign) stage.set(gradient);
    barrier.wait();
    squares[rank] = 0;
    for (const { gradient, others } of own) squares[rank]! += others.map((other) => addAndSquare(gradient, other, piece)).at(-1)!; // the last one adds to all others
    barrier.wait();
    const norm = Math.sqrt(squares.reduce((sum, each) => sum + each, 0));
    if (!Number.isFinite(norm)) return norm;
    const factor = Math.min(1, clipNorm / norm); // 1 where the norm is 0
    for (const { settings, weights, first, second, gradient, stage } of own) {
      applyAdamW(weights, first, second, gradient, adamWFactors(settings, [...scalars, factor]));
      stage.set(weights);
    }
    barrier.wait();
    for (const { weights, updated } of foreign) weights.set(updated);
    return norm;
  }

  restart(): void {
    this.#runs = 0;
  }

  #holdGradients(gradients: readonly Float32Array[]): void {
    gradients.forEach((gradient, at) => this.hold(replicaVariables(at).gradient, gradient));
  }
}
