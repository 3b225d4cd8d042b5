/** Sums by segment that are added to something: which are added there row by row, which stay, and which ids must be rows. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gatherRows } from '../../decoder/gather-rows.js';
import { tf } from '../../tf.js';
import { createEngine } from '../create.js';
import { reals, wholes, type CaseInput } from '../engine-cases.js';
import { assertSameResults } from '../engine-contract.js';
import type { Step } from '../engine.js';
import { producers, readCounts, sameShape, type Graph } from '../graph.js';
import { checked, ops, recorded } from './check.test.fixture.js';
import { optimise } from './optimise.js';
import { joinSegmentSums } from './segment-sums.js';

type T = tf.Tensor;

const [onnx, reference] = [await createEngine({ name: 'onnx' }), await createEngine({ name: 'eager' })];
const joined = (step: Step, ...inputs: readonly CaseInput[]): Graph => checked(joinSegmentSums, step, inputs);
const sums = (x: T, ids: T, count: number): T => tf.unsortedSegmentSum(x, ids as tf.Tensor1D, count);
const marked = (graph: Graph): string[] => graph.nodes.filter(({ attrs }) => attrs['inside'] === true).map(({ op }) => op);

const [TABLE, ROWS, IDS, ANY_IDS] = [reals([4, 3]), reals([6, 3]), wholes([6], 0, 4), wholes([6], -2, 6)];

describe('joinSegmentSums', () => {
  it('adds the rows to what their sums are added to', () => {
    const graph = joined(([y, x, ids]) => [tf.add(y!, sums(x!, ids!, 4)), tf.add(sums(tf.neg(x!), ids!, 4), y!)], TABLE, ROWS, ANY_IDS);
    expect(ops(graph)).toEqual(['AddRows', 'Neg', 'AddRows']);
    expect(graph.nodes[0]).toMatchObject({ inputs: graph.inputs, outputs: [{ shape: [4, 3] }] });
    expect(marked(graph)).toEqual([]);
  });

  it('adds rows one after the other where several sums are added up', () => {
    expect(ops(joined(([x, ids]) => [tf.add(sums(x!, ids!, 4), sums(tf.neg(x!), ids!, 4))], ROWS, ANY_IDS))).toEqual(['UnsortedSegmentSum', 'Neg', 'AddRows']);
    expect(ops(joined(([y, x, ids]) => [tf.add(tf.add(y!, sums(x!, ids!, 4)), sums(x!, tf.neg(ids!), 4))], TABLE, ROWS, ANY_IDS))).toEqual(['AddRows', 'Neg', 'AddRows']);
  });

  it.each<[string, Step, CaseInput[]]>([
    ['read twice', ([y, x, ids]) => { const s = sums(x!, ids!, 4); return [tf.add(y!, s), tf.neg(s)]; }, [TABLE, ROWS, ANY_IDS]],
    ['given as results too', ([y, x, ids]) => { const s = sums(x!, ids!, 4); return [tf.add(y!, s), s]; }, [TABLE, ROWS, ANY_IDS]],
    ['added to themselves', ([x, ids]) => { const s = sums(x!, ids!, 4); return [tf.add(s, s)]; }, [ROWS, ANY_IDS]],
    ['added to a row', ([y, x, ids]) => [tf.add(y!, sums(x!, ids!, 4))], [reals([3]), ROWS, ANY_IDS]],
    ['added to a table with more axes', ([y, x, ids]) => [tf.add(y!, sums(x!, ids!, 4))], [reals([2, 4, 3]), ROWS, ANY_IDS]],
    ['of one segment, added to each row', ([y, x, ids]) => [tf.add(y!, sums(x!, ids!, 1))], [TABLE, ROWS, ANY_IDS]],
    ['one number each, added to each row', ([y, x, ids]) => [tf.add(y!, sums(x!, ids!, 3))], [TABLE, reals([6]), ANY_IDS]],
    ['of whole numbers', ([y, x, ids]) => [tf.add(y!, sums(x!, ids!, 4))], [wholes([4, 3], -9, 9), wholes([6, 3], -9, 9), ANY_IDS]],
    ['by ids of two axes', ([y, x, ids]) => [tf.add(y!, sums(x!, ids!, 4))], [TABLE, reals([2, 3, 3]), wholes([2, 3], -2, 6)]],
    ['taken away', ([y, x, ids]) => [tf.sub(y!, sums(x!, ids!, 4))], [TABLE, ROWS, ANY_IDS]],
  ])('leaves sums alone that are %s', (_name, step, inputs) => {
    const before = recorded(step, ...inputs);
    expect(ops(joined(step, ...inputs))).toEqual(ops(before));
    expect(ops(before)).toContain('UnsortedSegmentSum');
  });

  it('knows ids to be rows that looked up rows of such a table', () => {
    const lookup: Step = ([table, ids, dy]) => [gatherRows(table!, ids!), tf.grad((x: T) => gatherRows(x, ids!))(table!, dy!)];
    expect(marked(joined(lookup, TABLE, IDS, ROWS))).toEqual(['UnsortedSegmentSum']);
    const tied: Step = ([table, ids, dy]) => [tf.grad((x: T) => tf.add(gatherRows(x, ids!), tf.sum(x)))(table!, dy!), tf.gather(table!, ids as tf.Tensor1D)];
    expect(marked(joined(tied, TABLE, IDS, ROWS))).toEqual(['AddRows']);
    expect(marked(joined(([table, ids, x]) => [tf.gather(table!, ids as tf.Tensor1D), sums(x!, ids!, 4)], reals([4]), wholes([2, 3], 0, 4), reals([2, 3, 3])))).toEqual(['UnsortedSegmentSum']);
  });

  it.each<[string, (table: T, ids: T) => T, CaseInput]>([
    ['of a table with more rows', (table, ids) => tf.gather(table, ids as tf.Tensor1D), reals([5, 3])],
    ['of a table with fewer rows', (table, ids) => tf.gather(table, ids as tf.Tensor1D), reals([3, 4])],
    ['on another axis', (table, ids) => tf.gather(table, ids as tf.Tensor1D, 1), reals([4, 4])],
    ['of one number for each row', (table, ids) => tf.gather(table, ids as tf.Tensor1D, 1, 1), reals([6, 4])],
    ['by other ids', (table, ids) => tf.gather(table, tf.neg(tf.neg(ids)) as tf.Tensor1D), reals([4, 3])],
  ])('knows nothing from a lookup %s', (_name, lookup, table) => {
    const graph = joined(([y, x, ids, from]) => [tf.add(y!, sums(x!, ids!, 4)), sums(x!, ids!, 4), lookup(from!, ids!)], TABLE, ROWS, wholes([6], 0, 3), table);
    expect(ops(graph)).toEqual(expect.arrayContaining(['AddRows', 'UnsortedSegmentSum', 'GatherV2']));
    expect(marked(graph)).toEqual([]);
  });
});

/**
 * A program takes tensors with 1, 4, 5 or 6 rows from a pool by number and puts results back. Sums are by ids that are rows or by any ids, lookups by rows.
 * What no line reads is a result, and so is what a line says to keep.
 */
const POOL = [TABLE, ROWS, reals([1, 3]), reals([5, 3])];
const PROGRAM_INPUTS = [...POOL, IDS, ANY_IDS];
const PROGRAM = fc.array(fc.tuple(fc.constantFrom('add', 'add', 'sum', 'sum', 'lookup', 'negate'), fc.nat(99), fc.nat(99), fc.constantFrom(true, false, false, false)), { minLength: 4, maxLength: 12 });
type Line = readonly [kind: string, i: number, j: number, keep: boolean];

const programStep = (program: readonly Line[]): Step => (inputs) => {
  const [ids, anyIds] = inputs.slice(POOL.length) as [T, T];
  const pool = inputs.slice(0, POOL.length);
  const rows = (x: T): number => x.shape[0]!;
  const [read, kept] = [new Set(pool), new Set<T>()];
  const pick = (i: number, test: (x: T) => boolean): T => {
    const fitting = pool.filter(test);
    const x = fitting[i % fitting.length]!;
    read.add(x);
    return x;
  };
  const run = ([kind, i, j]: Line): T => {
    if (kind === 'lookup') return tf.gather(pick(i, (x) => rows(x) === 4 || rows(x) === 5), ids as tf.Tensor1D);
    if (kind === 'sum') return sums(pick(i, (x) => rows(x) === 6), j < 50 ? ids : anyIds, [1, 4, 4, 5][j % 4]!);
    const a = pick(i, () => true);
    return kind === 'negate' ? tf.neg(a) : tf.add(a, pick(j, (b) => rows(a) === rows(b) || rows(a) === 1 || rows(b) === 1));
  };
  for (const line of program) {
    const result = run(line);
    pool.push(result);
    if (line[3]) kept.add(result);
  }
  return pool.filter((x) => kept.has(x) || !read.has(x));
};

describe('any graph of sums, additions and lookups', () => {
  it('keeps its numbers, and no sum that could be added row by row', () => {
    const found = new Set<string>();
    fc.assert(fc.property(PROGRAM, (program) => {
      const graph = checked(joinSegmentSums, programStep(program), PROGRAM_INPUTS);
      const [made, reads] = [producers(graph), readCounts(graph)];
      for (const { op, inputs, outputs } of graph.nodes) {
        if (op !== 'Add' || !inputs.every(({ shape }) => sameShape(shape, outputs[0]!.shape))) continue;
        for (const value of inputs) expect(made.get(value)?.op === 'UnsortedSegmentSum' && reads.get(value) === 1).toBe(false);
      }
      for (const { op, attrs, inputs, outputs } of graph.nodes) {
        if (op !== 'AddRows' && op !== 'UnsortedSegmentSum') continue;
        const isInside = graph.nodes.some((node) => node.op === 'GatherV2' && node.inputs[1] === inputs.at(-1) && node.inputs[0]!.shape[0] === outputs[0]!.shape[0]);
        expect(attrs['inside'] === true).toBe(isInside);
        found.add(`${op} ${isInside}`);
      }
    }), { numRuns: 60, seed: 6 });
    expect([...found].toSorted()).toEqual(['AddRows false', 'AddRows true', 'UnsortedSegmentSum false', 'UnsortedSegmentSum true']);
  });

  it('computes in ONNX Runtime what it computes op by op', async () => {
    await fc.assert(fc.asyncProperty(PROGRAM, (program) => assertSameResults(onnx, reference, programStep(program), PROGRAM_INPUTS, 1e-5)), { numRuns: 15, seed: 7 });
  });
});

describe('in ONNX Runtime', () => {
  const both = (looksUp: boolean): Step => ([y, x, ids]) => [tf.add(y!, sums(x!, ids!, y!.shape[0]!)), sums(tf.neg(x!), ids!, y!.shape[0]!), ...(looksUp ? [tf.gather(y!, ids as tf.Tensor1D)] : [])];

  it.each([
    ['ids outside add nothing', [TABLE, ROWS, ANY_IDS], false],
    ['ids that may be outside are all inside', [TABLE, ROWS, IDS], false],
    ['ids have looked up', [TABLE, ROWS, IDS], true],
    ['rows are single numbers, outside or not', [reals([4]), reals([9]), wholes([9], -3, 7)], false],
    ['single numbers have been looked up', [reals([4]), reals([9]), wholes([9], 0, 4)], true],
    ['rows have two axes, outside or not', [reals([3, 2, 5]), reals([7, 2, 5]), wholes([7], -1, 4)], false],
    ['rows of two axes have been looked up', [reals([3, 2, 5]), reals([7, 2, 5]), wholes([7], 0, 3)], true],
    ['there are no rows', [TABLE, reals([0, 3]), wholes([0], 0, 4)], false],
  ] as const)('sums are the same where %s', async (_name, inputs, looksUp) => {
    const graph = optimise(recorded(both(looksUp), ...inputs));
    expect(ops(graph)).toEqual(expect.arrayContaining(['AddRows', 'UnsortedSegmentSum']));
    expect(marked(graph)).toHaveLength(looksUp ? 2 : 0);
    await assertSameResults(onnx, reference, both(looksUp), inputs, 1e-5);
  });

  it('sums of whole numbers are the same, inside or not', async () => {
    const step: Step = ([y, x, ids, anyIds]) => [tf.add(y!, sums(x!, ids!, 4)), tf.gather(y!, ids as tf.Tensor1D), sums(x!, anyIds!, 4)];
    const inputs = [wholes([4, 3], -9, 9), wholes([6, 3], -9, 9), IDS, ANY_IDS];
    expect(marked(optimise(recorded(step, ...inputs)))).toEqual(['UnsortedSegmentSum']);
    await assertSameResults(onnx, reference, step, inputs, 0);
  });

  it('what rows are added to stays what it was for others', async () => {
    await assertSameResults(onnx, reference, ([y, x, ids]) => {
      const z = tf.exp(y!);
      return [tf.add(z, sums(x!, ids!, 4)), tf.neg(z), tf.add(y!, sums(x!, ids!, 4)), tf.neg(y!)];
    }, [TABLE, ROWS, ANY_IDS], 1e-5);
  });
});
