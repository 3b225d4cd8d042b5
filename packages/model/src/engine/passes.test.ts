/** Each pass: what it removes from a graph, and that the rest still computes the same. */
import { describe, expect, it } from 'vitest';
import { tf } from '../tf.js';
import { assertClose } from './engine-contract.js';
import { drawInput, ENGINE_CASES, reals } from './engine-cases.js';
import { explain, withoutDeadCode, type Graph } from './graph.js';
import { compileGraph } from './onnx.js';
import { optimise, simplify } from './passes.js';
import { record } from './record.js';
import { Rng } from '@spiral-arena/core/random';
import type { Step, TensorData } from './engine.js';

const ops = (graph: Graph): string[] => graph.nodes.map(({ op }) => op);
const recorded = (step: Step, ...shapes: number[][]): Graph => record(step, shapes.map((shape) => reals(shape)));
const simplified = (step: Step, ...shapes: number[][]): string[] => ops(withoutDeadCode(simplify(recorded(step, ...shapes))));
const scales = (step: Step): unknown[] => optimise(recorded(step, [3, 4], [4, 3])).nodes.map(({ op, attrs }) => attrs['scale'] ?? op);

describe('dead code', () => {
  it('is what no output needs', () => {
    const graph = recorded(([x]) => { tf.exp(x!); return [tf.neg(x!)]; }, [2]);
    expect(ops(graph)).toEqual(['Exp', 'Neg']);
    expect(ops(withoutDeadCode(graph))).toEqual(['Neg']);
  });
});

describe('simplify', () => {
  it('computes equal expressions once', () => {
    expect(simplified(([x, y]) => [tf.add(tf.exp(x!), tf.exp(x!)), tf.exp(y!), tf.add(tf.exp(x!), tf.exp(x!))], [2], [2])).toEqual(['Exp', 'Add', 'Exp']);
  });
  it('takes equal ops with other attributes for what they are', () => {
    expect(simplified(([x]) => [tf.sum(x!, 0), tf.sum(x!, 1)], [2, 2])).toEqual(['Sum', 'Sum']);
  });
  it('joins reshapes and drops those that change nothing', () => {
    expect(simplified(([x]) => [tf.neg(tf.reshape(tf.reshape(tf.reshape(x!, [12]), [4, 3]), [3, 4]))], [3, 4])).toEqual(['Neg']);
    expect(simplified(([x]) => [tf.reshape(tf.reshape(x!, [12]), [4, 3])], [3, 4])).toEqual(['Reshape']);
  });
  it('joins transposes, and reshapes where only axes of size 1 move', () => {
    expect(simplified(([x]) => [tf.neg(tf.transpose(tf.transpose(x!, [1, 2, 0]), [2, 0, 1]))], [2, 3, 4])).toEqual(['Neg']);
    expect(simplified(([x]) => [tf.transpose(x!, [0, 2, 1, 3])], [2, 1, 3, 4])).toEqual(['Reshape']);
  });
  it('does not spread out what ops broadcast by themselves', () => {
    expect(simplified(([x, y]) => [tf.mul(tf.broadcastTo(x!, [3, 4]), y!), tf.where(tf.greater(y!, 0), y!, tf.zerosLike(y!))], [4], [3, 4])).toEqual(['Reshape', 'Multiply', 'Greater', 'Select']);
    expect(simplified(([x]) => [tf.mul(tf.broadcastTo(x!, [3, 4]), 2)], [4])).toEqual(['Reshape', 'BroadcastTo', 'Multiply']);
  });
  it('writes truths and indicators in the type that is asked for', () => {
    expect(simplified(([x]) => [tf.cast(tf.cast(tf.greater(x!, 0), 'int32'), 'float32')], [4])).toEqual(['Greater', 'Cast']);
    expect(simplified(([x]) => [tf.mul(tf.oneHot(tf.cast(x!, 'int32'), 3), 0.5)], [4])).toEqual(['Cast', 'OneHot', 'Multiply']);
  });
  it('drops neutral numbers', () => {
    expect(simplified(([x]) => [tf.neg(tf.sub(tf.add(tf.div(tf.mul(tf.onesLike(x!), x!), 1), tf.zeros([4])), 0))], [3, 4])).toEqual(['Neg']);
    expect(simplified(([x]) => [tf.add(x!, tf.zeros([3, 4]))], [4])).toEqual(['Fill', 'Add']);
  });
  it('reads transposed factors in place', () => {
    const graph = withoutDeadCode(simplify(recorded(([x, y]) => [tf.matMul(tf.transpose(x!), tf.transpose(y!), false, true)], [4, 3], [4, 5])));
    expect(graph.nodes.map(({ op, attrs }) => [op, attrs['transposeA'], attrs['transposeB']])).toEqual([['BatchMatMul', true, false]]);
  });
});

describe('scaleInMatMul', () => {
  it('moves a constant into a product that nobody else reads', () => {
    expect(scales(([x, y]) => [tf.mul(0.5, tf.div(tf.matMul(x!, y!), 2))])).toEqual([0.25]);
    expect(scales(([x, y]) => [tf.mul(tf.reshape(tf.matMul(x!, y!), [9]), 0.5)])).toEqual([0.5, 'Reshape']);
    expect(scales(([x, y]) => { const p = tf.matMul(x!, y!); return [p, tf.mul(p, 0.5)]; })).toEqual([1, 'Multiply']);
    expect(scales(([x, y]) => [tf.mul(tf.matMul(x!, y!), tf.tensor([1, 2, 3]))])).toEqual([1, 'Multiply']);
  });
});

describe('optimise', () => {
  it('leaves the results of every case as they were', async () => {
    const rng = Rng.fromSeed(3);
    for (const { name, inputs, step } of ENGINE_CASES) {
      const graph = record(step, inputs);
      const arrays = inputs.map((input) => drawInput(input, rng));
      const [plain, better] = await Promise.all([graph, optimise(graph)].map((one) => runOnce(one, arrays)));
      expect(plain!.length).toBe(better!.length);
      plain!.forEach((output, i) => assertClose(better![i]!, output, 1e-6, `${name}, output ${i}`));
    }
  });
});

describe('explain', () => {
  it('prints a graph one node a line', () => {
    expect(explain(recorded(([x]) => [tf.sum(tf.mul(x!, 2), 1)], [2, 3]))).toBe(
      ['inputs in0:float32[2,3]', 'Multiply_0:float32[2,3] = Multiply(in0, 2)', 'Sum_2:float32[2] = Sum(Multiply_0) {axes=[1] keepDims=false}', 'outputs Sum_2'].join('\n'),
    );
  });
});

async function runOnce(graph: Graph, arrays: readonly TensorData[]): Promise<readonly TensorData[]> {
  const step = await compileGraph(graph, 1);
  const outputs = await step.run(arrays);
  await step.dispose();
  return outputs;
}
