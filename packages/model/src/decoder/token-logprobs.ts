/**
 * Log-probabilities of given tokens from logits, with the gradient in closed form. Which tokens count in a loss is the caller's matter.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { ModelError } from '../errors.js';
import { tf } from '../tf.js';
import { withGradient } from './with-gradient.js';

/**
 * ℓ = z[target] − log Σ exp z; dz = dℓ (onehot(target) − softmax(z)). Stable for logits of any size.
 * @param logits  `[.., V]` float32, z
 * @param targets `[..]` int32, the same leading shape
 * @returns `[..]` float32; the caller disposes it
 * @throws MODEL_SHAPE_MISMATCH
 */
export function tokenLogprobs(logits: Tensor, targets: Tensor): Tensor {
  const vocabulary = logits.shape.at(-1) as number;
  if (logits.rank < 1 || logits.shape.slice(0, -1).join() !== targets.shape.join() || targets.dtype !== 'int32') {
    throw new ModelError('MODEL_SHAPE_MISMATCH', { details: { what: 'targets', expected: `[${logits.shape.slice(0, -1).join(', ')}] int32`, got: `[${targets.shape.join(', ')}] ${targets.dtype}` } });
  }
  return withGradient([logits], (save) => {
    const all = tf.logSoftmax(logits); // [.., V]
    const chosen = tf.oneHot(targets, vocabulary); // [.., V]
    save([all, chosen]);
    return {
      value: tf.sum(tf.mul(all, chosen), -1), // [..]
      gradient: (dy, saved) => {
        const [logprobs, target] = saved as [Tensor, Tensor];
        return [tf.mul(tf.sub(target, tf.exp(logprobs)), tf.expandDims(dy, -1))]; // [.., V]
      },
    };
  });
}
