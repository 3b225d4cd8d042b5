/**
 * The steps that every engine must run alike: one or a few for each kernel that has a rule, gradients, and steps with odd outputs.
 * Inputs are drawn in the named ranges from a fixed seed, so a failure names the case and repeats.
 */
import type { Rng } from '@spiral-arena/core/random';
import { tf } from '../tf.js';
import type { Step, TensorData, TensorSpec } from './engine.js';
import { sizeOf } from './graph.js';

type T = tf.Tensor;

export interface EngineCase {
  readonly name: string;
  readonly inputs: readonly CaseInput[];
  readonly step: Step;
}

/** An input and the range its numbers are drawn from: reals in [low, high), whole numbers in {low, ..., high - 1}. */
export interface CaseInput extends TensorSpec {
  readonly low: number;
  readonly high: number;
}

export const reals = (shape: readonly number[], low = -2, high = 2): CaseInput => ({ shape, dtype: 'float32', low, high });
export const wholes = (shape: readonly number[], low: number, high: number): CaseInput => ({ shape, dtype: 'int32', low, high });

export function drawInput({ shape, dtype, low, high }: CaseInput, rng: Rng): TensorData {
  if (dtype === 'int32') return Int32Array.from({ length: sizeOf(shape) }, () => low + rng.int(high - low));
  return Float32Array.from({ length: sizeOf(shape) }, () => rng.between(0, 1_000_000) / 1_000_000 * (high - low) + low);
}

const of = (name: string, inputs: readonly CaseInput[], f: (...xs: T[]) => T | readonly T[]): EngineCase => ({
  name,
  inputs,
  step: (xs) => {
    const y = f(...xs);
    return y instanceof tf.Tensor ? [y] : y;
  },
});

/** Σᵢ sin(i) yᵢ: a number on which every element of y has another influence. */
function weighted(y: T): tf.Scalar {
  return tf.sum(tf.mul(y, tf.reshape(tf.sin(tf.range(1, y.size + 1)), y.shape)));
}

/** The weighted sum of f and its gradient for each float32 input. */
const gradientOf = (name: string, inputs: readonly CaseInput[], f: (...xs: T[]) => T): EngineCase => ({
  name: `gradient of ${name}`,
  inputs,
  step: (xs) => {
    const variables = xs.filter(({ dtype }) => dtype === 'float32');
    const { value, grads } = tf.valueAndGrads((...given: T[]) => weighted(f(...xs.map((x) => (x.dtype === 'float32' ? given[variables.indexOf(x)]! : x)))))(variables);
    return [value, ...grads];
  },
});

const int = (x: T): T => tf.cast(x, 'int32');

const UNARY: readonly (readonly [string, (x: T) => T, low?: number, high?: number])[] = [
  ['neg', tf.neg], ['exp', tf.exp], ['expm1', tf.expm1], ['log', tf.log, 0.1, 4], ['log1p', tf.log1p, -0.5, 4], ['sigmoid', tf.sigmoid], ['softplus', tf.softplus, -30, 30],
  ['sqrt', tf.sqrt, 0.1, 4], ['rsqrt', tf.rsqrt, 0.1, 4], ['square', tf.square], ['tanh', tf.tanh], ['abs', tf.abs], ['relu', tf.relu], ['step', (x) => tf.step(x, 0.25)],
  ['reciprocal', tf.reciprocal, 0.5, 3], ['sin', tf.sin], ['cos', tf.cos], ['erf', tf.erf], ['sign', tf.sign], ['floor', tf.floor], ['ceil', tf.ceil], ['round', tf.round],
  ['clipByValue', (x) => tf.clipByValue(x, -0.5, 1)],
];
const BINARY: readonly (readonly [string, (a: T, b: T) => T])[] = [
  ['add', tf.add], ['sub', tf.sub], ['mul', tf.mul], ['maximum', tf.maximum], ['minimum', tf.minimum], ['squaredDifference', tf.squaredDifference],
];
const COMPARE: readonly (readonly [string, (a: T, b: T) => T])[] = [
  ['greater', tf.greater], ['greaterEqual', tf.greaterEqual], ['less', tf.less], ['lessEqual', tf.lessEqual], ['equal', tf.equal], ['notEqual', tf.notEqual],
];

const MATMULS: readonly (readonly [string, readonly number[], readonly number[], boolean, boolean])[] = [
  ['rank 2', [3, 4], [4, 5], false, false], ['rank 2, a transposed', [4, 3], [4, 5], true, false], ['rank 2, b transposed', [3, 4], [5, 4], false, true], ['rank 2, both transposed', [4, 3], [5, 4], true, true],
  ['batches', [2, 3, 4], [2, 4, 5], false, false], ['batches, both transposed', [2, 4, 3], [2, 5, 4], true, true], ['two batch axes', [2, 3, 4, 2], [2, 3, 2, 5], false, false],
  ['batch against rank 2', [2, 3, 4], [4, 5], false, false], ['batch against rank 2 transposed', [2, 3, 4], [5, 4], false, true], ['batch of one against many', [1, 3, 4], [3, 4, 2], false, false],
];

const MOVES: readonly (readonly [string, readonly number[], (x: T) => T])[] = [
  ['reshape', [2, 6], (x) => tf.reshape(x, [3, 4])], ['reshape twice', [2, 6], (x) => tf.reshape(tf.reshape(x, [12]), [4, -1])], ['expandDims', [2, 3], (x) => tf.expandDims(x, -1)],
  ['squeeze', [2, 1, 3], (x) => tf.squeeze(x, [1])], ['transpose', [2, 3, 4], (x) => tf.transpose(x, [2, 0, 1])], ['transpose twice', [2, 3, 4], (x) => tf.transpose(tf.transpose(x, [2, 0, 1]), [1, 2, 0])],
  ['transpose of a row', [1, 4], (x) => tf.transpose(x)], ['split', [2, 6], (x) => { const [a, b] = tf.split(x, [2, 4], 1) as [T, T]; return tf.concat([b, tf.neg(a)], -1); }],
  ['unstack and stack', [2, 3, 4], (x) => { const [a, b, c] = tf.unstack(x, 1) as [T, T, T]; return tf.stack([c, a, tf.neg(b)], -1); }],
  ['tile', [2, 3], (x) => tf.tile(x, [2, 2])], ['broadcastTo', [2, 1], (x) => tf.broadcastTo(x, [3, 2, 4])], ['slice', [3, 4], (x) => tf.slice(x, [1, 0], [2, -1])],
  ['stridedSlice', [5, 4], (x) => tf.stridedSlice(x, [0, 1], [5, 4], [2, 2])], ['reverse', [3, 4], (x) => tf.reverse(x, [1])], ['pad', [2, 3], (x) => tf.pad(x, [[1, 0], [0, 2]], 0.5)],
];

const REDUCTIONS: readonly (readonly [string, readonly number[], (x: T) => T])[] = [
  ['sum of all', [3, 4], (x) => tf.sum(x)], ['sum over the first axis', [3, 4], (x) => tf.sum(x, 0)], ['sum keeping axes', [2, 3, 4], (x) => tf.sum(x, [0, -1], true)], ['sum of a scalar', [], (x) => tf.sum(x)],
  ['mean', [3, 4], (x) => tf.mean(x, -1)], ['mean of all', [3, 4], (x) => tf.mean(x)], ['max', [3, 4], (x) => tf.max(x, 1)], ['min keeping axes', [3, 4], (x) => tf.min(x, 0, true)],
  ['logSumExp', [3, 4], (x) => tf.logSumExp(x, -1)], ['cumsum', [3, 4], (x) => tf.cumsum(x, 1)], ['cumsum exclusive, reverse', [3, 4], (x) => tf.cumsum(x, 0, true, true)],
  ['softmax', [2, 3, 5], (x) => tf.softmax(x)], ['logSoftmax', [2, 3, 5], (x) => tf.logSoftmax(x)],
];

const LOOKUPS: readonly (readonly [string, readonly CaseInput[], (x: T, ids: T) => T])[] = [
  ['gather', [reals([5, 3]), wholes([2, 4], 0, 5)], (x, ids) => tf.gather(x, ids as tf.Tensor1D)], ['gather along an inner axis', [reals([2, 5, 3]), wholes([4], 0, 5)], (x, ids) => tf.gather(x, ids as tf.Tensor1D, 1)],
  ['gather, one for each row', [reals([4, 6]), wholes([4], 0, 6)], (x, ids) => tf.gather(x, ids as tf.Tensor1D, 1, 1)], ['gather, some for each row', [reals([2, 3, 6]), wholes([2, 3, 2], 0, 6)], (x, ids) => tf.gather(x, ids as tf.Tensor1D, 2, 2)],
  ['unsortedSegmentSum with ids outside', [reals([6, 3]), wholes([6], -1, 5)], (x, ids) => tf.unsortedSegmentSum(x, ids as tf.Tensor1D, 4)],
  ['where', [reals([3, 4]), wholes([3, 1], 0, 2)], (x, ids) => tf.where(tf.cast(ids, 'bool'), x, tf.scalar(-1))],
];

export const ENGINE_CASES: readonly EngineCase[] = [
  ...UNARY.flatMap(([name, f, low, high]) => [of(name, [reals([3, 5], low, high)], f), gradientOf(name, [reals([3, 5], low, high)], f)]),
  ...BINARY.flatMap(([name, f]) => [of(name, [reals([3, 4]), reals([4])], f), of(`${name} of whole numbers`, [wholes([3, 1], -9, 9), wholes([4], -9, 9)], f), gradientOf(name, [reals([3, 1]), reals([2, 1, 4])], f)]),
  ...COMPARE.map(([name, f]) => of(name, [wholes([3, 4], 0, 3), wholes([4], 0, 3)], (a, b) => [int(f(a, b)), int(f(tf.cast(a, 'float32'), tf.cast(b, 'float32')))])),
  ...MATMULS.flatMap(([name, a, b, ta, tb]) => [of(`matMul, ${name}`, [reals(a), reals(b)], (x, y) => tf.matMul(x, y, ta, tb)), gradientOf(`matMul, ${name}`, [reals(a), reals(b)], (x, y) => tf.matMul(x, y, ta, tb))]),
  ...MOVES.flatMap(([name, shape, f]) => [of(name, [reals(shape)], f), of(`${name} of whole numbers`, [wholes(shape, -9, 9)], f), ...(['stridedSlice', 'reverse'].includes(name) ? [] : [gradientOf(name, [reals(shape)], f)])]),
  ...REDUCTIONS.flatMap(([name, shape, f]) => [of(name, [reals(shape)], f), gradientOf(name, [reals(shape)], f)]),
  ...LOOKUPS.flatMap(([name, inputs, f]) => [of(name, inputs, f as (...xs: T[]) => T), gradientOf(name, inputs, f as (...xs: T[]) => T)]),

  of('div and pow', [reals([3, 4], 0.5, 3), reals([4], 0.5, 3)], (a, b) => [tf.div(a, b), tf.pow(a, b)]),
  gradientOf('div', [reals([3, 4]), reals([4], 0.5, 3)], (a, b) => tf.div(a, b)),
  gradientOf('pow', [reals([3, 4], 0.5, 3), reals([4], 0.5, 3)], (a, b) => tf.pow(a, b)),
  gradientOf('addN', [reals([3, 4]), reals([3, 4])], (a, b) => tf.addN([a, b, a])),
  of('floorDiv and mod', [wholes([3, 4], -9, 9), wholes([4], 1, 5)], (a, b) => [tf.floorDiv(a, b), tf.mod(a, b), tf.mod(tf.mul(tf.cast(a, 'float32'), 0.7), tf.cast(b, 'float32'))]),
  of('addN of whole numbers', [wholes([3], -9, 9), wholes([3], -9, 9)], (a, b) => [tf.addN([a, b, a])]),
  of('sums and extremes of whole numbers', [wholes([3, 4], -9, 9)], (x) => [tf.sum(x, 0), tf.prod(x, 1), tf.max(x, 0), tf.min(x, 1), tf.cumsum(x, 0), tf.mean(x, 0)]),
  of('argMax and argMin', [reals([3, 4])], (x) => [tf.argMax(x, -1), tf.argMin(x, 0)]),
  of('logic', [wholes([6], 0, 2), wholes([6], 0, 2)], (a, b) => { const [p, q] = [tf.cast(a, 'bool'), tf.cast(b, 'bool')]; return [tf.logicalAnd(p, q), tf.logicalOr(p, q), tf.logicalNot(p), tf.all(p), tf.any(q)].map(int); }),
  of('tests for numbers', [reals([4], -1, 1)], (x) => { const y = tf.log(tf.sub(x, 0.2)); const z = tf.div(x, tf.sub(x, x)); return [tf.isNaN(y), tf.isInf(z), tf.isFinite(y), tf.isFinite(z)].map(int); }),
  of('oneHot with indices outside', [wholes([3, 2], -1, 5)], (x) => [tf.oneHot(x, 4), tf.oneHot(x, 4, 2, -1, 'float32')]),
  of('casts', [reals([6], -5, 5)], (x) => [int(x), tf.cast(int(x), 'float32'), int(tf.cast(x, 'bool'))]),
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- tf.fill is not Array.fill
  of('constants', [reals([3])], (x) => [tf.add(x, tf.tensor([1, 2, 3])), tf.add(x, tf.fill([2, 3], 4)), tf.mul(x, tf.zerosLike(x)), tf.onesLike(x), tf.add(x, tf.range(0, 3)), tf.add(x, tf.linspace(0, 1, 3)), tf.range(4, 0, -2, 'int32')]),
  of('an input, a constant and one value twice as outputs', [reals([3])], (x) => { const y = tf.exp(x); return [x, tf.tensor([1, 2]), y, y, tf.zeros([2, 2]), tf.scalar(7, 'int32')]; }),
  of('a causal mask', [reals([2, 4, 4])], (x) => tf.softmax(tf.add(x, tf.mul(tf.cast(tf.less(tf.reshape(tf.range(0, 4), [4, 1]), tf.range(0, 4)), 'float32'), -1e9)))),
  ...[0, 0.1].map((weightDecay) => of(`AdamW with weight decay ${weightDecay}`, [reals([7]), reals([7]), reals([7], 0, 2), reals([7])], (w, m, v, g) => {
    const scalars = tf.tensor([0.1, 0.2, 0.9, 0.5]);
    return tf.engine().runKernel('AdamW', { w, m, v, g, scalars }, { beta1: 0.9, beta2: 0.99, eps: 1e-6, weightDecay }) as T[];
  })),
  of('a sample by Gumbel noise', [reals([3, 5]), reals([3, 5], 0.01, 0.99)], (logits, u) => tf.argMax(tf.sub(logits, tf.log(tf.neg(tf.log(u)))), -1)),
];
