/**
 * Derivatives of kernels that act on each element by itself, with broadcasting where they take two inputs.
 * The formulas are the ones of any calculus table; they are kept in terms of the output where that is cheaper.
 */
import * as tf from '@tensorflow/tfjs-core';
import { binary, flat, unary } from './derivative.js';

const where = (condition: tf.Tensor, dy: tf.Tensor): tf.Tensor => tf.mul(dy, tf.cast(condition, 'float32'));

export const ELEMENTWISE_GRADIENTS: readonly tf.GradConfig[] = [
  binary(tf.Add, (dy) => dy, (dy) => dy),
  binary(tf.Sub, (dy) => dy, (dy) => tf.neg(dy)),
  binary(tf.Multiply, (dy, _a, b) => tf.mul(dy, tf.cast(b, 'float32')), (dy, a) => tf.mul(dy, tf.cast(a, 'float32'))),
  binary(tf.RealDiv, (dy, _a, b) => tf.div(dy, tf.cast(b, 'float32')), (dy, a, b) => tf.neg(tf.div(tf.mul(dy, tf.cast(a, 'float32')), tf.square(tf.cast(b, 'float32'))))),
  binary(tf.Maximum, (dy, a, b) => where(tf.greaterEqual(a, b), dy), (dy, a, b) => where(tf.less(a, b), dy)),
  binary(tf.Minimum, (dy, a, b) => where(tf.lessEqual(a, b), dy), (dy, a, b) => where(tf.greater(a, b), dy)),
  binary(tf.SquaredDifference, (dy, a, b) => tf.mul(dy, tf.mul(2, tf.sub(a, b))), (dy, a, b) => tf.mul(dy, tf.mul(2, tf.sub(b, a)))),
  binary(
    tf.Pow,
    (dy, a, b) => tf.mul(dy, tf.mul(tf.cast(b, 'float32'), tf.pow(a, tf.sub(b, 1)))), // b aᵇ⁻¹
    (dy, a, b) => tf.mul(dy, tf.mul(tf.pow(a, b), tf.log(tf.where(tf.greater(a, 0), a, tf.onesLike(a))))), // aᵇ ln a, 0 where a ≤ 0
  ),
  { kernelName: tf.AddN, saveAllInputs: true, gradFunc: (dy, saved) => Object.fromEntries(saved.map((_, i) => [i, () => tf.clone(dy as tf.Tensor)])) },
  {
    kernelName: tf.Select,
    inputsToSave: ['condition'],
    gradFunc: (dy, [condition]) => ({
      condition: () => tf.zeros(condition!.shape),
      t: () => where(condition!, dy as tf.Tensor),
      e: () => where(tf.logicalNot(condition!), dy as tf.Tensor),
    }),
  },

  { kernelName: tf.Neg, gradFunc: (dy) => ({ x: () => tf.neg(dy as tf.Tensor) }) },
  { kernelName: tf.Identity, gradFunc: (dy) => ({ x: () => tf.cast(dy as tf.Tensor, 'float32') }) },
  { kernelName: tf.Cast, gradFunc: (dy) => ({ x: () => tf.cast(dy as tf.Tensor, 'float32') }) },
  unary(tf.Exp, 'y', (dy, y) => tf.mul(dy, y)),
  unary(tf.Expm1, 'y', (dy, y) => tf.mul(dy, tf.add(y, 1))),
  unary(tf.Log, 'x', (dy, x) => tf.div(dy, x)),
  unary(tf.Log1p, 'x', (dy, x) => tf.div(dy, tf.add(x, 1))),
  unary(tf.Sigmoid, 'y', (dy, y) => tf.mul(dy, tf.mul(y, tf.sub(1, y)))),
  unary(tf.Softplus, 'x', (dy, x) => tf.mul(dy, tf.sigmoid(x))),
  unary(tf.Tanh, 'y', (dy, y) => tf.mul(dy, tf.sub(1, tf.square(y)))),
  unary(tf.Sqrt, 'y', (dy, y) => tf.div(dy, tf.mul(2, y))),
  unary(tf.Rsqrt, 'y', (dy, y) => tf.mul(dy, tf.mul(-0.5, tf.mul(y, tf.square(y))))), // −½ x^(−3/2)
  unary(tf.Square, 'x', (dy, x) => tf.mul(dy, tf.mul(2, tf.cast(x, 'float32')))),
  unary(tf.Reciprocal, 'y', (dy, y) => tf.neg(tf.mul(dy, tf.square(y)))),
  unary(tf.Abs, 'x', (dy, x) => tf.mul(dy, tf.step(tf.cast(x, 'float32'), -1))),
  unary(tf.Relu, 'x', (dy, x) => tf.mul(dy, tf.step(x))),
  unary(tf.Sin, 'x', (dy, x) => tf.mul(dy, tf.cos(x))),
  unary(tf.Cos, 'x', (dy, x) => tf.neg(tf.mul(dy, tf.sin(x)))),
  unary(tf.Erf, 'x', (dy, x) => tf.mul(dy, tf.mul(2 / Math.sqrt(Math.PI), tf.exp(tf.neg(tf.square(x)))))),
  unary(tf.ClipByValue, 'x', (dy, x, attrs) => where(tf.logicalAnd(tf.greaterEqual(x, attrs['clipValueMin'] as number), tf.lessEqual(x, attrs['clipValueMax'] as number)), dy)),

  ...[tf.Step, tf.Sign, tf.Floor, tf.Ceil, tf.Round, tf.ZerosLike, tf.OnesLike, tf.LogicalNot, tf.ArgMax].map((kernel) => flat(kernel, 'x')),
  ...[tf.Greater, tf.GreaterEqual, tf.Less, tf.LessEqual, tf.Equal, tf.NotEqual, tf.LogicalAnd, tf.LogicalOr, tf.FloorDiv].map((kernel) => flat(kernel, 'a', 'b')),
];
