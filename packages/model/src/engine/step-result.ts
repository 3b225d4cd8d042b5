/**
 * What a step returned, in one form: its outputs, and the updates of variables that do change, checked against them.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { ModelError } from '../errors.js';
import type { StepResult, TensorSpec } from './engine.js';
import { sameShape } from './graph.js';

export interface CheckedResult {
  readonly outputs: readonly Tensor[];
  readonly updates: readonly { readonly variable: number; readonly tensor: Tensor }[];
  readonly commit?: Tensor;
}

/** @throws MODEL_SHAPE_MISMATCH when an update does not fit its variable, or `commit` is not one number */
export function stepResult(result: readonly Tensor[] | StepResult, variables: readonly TensorSpec[]): CheckedResult {
  if (!('updates' in result)) return { outputs: result, updates: [] };
  const { outputs, updates, commit } = result;
  if (updates.length !== variables.length) throw mismatch('updates of a step', `${variables.length}, one for each variable`, String(updates.length));
  if (commit && commit.size !== 1) throw mismatch('commit', 'one number', `[${commit.shape.join(', ')}]`);
  const changed = updates.flatMap((tensor, variable) => {
    if (!tensor) return [];
    const { shape, dtype } = variables[variable] as TensorSpec;
    if (!sameShape(tensor.shape, shape) || tensor.dtype !== dtype) throw mismatch(`update of variable ${variable}`, `[${shape.join(', ')}] ${dtype}`, `[${tensor.shape.join(', ')}] ${tensor.dtype}`);
    return [{ variable, tensor }];
  });
  return { outputs, updates: changed, ...(commit ? { commit } : {}) };
}

function mismatch(what: string, expected: string, got: string): ModelError {
  return new ModelError('MODEL_SHAPE_MISMATCH', { details: { what, expected, got } });
}
