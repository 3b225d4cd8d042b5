/**
 * Hands the derivatives of this folder to tfjs, whose tape does the rest. A kernel without a row here cannot be differentiated
 * (tfjs then names it); kernels that are flat almost everywhere, such as comparisons, answer zero.
 */
import * as tf from '@tensorflow/tfjs-core';
import { ELEMENTWISE_GRADIENTS } from './elementwise.js';
import { LINEAR_GRADIENTS } from './linear.js';
import { SHAPE_GRADIENTS } from './shape.js';

export function registerGradients(): void {
  for (const config of [...ELEMENTWISE_GRADIENTS, ...LINEAR_GRADIENTS, ...SHAPE_GRADIENTS]) tf.registerGradient(config);
}
