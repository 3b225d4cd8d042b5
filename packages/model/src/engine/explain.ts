/**
 * A graph as text: one node a line with shapes, multiplications and additions, and the bytes that it reads and writes, then the totals.
 * The counts are those of the plain algorithm, for comparing nodes with each other: what a cache saves or a kernel wastes is not in them.
 */
import { sizeOf, type Graph, type GraphAttrs, type GraphNode, type GraphValue } from './graph.js';

export interface NodeCost {
  readonly flops: number;
  readonly bytes: number;
}

/** Ops that only move numbers. */
const MOVES = new Set(['Reshape', 'Transpose', 'SplitV', 'Concat', 'Tile', 'BroadcastTo', 'Slice', 'Reverse', 'PadV2', 'GatherV2', 'Fill', 'OneHot', 'Cast', 'PickLast']);
/** Operations for each number of the first input: sums, norms and exponentials read it more than once. */
const PER_INPUT: { readonly [op: string]: number } = { Sum: 1, Mean: 1, Max: 1, Min: 1, Prod: 1, All: 1, Any: 1, ArgMax: 1, ArgMin: 1, Cumsum: 1, UnsortedSegmentSum: 1, SumSquares: 2, Softmax: 4, LogSoftmax: 4, RmsNorm: 4, Rotary: 3, AdamW: 12 };

/** Ops that read of their first input only what they give. */
const PICKS = new Set(['Slice', 'GatherV2', 'PickLast']);

export function nodeCost({ op, inputs, outputs, attrs }: GraphNode): NodeCost {
  const bytes = op === 'Reshape' ? 0 : [...(PICKS.has(op) ? [outputs[0]!, ...inputs.slice(1)] : new Set(inputs)), ...outputs].reduce((sum, value) => sum + bytesOf(value), 0);
  if (MOVES.has(op)) return { flops: 0, bytes };
  if (op === 'BatchMatMul') return { flops: 2 * sizeOf(outputs[0]!.shape) * inputs[0]!.shape.at(attrs['transposeA'] ? -2 : -1)!, bytes };
  if (op === 'AddAtLast' || op === 'AddRows') return { flops: sizeOf(inputs[1]!.shape), bytes };
  const each = PER_INPUT[op];
  return { flops: each === undefined ? sizeOf(outputs[0]!.shape) : each * sizeOf(inputs[0]!.shape), bytes };
}

/** `BatchMatMul_3:float32[8,16] = BatchMatMul(in0, in1) {transposeA=false transposeB=true scale=1} # 4.10 kFLOP, 1.54 kB` */
export function explain(graph: Graph): string {
  const costs = graph.nodes.map(nodeCost);
  const total = costs.reduce((sum, cost) => ({ flops: sum.flops + cost.flops, bytes: sum.bytes + cost.bytes }), { flops: 0, bytes: 0 });
  return [
    `inputs ${graph.inputs.map(withType).join(' ')}`,
    ...graph.nodes.map((node, i) => `${node.outputs.map(withType).join(' ')} = ${node.op}(${node.inputs.map(nameOrNumber).join(', ')})${attrsText(node.attrs)} # ${costText(costs[i]!)}`),
    `outputs ${graph.outputs.map(nameOrNumber).join(' ')}`,
    `total ${graph.nodes.length} node${graph.nodes.length === 1 ? '' : 's'}, ${costText(total)}`,
  ].join('\n');
}

const bytesOf = ({ shape, dtype }: GraphValue): number => sizeOf(shape) * (dtype === 'bool' ? 1 : 4);
const costText = ({ flops, bytes }: NodeCost): string => `${scaled(flops, 'FLOP')}, ${scaled(bytes, 'B')}`;
const withType = ({ name, dtype, shape }: GraphValue): string => `${name}:${dtype}[${shape.join(',')}]`;
const nameOrNumber = ({ name, data }: GraphValue): string => (data?.length === 1 ? String(data[0]) : name);

/** Three digits with the prefix that fits: 4.10 k, 12.6 M. */
function scaled(count: number, unit: string): string {
  if (count < 1000) return `${count} ${unit}`;
  const step = Math.min(Math.floor(Math.log10(count) / 3), 4);
  return `${(count / 1000 ** step).toPrecision(3)} ${' kMGT'[step]}${unit}`;
}

function attrsText(attrs: GraphAttrs): string {
  const entries = Object.entries(attrs).map(([name, value]) => `${name}=${Array.isArray(value) ? `[${value.join(',')}]` : String(value)}`);
  return entries.length === 0 ? '' : ` {${entries.join(' ')}}`;
}
