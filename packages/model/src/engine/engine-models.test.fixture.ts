/**
 * Larger steps that engines must agree on: the gradients of a small attention model, and random compositions of ops.
 * The model is written apart from the decoder of this package, so that a change there cannot hide a fault of an engine.
 */
import * as fc from 'fast-check';
import { tf } from '../tf.js';
import { reals, wholes } from './engine-cases.js';
import { assertSameResults } from './engine-contract.js';
import type { Engine, Step } from './engine.js';

export function agreesOnAttention(engine: Engine, reference: Engine, tolerance: number): Promise<void> {
  return assertSameResults(engine, reference, attentionStep, ATTENTION_INPUTS, tolerance);
}

export function agreesOnPrograms(engine: Engine, reference: Engine, tolerance: number, numRuns = 25): Promise<void> {
  return fc.assert(fc.asyncProperty(PROGRAM, (program) => assertSameResults(engine, reference, runProgram(program), PROGRAM_INPUTS, tolerance)), { numRuns, seed: 5 });
}

/** Next-token loss of a causal transformer of width D: embedding, LAYERS x (attention of H heads, ReLU layer), tied head. Weights are [out, in]. */
const [B, S, V, D, H, LAYERS] = [2, 5, 7, 8, 2, 2];
const ATTENTION_INPUTS = [wholes([B, S], 0, V), reals([V, D], -0.5, 0.5), ...Array.from({ length: LAYERS }, () => [reals([3 * D, D], -0.5, 0.5), reals([D, D], -0.5, 0.5), reals([2 * D, D], -0.5, 0.5), reals([D, 2 * D], -0.5, 0.5)]).flat()];

const attentionStep: Step = ([ids, ...weights]) => {
  const loss = (...given: tf.Tensor[]): tf.Scalar => {
    const [embedding, ...layers] = given as [tf.Tensor, ...tf.Tensor[]];
    const positions = tf.range(0, S, 1, 'int32');
    const mask = tf.mul(tf.cast(tf.less(tf.reshape(positions, [S, 1]), positions), 'float32'), -1e9); // [S, S]
    let x = tf.gather(embedding, ids as tf.Tensor1D); // [B, S, D]
    for (let layer = 0; layer < LAYERS; layer++) {
      const [qkv, out, up, down] = layers.slice(4 * layer, 4 * layer + 4) as [tf.Tensor, tf.Tensor, tf.Tensor, tf.Tensor];
      const heads = tf.split(tf.matMul(x, qkv, false, true), 3, -1).map((y) => tf.transpose(tf.reshape(y, [B, S, H, D / H]), [0, 2, 1, 3]));
      const [q, k, v] = heads as [tf.Tensor, tf.Tensor, tf.Tensor]; // [B, H, S, D/H]
      const weightsOf = tf.softmax(tf.add(tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(D / H)), mask)); // [B, H, S, S]
      const mixed = tf.reshape(tf.transpose(tf.matMul(weightsOf, v), [0, 2, 1, 3]), [B, S, D]);
      x = tf.add(x, tf.matMul(mixed, out, false, true));
      x = tf.add(x, tf.matMul(tf.relu(tf.matMul(x, up, false, true)), down, false, true)); // [B, S, D]
    }
    const logprobs = tf.logSoftmax(tf.matMul(tf.slice(x, [0, 0, 0], [-1, S - 1, -1]), embedding, false, true)); // [B, S-1, V]
    const chosen = tf.gather(logprobs, tf.slice(ids!, [0, 1], [-1, -1]) as tf.Tensor1D, 2, 2); // [B, S-1]
    return tf.neg(tf.mean(chosen));
  };
  const { value, grads } = tf.valueAndGrads(loss)(weights);
  return [value, ...grads];
};

/** A program takes tensors from a pool by number and puts results back; a line that does not fit the shapes is left out. */
const PROGRAM_INPUTS = [reals([3, 4]), reals([4, 4]), reals([4]), reals([2, 3, 4]), reals([1, 4])];
const OPS: readonly ((a: tf.Tensor, b: tf.Tensor) => tf.Tensor)[] = [
  tf.add, tf.sub, tf.mul, tf.maximum, (a, b) => tf.matMul(a, b), (a, b) => tf.matMul(a, b, false, true), (a, b) => tf.matMul(tf.transpose(a), b), (a, b) => tf.mul(tf.matMul(a, b), 0.5),
  (a) => tf.tanh(a), (a) => tf.sigmoid(a), (a) => tf.softmax(a), (a) => tf.sum(a, -1, true), (a) => tf.mean(a, 0, true), (a) => tf.reshape(a, [-1, 4]), (a) => tf.transpose(a), (a) => tf.mul(a, tf.onesLike(a)),
  (a, b) => tf.where(tf.greater(a, 0.1), a, b), (a, b) => tf.concat([a, b], 0), (a) => tf.slice(a, a.shape.map(() => 0), a.shape.map((n) => Math.ceil(n / 2))), (a, b) => tf.broadcastTo(a, b.shape),
];
const PROGRAM = fc.array(fc.tuple(fc.nat(OPS.length - 1), fc.nat(99), fc.nat(99)), { minLength: 3, maxLength: 12 });

function runProgram(program: readonly (readonly [number, number, number])[]): Step {
  return (inputs) => {
    const pool = [...inputs];
    for (const [op, a, b] of program) {
      try {
        pool.push(tf.tanh(OPS[op]!(pool[a % pool.length]!, pool[b % pool.length]!)));
      } catch {
        continue; // shapes that do not fit
      }
    }
    return pool.slice(inputs.length);
  };
}
