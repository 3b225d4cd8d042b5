/**
 * What each tfjs kernel writes into a graph: op, inputs, output shapes and types, attributes with every default filled in.
 * Kernels that only rename another (ExpandDims, Unpack) are written as that other one. Nothing is computed here.
 * Ops of ours beyond tfjs's names: `AdamW` (adamw-rule.ts); `Fill` has no inputs and `BroadcastTo` repeats axes of size 1.
 */
import type { NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';
import { ADAMW_RULES } from './adamw-rule.js';
import { ELEMENTWISE_RULES } from './elementwise-rules.js';
import type { GraphAttrs, GraphDtype } from './graph.js';
import { MOVEMENT_RULES } from './movement-rules.js';
import { REDUCTION_RULES } from './reduction-rules.js';

export interface ValueType {
  readonly shape: readonly number[];
  readonly dtype: GraphDtype;
}

/** Where rules write to. Every tensor returned is new to tfjs, which owns it. */
export interface Emitter {
  emit(op: string, inputs: readonly TensorInfo[], output: ValueType, attrs?: GraphAttrs): TensorInfo;
  emitAll(op: string, inputs: readonly TensorInfo[], outputs: readonly ValueType[], attrs?: GraphAttrs): TensorInfo[];
  constant(numbers: Float32Array | Int32Array, type: ValueType): TensorInfo;
  /** The same tensor under another name. */
  same(x: TensorInfo): TensorInfo;
}

export type KernelRule = (to: Emitter, inputs: NamedTensorInfoMap, attrs: NamedAttrMap) => TensorInfo | TensorInfo[];
export type KernelRules = { readonly [kernelName: string]: KernelRule };

export const KERNEL_RULES: KernelRules = { ...ELEMENTWISE_RULES, ...REDUCTION_RULES, ...MOVEMENT_RULES, ...ADAMW_RULES };
