/**
 * Indices that a step takes straight from its inputs, checked before the run: on a GPU and under XLA TensorFlow does not refuse one that is
 * out of range, it answers with zeros or with another row. Indices that are computed in the graph are TensorFlow's affair.
 */
import { ModelError } from '../errors.js';
import type { TensorData } from './engine.js';
import { producers, type Graph, type GraphValue } from './graph.js';

/** All numbers of an input must lie in {0, ..., limit - 1}. */
export interface IndexRange {
  readonly input: number;
  readonly limit: number;
  /** The first output of the node that looks up. */
  readonly node: string;
}

export function indexRanges(graph: Graph): IndexRange[] {
  const made = producers(graph);
  const source = (value: GraphValue): GraphValue => {
    const node = made.get(value);
    return node && (node.op === 'Reshape' || node.op === 'Transpose') ? source(node.inputs[0]!) : value; // the same numbers
  };
  return graph.nodes.flatMap((node) => {
    if (node.op !== 'GatherV2') return [];
    const input = graph.inputs.indexOf(source(node.inputs[1]!));
    return input === -1 ? [] : [{ input, limit: node.inputs[0]!.shape[node.attrs['axis'] as number]!, node: node.outputs[0]!.name }];
  });
}

/** @throws MODEL_ENGINE_FAILED for the first index out of range */
export function checkIndices(ranges: readonly IndexRange[], inputs: readonly TensorData[]): void {
  for (const { input, limit, node } of ranges) {
    const place = inputs[input]?.findIndex((index) => index < 0 || index >= limit) ?? -1; // a variable has no input
    if (place === -1) continue;
    const reason = `${node}: input ${input}[${place}] = ${inputs[input]![place]} is not in [0, ${limit})`;
    throw new ModelError('MODEL_ENGINE_FAILED', { details: { engine: 'tensorflow', action: 'run the step', reason, op: node }, cause: new RangeError(reason) });
  }
}
