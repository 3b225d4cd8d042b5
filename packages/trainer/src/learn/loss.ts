/**
 * The loss of one bucket of rows as a fixed function of tensors that gives the loss, its parts and all gradients.
 *   L = − Σ w · log π(token) − Σ h · H_allowed(π) − l Σ v · log π(allowed)
 * w sums A/N over the steps that sampled the token, h sums c/N over the visits; N is the constant number of turns of an update, never a reply's
 * own length, so that a token's gradient does not depend on how long its reply is (Dr. GRPO, arXiv:2503.20783, section 3.2).
 * H_allowed is the entropy of π renormalised to the allowed tokens, π(allowed) their probability together, v counts visits and l is constant: the last
 * term teaches the form of actions and nothing about which one to take. Imitation is the same step with w = 1/N and h = 0.
 * It knows no game, no baseline and no schedule: those are in w and h.
 */
import { decoderLogits, type GradientSource, type ModelConfig, tf, type TensorSpec } from '@spiral-arena/model';
import type { RowBucket } from './rows.js';

export interface LossSettings {
  /** Logits are divided by it, as they were at sampling. */
  readonly temperature: number;
  /** The policy is over allowed tokens alone, as it was at sampling. */
  readonly constrained: boolean;
  /** l: weight of the log-probability of the allowed tokens together, at every visit. */
  readonly legality: number;
}

/** B rows, T tokens, A places, V vocabulary. */
export interface LossShape {
  readonly rows: number;
  readonly tokens: number;
  readonly places: number;
}

/** The arrays of a bucket in the order of the inputs of `lossSource`. */
export function lossInputs(bucket: RowBucket): (Int32Array | Float32Array)[] {
  return [bucket.tokenIds, bucket.positions, bucket.weights, bucket.allowed, bucket.entropyWeights, bucket.visits];
}

/**
 * The loss for buckets of one shape. Outputs: L `[]`, and the entropy over allowed tokens summed over visits `[]`.
 */
export function lossSource(config: ModelConfig, settings: LossSettings, { rows, tokens, places }: LossShape): GradientSource {
  const perToken: TensorSpec = { shape: [rows, places, config.vocabSize], dtype: 'float32' };
  const perPlace: TensorSpec = { shape: [rows, places], dtype: 'float32' };
  return {
    inputs: [{ shape: [rows, tokens], dtype: 'int32' }, { shape: [rows, places], dtype: 'int32' }, perToken, perToken, perPlace, perPlace],
    gradient: (weights, inputs) => {
      const [tokenIds, positions, w, allowed, h, visits] = inputs as [tf.Tensor, tf.Tensor, tf.Tensor, tf.Tensor, tf.Tensor, tf.Tensor];
      const measured = (...given: tf.Tensor[]): tf.Tensor => {
        const logits = decoderLogits(config, given, tokenIds, positions); // [B, A, V]
        return lossOfLogits(logits, { w, allowed, h, visits }, settings); // [2]
      };
      // valueAndGrads types its function as scalar; with a given dy it is the vector-Jacobian product, here of L alone.
      const { value, grads } = tf.valueAndGrads(measured as (...given: tf.Tensor[]) => tf.Scalar)([...weights], tf.tensor1d([1, 0]) as tf.Tensor as tf.Scalar);
      return { outputs: tf.unstack(value), gradients: grads };
    },
  };
}

interface LossTargets {
  readonly w: tf.Tensor;
  readonly allowed: tf.Tensor;
  readonly h: tf.Tensor;
  readonly visits: tf.Tensor;
}

/**
 * [L, Σ visits · H], with the gradient of L in closed form; the second has none. With z the logits over the temperature, π = softmax(z),
 * q = softmax over allowed tokens, H = − Σ q log q:
 *   ∂L/∂z = π Σw − w + h q (log q + H) + l v (π − q); constrained: q stands for π, and the last term is 0
 * @param logits `[B, A, V]` float32
 * @returns `[2]` float32
 */
function lossOfLogits(logits: tf.Tensor, { w, allowed, h, visits }: LossTargets, { temperature, constrained, legality }: LossSettings): tf.Tensor {
  const op = tf.customGrad((given, save) => {
    const z = temperature === 1 ? (given as tf.Tensor) : tf.div(given as tf.Tensor, temperature); // [B, A, V]
    const logAllowed = tf.logSoftmax(tf.add(z, tf.mul(tf.sub(allowed, 1), FORBIDDEN))); // [B, A, V], log q
    const logPolicy = constrained ? logAllowed : tf.logSoftmax(z); // [B, A, V], log π
    const q = tf.exp(logAllowed); // [B, A, V], 0 where not allowed
    const surprise = tf.mul(q, logAllowed); // [B, A, V], q log q
    const entropy = tf.neg(tf.sum(surprise, -1)); // [B, A]
    let gain = tf.add(tf.sum(tf.mul(w, logPolicy)), tf.sum(tf.mul(h, entropy))); // []
    const policy = constrained ? q : tf.exp(logPolicy); // [B, A, V], π
    const pull = tf.sub(tf.mul(policy, tf.sum(w, -1, true)), w); // [B, A, V], π Σw − w
    const spread = tf.mul(tf.expandDims(h, -1), tf.add(surprise, tf.mul(q, tf.expandDims(entropy, -1)))); // [B, A, V], h q (log q + H)
    let gradient = tf.add(pull, spread); // [B, A, V]
    if (legality > 0 && !constrained) {
      const logLegal = tf.sum(tf.mul(q, tf.sub(logPolicy, logAllowed)), -1); // [B, A], log π(allowed): the difference is equal for all allowed tokens
      gain = tf.add(gain, tf.mul(tf.sum(tf.mul(visits, logLegal)), legality));
      gradient = tf.add(gradient, tf.mul(tf.mul(tf.expandDims(visits, -1), legality), tf.sub(policy, q))); // l v (π − q)
    }
    (save as (tensors: tf.Tensor[]) => void)([temperature === 1 ? gradient : tf.div(gradient, temperature)]);
    return {
      value: tf.stack([tf.neg(gain), tf.sum(tf.mul(visits, entropy))]), // [2]
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => tf.mul(tf.slice(dy, [0], [1]), saved[0] as tf.Tensor), // [B, A, V]
    };
  });
  return op(logits);
}

/** Added to the logit of a token that is not allowed: its probability is then 0 in float32. */
const FORBIDDEN = 1e9;
