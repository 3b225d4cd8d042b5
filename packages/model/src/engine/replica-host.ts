/**
 * One replica of weights, in its thread: a host whose runs leave gradients, and which updates the weights together with the other replicas. An update is an
 * all-reduce in four phases that all go through side by side: show the gradients of what others own; add up those of one's own; AdamW on one's own, and show
 * the new weights; take over those of others. What is shown is in memory that the threads share. ONNX Runtime cannot read such memory on Node 20, hence the copies.
 */
import { addAndSquare, applyAdamW, kernelArrays } from './adamw-kernel.js';
import { adamWFactors, type AdamWSettings } from './adamw-rule.js';
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
  /** Makes this host a replica. Its variables are those of `replicaVariables`. */
  join(plan: ReplicaPlan): void;
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

/** An array of weights in this replica, and where it is shown by each. */
interface HeldArray {
  readonly owner: number;
  readonly settings: AdamWSettings;
  readonly weights: Float32Array;
  readonly gradient: Float32Array;
  readonly shown: readonly Float32Array[];
}

interface OwnArray extends HeldArray {
  readonly first: Float32Array;
  readonly second: Float32Array;
}

interface Joined {
  readonly rank: number;
  readonly arrays: readonly HeldArray[];
  readonly own: readonly OwnArray[];
  readonly foreign: readonly HeldArray[];
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

  join({ rank, sizes, adamW, owners, stages, meeting }: ReplicaPlan): void {
    const memory = kernelArrays([PIECE, ...sizes.flatMap((size, at) => Array<number>(owners[at] === rank ? 4 : 2).fill(size))])[Symbol.iterator]();
    const next = (): Float32Array => memory.next().value as Float32Array;
    const piece = next();
    const own: OwnArray[] = [];
    let offset = 0;
    const arrays = sizes.map((size, at) => {
      const held: HeldArray = { owner: owners[at]!, settings: adamW[at]!, weights: next(), gradient: next(), shown: stages.map((stage) => new Float32Array(stage, 4 * offset, size)) };
      offset += size;
      const { weights, gradient, first, second } = replicaVariables(at);
      this.variable(weights, { shape: [size], dtype: 'float32' }, held.weights);
      this.hold(gradient, held.gradient);
      if (held.owner !== rank) return held;
      const owned: OwnArray = { ...held, first: next(), second: next() };
      this.variable(first, { shape: [size], dtype: 'float32' }, owned.first);
      this.variable(second, { shape: [size], dtype: 'float32' }, owned.second);
      own.push(owned);
      return owned;
    });
    this.#joined = {
      rank, arrays, own, foreign: arrays.filter(({ owner }) => owner !== rank), piece,
      barrier: new Barrier(stages.length, meeting),
      squares: new Float64Array(meeting, Barrier.BYTES, stages.length),
    };
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
    const { rank, arrays, own, foreign, piece, barrier, squares } = this.#joined as Joined;
    if (this.#runs === 0) for (const { gradient } of arrays) gradient.fill(0);
    this.restart();
    for (const { gradient, shown } of foreign) shown[rank]!.set(gradient);
    barrier.wait();
    squares[rank] = own.reduce((sum, { gradient, shown }) => sum + shown.reduce((last, other, from) => (from === rank ? last : addAndSquare(gradient, other, piece)), 0), 0);
    barrier.wait();
    const norm = Math.sqrt(squares.reduce((sum, each) => sum + each, 0));
    if (!Number.isFinite(norm)) return norm;
    const factor = Math.min(1, clipNorm / norm); // 1 where the norm is 0
    for (const { settings, weights, first, second, gradient, shown } of own) {
      applyAdamW(weights, first, second, gradient, adamWFactors(settings, [...scalars, factor]));
      shown[rank]!.set(weights);
    }
    barrier.wait();
    for (const { owner, weights, shown } of foreign) weights.set(shown[owner]!);
    return norm;
  }

  restart(): void {
    this.#runs = 0;
  }

  #holdGradients(gradients: readonly Float32Array[]): void {
    gradients.forEach((gradient, at) => this.hold(replicaVariables(at).gradient, gradient));
  }
}
