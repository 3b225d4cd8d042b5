/** Parts of variables that are read and written in place, and AdamW spelled out in pieces. */
import { describe, expect, it } from 'vitest';
import { tf } from '../tf.js';
import { ADAMW, spellAdamW, takeAdamW } from './adamw-rule.js';
import type { Step, TensorData } from './engine.js';
import { assertClose } from './engine-contract.js';
import { withoutDeadCode } from './graph.js';
import { compileGraph, createOnnxEngine } from './onnx.js';
import { viewVariables, type ViewedStep } from './onnx-views.js';
import { recordStep } from './record.js';

const FLAT = { shape: [10], dtype: 'float32' } as const;
const numbers = (size: number, from = 0): Float32Array => Float32Array.from({ length: size }, (_, k) => from + k);

function viewed(step: Step, ...shapes: number[][]): ViewedStep {
  const recorded = recordStep(step, [], shapes.map((shape) => ({ shape, dtype: 'float32' as const })));
  return viewVariables(recorded.graph, recorded);
}
const ops = ({ graph }: ViewedStep): string[] => graph.nodes.map(({ op }) => op);

describe('viewVariables', () => {
  it('reads contiguous slices where they lie, in the shape that is asked for', () => {
    const step = viewed((_, [x]) => [tf.neg(tf.reshape(tf.slice(x!, [4], [6]), [2, 3]))], [10]);
    expect([ops(step), step.reads, step.graph.inputs.map(({ shape }) => shape)]).toEqual([['Neg'], [{ variable: 0, offset: 4, length: 6 }], [[2, 3]]]);
    expect(viewed((_, [x]) => [tf.neg(tf.slice(x!, [1, 1, 0], [1, 2, 4]))], [2, 3, 4]).reads).toEqual([{ variable: 0, offset: 16, length: 8 }]);
  });
  it('leaves slices alone that are not, and reads a variable once', () => {
    const step = viewed((_, [x]) => [tf.neg(tf.slice(x!, [0, 1], [3, 2])), tf.exp(x!), tf.exp(tf.reshape(x!, [3, 4]))], [3, 4]);
    expect(ops(step)).toEqual(['Slice', 'Neg', 'Exp', 'Exp']);
    expect(step.reads).toEqual([{ variable: 0, offset: 0, length: 12 }, { variable: 0, offset: 0, length: 12 }]);
  });
  it('writes the pieces of an update where they belong', () => {
    const step = viewed((_, [x, y]) => ({ outputs: [], updates: [tf.exp(x!), null] as [tf.Tensor, null], commit: tf.sum(y!) }), [10], [15]);
    expect([ops(step), step.writes, step.commits]).toEqual([['Exp', 'Sum'], [{ variable: 0, offset: 0, length: 10 }], true]);
    const whole = viewed((_, [x, y]) => ({ outputs: [tf.sum(y!)], updates: [null, tf.concat([tf.neg(tf.slice(x!, [5], [5])), tf.exp(x!)], 0)] }), [10], [15]);
    expect([ops(whole), whole.writes]).toEqual([['Sum', 'Neg', 'Exp'], [{ variable: 1, offset: 0, length: 5 }, { variable: 1, offset: 5, length: 10 }]]);
  });
  it('one variable in two shapes', async () => {
    const engine = await createOnnxEngine({ threads: 1 });
    const x = await engine.variable(FLAT, numbers(10));
    const step = await engine.compile((_, [v]) => [tf.sum(tf.reshape(v!, [2, 5]), 0), tf.sum(tf.reshape(v!, [5, 2]), 0), tf.sum(v!)], [], [x]);
    expect((await step.run([])).map((output) => [...output])).toEqual([[5, 7, 9, 11, 13], [20, 25], [45]]);
    await step.dispose();
  });
  it('runs to the same numbers: parts swapped between variables, an input as an update, one value twice', async () => {
    const engine = await createOnnxEngine({ threads: 1 });
    const [a, b] = [await engine.variable(FLAT, numbers(10)), await engine.variable(FLAT, numbers(10, 100))];
    const step = await engine.compile(([x], [p, q]) => ({
      outputs: [tf.sum(tf.slice(p!, [2], [3]))],
      updates: [tf.concat([tf.slice(q!, [0], [5]), x!], 0), tf.concat([tf.slice(p!, [5], [5]), tf.slice(p!, [5], [5])], 0)],
    }), [{ shape: [5], dtype: 'float32' }], [a, b]);
    expect([...(await step.run([numbers(5, -5)]))[0]!]).toEqual([9]);
    expect([[...(await a.read())], [...(await b.read())]]).toEqual([[100, 101, 102, 103, 104, -5, -4, -3, -2, -1], [5, 6, 7, 8, 9, 5, 6, 7, 8, 9]]);
    expect([...(await step.run([numbers(5)]))[0]!]).toEqual([309]);
    expect([...(await a.read())]).toEqual([5, 6, 7, 8, 9, 0, 1, 2, 3, 4]);
    await step.dispose();
  });
});

describe('AdamW', () => {
  const kernel = (given: readonly tf.Tensor[]): tf.Tensor[] => tf.engine().runKernel(ADAMW, Object.fromEntries(['w', 'm', 'v', 'g', 'scalars'].map((name, at) => [name, given[at]!])), { beta1: 0.9, beta2: 0.99, eps: 1e-8, weightDecay: 0.1 }) as unknown as tf.Tensor[];
  it.each([4, 10, 64])('in pieces of %d is what the kernel of the cpu backend computes', async (piece) => {
    const specs = [FLAT, FLAT, FLAT, FLAT, { shape: [4], dtype: 'float32' } as const];
    const arrays: TensorData[] = [numbers(10, -4), numbers(10, 1).map((x) => x / 7), numbers(10, 1).map((x) => x * x), numbers(10, -3).map((x) => x / 3), Float32Array.of(0.01, 0.05, 0.3, 0.5)];
    const recorded = recordStep(kernel, specs, []);
    const spelled = withoutDeadCode(spellAdamW(recorded.graph, piece));
    expect(spelled.nodes.filter(({ op }) => op === 'Sqrt').length).toBe(Math.ceil(10 / piece));
    const step = await compileGraph(spelled, 1);
    const got = await step.run(arrays);
    tf.tidy(() => kernel(arrays.map((array, at) => tf.tensor(array, [...specs[at]!.shape]))).forEach((output, at) => assertClose(got[at]!, output.dataSync() as Float32Array, 1e-6, `output ${at}`)));
    await step.dispose();
  });
  it('is taken out of a step where it updates whole variables from themselves, and stays where anything else has to do with them', () => {
    const shapes = [[10], [10], [10], [10]].map((shape) => ({ shape, dtype: 'float32' as const }));
    const scalars = { shape: [4], dtype: 'float32' } as const;
    const take = (step: Step, fits = true): (readonly [string[], number[], number]) => {
      const recorded = recordStep(step, [scalars], shapes);
      const { graph, recorded: rest, taken } = takeAdamW(recorded.graph, recorded, () => fits);
      return [graph.nodes.map(({ op }) => op), [...rest.updates], taken.length];
    };
    const whole: Step = ([numbers], [w, m, v, g]) => {
      const [nw, nm, nv] = kernel([w!, m!, v!, tf.neg(g!), numbers!]);
      return { outputs: [], updates: [nw!, nm!, nv!, null] };
    };
    expect(take(whole)).toEqual([['Neg'], [0], 1]);
    expect(take(whole, false)).toEqual([['Neg', 'AdamW'], [0, 1, 2], 0]);
    expect(take(([numbers], [w, m, v, g]) => {
      const [nw, nm, nv] = kernel([w!, m!, v!, g!, numbers!]);
      return { outputs: [tf.sum(nw!)], updates: [nw!, nm!, nv!, null] };
    })[2]).toBe(0);
    expect(take(([numbers], [w, m, v, g]) => {
      const [nw, nm, nv] = kernel([w!, m!, v!, g!, numbers!]);
      return { outputs: [], updates: [nw!, nv!, nm!, null] };
    })[2]).toBe(0);
  });
});
