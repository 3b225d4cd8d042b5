/**
 * Shape rules of kernels that act on each element by itself, and of those that make constants. See `kernel-rules.ts`.
 */
import { tf } from '../tf.js';
import type { GraphAttrs, GraphDtype } from './graph.js';
import type { Emitter, KernelRule, KernelRules } from './kernel-rules.js';

type Info = tf.TensorInfo;

/** Types of the graph; the recording refuses others when it reads the tensor. */
export const typeOf = (x: Info): GraphDtype => x.dtype as GraphDtype;

/** `x` as `dtype`, for use inside a rule: x itself where no Cast is needed. */
export function cast(to: Emitter, x: Info, dtype: GraphDtype): Info {
  return x.dtype === dtype ? x : to.emit('Cast', [x], { shape: x.shape, dtype });
}

/** y = f(a, b) with broadcasting, of type `dtype` or of a's. */
function binary(op: string, dtype?: GraphDtype): KernelRule {
  return (to, { a, b }) => to.emit(op, [a!, b!], { shape: tf.broadcast_util.assertAndGetBroadcastShape(a!.shape, b!.shape), dtype: dtype ?? typeOf(a!) });
}

/** y = f(x), of x's type. */
function unary(op: string, attrs: (given: tf.NamedAttrMap) => GraphAttrs = () => ({})): KernelRule {
  return (to, { x }, given) => to.emit(op, [x!], { shape: x!.shape, dtype: typeOf(x!) }, attrs(given));
}

/** y = f(x) in float32, whatever x is. */
function real(op: string, input = 'x'): KernelRule {
  return (to, inputs) => {
    const x = cast(to, inputs[input]!, 'float32');
    return to.emit(op, [x], { shape: x.shape, dtype: 'float32' });
  };
}

/** Whole numbers stay what they are. */
function rounding(op: string): KernelRule {
  return (to, { x }) => (x!.dtype === 'int32' ? to.same(x!) : to.emit(op, [x!], { shape: x!.shape, dtype: typeOf(x!) }));
}

const test = (op: string): KernelRule => (to, { x }) => to.emit(op, [x!], { shape: x!.shape, dtype: 'bool' });
const byName = (kernels: readonly string[], rule: (op: string) => KernelRule): KernelRules => Object.fromEntries(kernels.map((name) => [name, rule(name)]));
const fill = (to: Emitter, shape: readonly number[], dtype: GraphDtype, value: number): Info => to.emit('Fill', [], { shape, dtype }, { value });

export const ELEMENTWISE_RULES: KernelRules = {
  ...byName([tf.Add, tf.Sub, tf.Multiply, tf.Maximum, tf.Minimum, tf.Pow, tf.SquaredDifference, tf.FloorDiv, tf.Mod], (op) => binary(op)),
  ...byName([tf.Greater, tf.GreaterEqual, tf.Less, tf.LessEqual, tf.Equal, tf.NotEqual, tf.LogicalAnd, tf.LogicalOr], (op) => binary(op, 'bool')),
  [tf.RealDiv]: binary(tf.RealDiv, 'float32'),
  [tf.AddN]: (to, inputs) => {
    const xs = Object.values(inputs) as Info[];
    return to.emit(tf.AddN, xs, { shape: xs[0]!.shape, dtype: typeOf(xs[0]!) });
  },
  [tf.Select]: (to, { condition, t, e }) => to.emit(tf.Select, [condition!, t!, e!], { shape: t!.shape, dtype: typeOf(t!) }),

  ...byName([tf.Neg, tf.Abs, tf.Relu, tf.Square, tf.Sign], (op) => unary(op)),
  ...byName([tf.Exp, tf.Expm1, tf.Log, tf.Log1p, tf.Sigmoid, tf.Softplus, tf.Sqrt, tf.Rsqrt, tf.Tanh, tf.Reciprocal, tf.Sin, tf.Cos, tf.Erf], (op) => real(op)),
  ...byName([tf.Floor, tf.Ceil, tf.Round], rounding),
  ...byName([tf.IsNan, tf.IsInf, tf.IsFinite, tf.LogicalNot], test),
  [tf.Step]: unary(tf.Step, (given) => ({ alpha: (given['alpha'] as number | undefined) ?? 0 })),
  [tf.ClipByValue]: unary(tf.ClipByValue, (given) => ({ min: given['clipValueMin'] as number, max: given['clipValueMax'] as number })),
  [tf.Softmax]: real(tf.Softmax, 'logits'), // tfjs allows the last axis only
  [tf.LogSoftmax]: real(tf.LogSoftmax, 'logits'),
  [tf.Cast]: (to, { x }, { dtype }) => (x!.dtype === dtype ? to.same(x!) : cast(to, x!, dtype as GraphDtype)),
  [tf.Identity]: (to, { x }) => to.same(x!),

  [tf.Fill]: (to, _inputs, { shape, value, dtype }) => fill(to, shape as number[], (dtype as GraphDtype | undefined) ?? 'float32', Number(value)),
  [tf.ZerosLike]: (to, { x }) => fill(to, x!.shape, typeOf(x!), 0),
  [tf.OnesLike]: (to, { x }) => fill(to, x!.shape, typeOf(x!), 1),
  [tf.Range]: (to, _inputs, attrs) => {
    const { start, stop, step } = attrs as { start: number; stop: number; step: number };
    const size = start === stop || (start < stop) !== step > 0 ? 0 : Math.ceil(Math.abs((stop - start) / step));
    const dtype = (attrs['dtype'] as GraphDtype | undefined) ?? 'float32';
    return to.constant(numbers(dtype, size, (i) => start + i * step), { shape: [size], dtype });
  },
  [tf.LinSpace]: (to, _inputs, attrs) => {
    const { start, stop, num } = attrs as { start: number; stop: number; num: number };
    return to.constant(numbers('float32', num, (i) => (num === 1 ? start : start + (i * (stop - start)) / (num - 1))), { shape: [num], dtype: 'float32' });
  },
};

function numbers(dtype: GraphDtype, size: number, at: (i: number) => number): Float32Array | Int32Array {
  return dtype === 'float32' ? Float32Array.from({ length: size }, (_, i) => at(i)) : Int32Array.from({ length: size }, (_, i) => at(i));
}
