/**
 * Rotary positions and their gradient, which turns back, as one op of ours in place of splits, joins and products of whole tensors:
 *   Rotary(x [B, T, H, d], cos [L, d/2], sin [L, d/2], positions [B T] int32, or none for 0 to T-1) -> [B, T, H, d]
 * The tables must be constants with both halves of a row alike, as the decoder makes them.
 */
import { sameShape, type Graph, type GraphValue } from '../graph.js';
import type { Builder } from './builder.js';
import { any, op, type Made, type Pattern } from './pattern.js';
import { rewrite, type Fusion } from './rewrite.js';

/** The first or second half of what the pattern matches, along the last axis. */
const half = (which: 0 | 1, whole: Pattern): Pattern => (value, found, made) => {
  const node = made.get(value);
  if (node?.op !== 'SplitV' || node.outputs.length !== 2 || node.outputs[which] !== value) return [];
  return node.attrs['axis'] === value.shape.length - 1 && sameShape(node.outputs[0]!.shape, node.outputs[1]!.shape) ? whole(node.inputs[0]!, found, made) : [];
};

/** (x₁, x₂) -> (−x₂, x₁) */
const turned = (x: Pattern): Pattern => op('Concat', [op('Neg', [half(1, x)]), half(0, x)], ({ attrs, outputs }) => attrs['axis'] === outputs[0]!.shape.length - 1);

const rotation = (find: Pattern, sense: 1 | -1): Fusion => ({
  find,
  replace: ({ x, cos, sin }, to, { made }) => {
    const [c, s] = [tableOf(cos!, x!, made), tableOf(sin!, x!, made)];
    if (!c || !s || c.positions !== s.positions || !sameShape(c.table.shape, s.table.shape)) return undefined;
    const [cosines, sines] = [halved(c.table, 1, to), halved(s.table, sense, to)];
    return cosines && sines ? to.add('Rotary', [x!, cosines, sines, ...(c.positions ? [c.positions] : [])], x!.shape) : undefined;
  },
});

const FORWARD = rotation(op('Add', [op('Multiply', [any('x'), any('cos')]), op('Multiply', [turned(any('x')), any('sin')])]), 1);
const BACKWARD = rotation(op('Sub', [op('Multiply', [any('x'), any('cos')]), turned(op('Multiply', [any('x'), any('sin')]))]), -1);

interface Table {
  /** `[L, d]`, a constant. */
  readonly table: GraphValue;
  /** `[B T]` int32; without, rows are those of 0 to T-1. */
  readonly positions?: GraphValue;
}

/** How `[1 or B, T, 1, d]` comes from a constant table, for x `[B, T, H, d]`. */
function tableOf(value: GraphValue, x: GraphValue, made: Made): Table | undefined {
  if (x.shape.length !== 4 || x.dtype !== 'float32') return undefined;
  const [batch, length, , width] = x.shape as [number, number, number, number];
  if (value.data) return sameShape(value.shape, [1, length, 1, width]) ? { table: { ...value, shape: [length, width] } } : undefined;
  const rows = made.get(value)?.op === 'Reshape' ? made.get(made.get(value)!.inputs[0]!) : undefined;
  if (rows?.op !== 'GatherV2' || rows.attrs['axis'] !== 0 || rows.attrs['batchDims'] !== 0 || !sameShape(value.shape, [batch, length, 1, width])) return undefined;
  const [table, positions] = rows.inputs as [GraphValue, GraphValue];
  return table.data && table.shape.length === 2 && positions.shape.length === 1 ? { table, positions } : undefined;
}

/** The first halves of the rows, times ±1, if the second ones are equal. */
function halved({ data, shape }: GraphValue, sign: 1 | -1, to: Builder): GraphValue | undefined {
  const [length, width] = shape as [number, number];
  const count = width / 2;
  const numbers = new Float32Array(length * count);
  for (let row = 0; row < length; row++) {
    for (let column = 0; column < count; column++) {
      const number = data![row * width + column]!;
      if (number !== data![row * width + count + column]) return undefined;
      numbers[row * count + column] = sign * number;
    }
  }
  return to.constant(numbers, [length, count]);
}

export function fuseRotary(graph: Graph): Graph {
  return rewrite(graph, [FORWARD, BACKWARD]);
}
