/** All passes together: on the steps that every engine must run, and on training steps of whole decoders, whose ops are counted. */
import { describe, expect, it } from 'vitest';
import type { ModelConfig } from '../../decoder/config.js';
import { decoderLogits } from '../../decoder/decoder.js';
import { tokenLogprobs } from '../../decoder/token-logprobs.js';
import { weightSpecs } from '../../decoder/weights.js';
import { tf } from '../../tf.js';
import { createEngine } from '../create.js';
import { assertSameResults } from '../engine-contract.js';
import { ENGINE_CASES, reals, wholes, type CaseInput } from '../engine-cases.js';
import type { Step } from '../engine.js';
import type { Graph } from '../graph.js';
import { KERNEL_RULES } from '../kernel-rules.js';
import { assertSameGraph, ops, recorded } from './check.test.fixture.js';
import { isKnown } from './interpret.js';
import { optimise, simplifyGraph } from './optimise.js';

const [onnx, reference] = [await createEngine({ name: 'onnx' }), await createEngine({ name: 'eager' })];
const OF_OURS = ['RmsNorm', 'Rotary', 'PickLast', 'AddAtLast', 'AddRows', 'SumSquares'];

describe('optimise and simplifyGraph', () => {
  it('leave the results of every case as they were', () => {
    for (const { inputs, step } of ENGINE_CASES) {
      const before = recorded(step, ...inputs);
      if (before.nodes.some(({ op }) => !isKnown(op))) continue;
      for (const pass of [optimise, simplifyGraph]) assertSameGraph(before, pass(before), inputs, 1e-5);
    }
  });
});

const PLAIN: ModelConfig = { vocabSize: 60, width: 64, layers: 2, heads: 4, kvHeads: 4, headDim: 16, mlpWidth: 96, contextLength: 20, positions: 'learned', ropeTheta: 1e4, rmsNormEps: 1e-5, tiedEmbeddings: true, qkvBias: false, qkNorm: false };
const GROUPED: ModelConfig = { ...PLAIN, kvHeads: 2, positions: 'rope', tiedEmbeddings: false, qkvBias: true, qkNorm: true };
const [ROWS, LENGTH] = [4, 20];

const inputsFor = (config: ModelConfig, asked = LENGTH): CaseInput[] => [wholes([ROWS, LENGTH], 0, 60), wholes([ROWS, asked], 0, LENGTH), wholes([ROWS, asked], 0, 60), ...weightSpecs(config).map(({ shape }) => reals(shape, -0.3, 0.3))];

/** Next-token loss, all gradients and their norm, at all places in order, or at those of the second input. */
const training = (config: ModelConfig, everywhere: boolean): Step => ([ids, positions, targets, ...weights]) => {
  const places = everywhere ? tf.tensor(Int32Array.from({ length: ROWS * LENGTH }, (_, k) => k % LENGTH), [ROWS, LENGTH], 'int32') : positions!;
  const { value, grads } = tf.valueAndGrads((...given: tf.Tensor[]) => tf.neg(tf.mean(tokenLogprobs(decoderLogits(config, given, ids!, places), targets!))) as tf.Scalar)(weights);
  return [value, ...grads, tf.sqrt(tf.addN(grads.map((grad) => tf.sum(tf.square(grad)))))];
};

describe('a training step', () => {
  it.each([['with learned positions', PLAIN, true], ['with rotary positions, grouped heads and norms of heads', GROUPED, false]] as const)('%s computes the same in ONNX Runtime as op by op', async (_name, config, everywhere) => {
    await assertSameResults(onnx, reference, training(config, everywhere), inputsFor(config, everywhere ? LENGTH : 9), 1e-5);
  });

  const before = recorded(training(PLAIN, true), ...inputsFor(PLAIN));
  const count = (graph: Graph, op: string): number => ops(graph).filter((one) => one === op).length;

  it('has one op for each norm, no table of tokens and no lookup of all places', () => {
    const after = optimise(before);
    expect(['RmsNorm', 'LogSoftmax', 'PickLast', 'AddAtLast', 'GatherV2', 'AddRows', 'UnsortedSegmentSum', 'OneHot', 'Square', 'Max', 'Mean'].map((op) => count(after, op))).toEqual([5, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1]);
    expect(after.nodes.length).toBeLessThan(0.8 * before.nodes.length);
    expect(after.nodes.filter(({ op, inputs }) => op === 'BatchMatMul' && inputs[0]!.shape.length === 2 && inputs[0]!.shape[0]! > 1).every(({ attrs }) => attrs['transposeA'] !== true)).toBe(true);
  });

  it('squares and sums each gradient in one op', () => {
    expect([count(before, 'Square'), count(optimise(before), 'SumSquares')]).toEqual([5 + weightSpecs(PLAIN).length, weightSpecs(PLAIN).length]); // 5 of norms
  });

  it('has rotations as one op each way', () => {
    expect(count(optimise(recorded(training(GROUPED, false), ...inputsFor(GROUPED, 9))), 'Rotary')).toBe(8); // 2 layers, q and k, there and back
  });

  it('adds gradients of lookups to what else their table gets, by ids that are all inside', () => {
    const lookups = (graph: Graph) => optimise(graph).nodes.filter(({ op }) => op === 'AddRows' || op === 'UnsortedSegmentSum').map(({ op, attrs, outputs }) => [op, outputs[0]!.shape, attrs['inside']]);
    expect(lookups(before)).toEqual([['AddRows', [60, 64], true]]); // the tokens' table is the head too
    const places = ['AddRows', [ROWS * LENGTH, 64], true]; // those asked for, from what goes into the last layer and from its norm
    expect(lookups(recorded(training(GROUPED, false), ...inputsFor(GROUPED, 9)))).toEqual([places, places, ['UnsortedSegmentSum', [60, 64], true]]);
  });

  it('is written in tfjs ops alone for engines that know no others', () => {
    const plain = simplifyGraph(before);
    expect(ops(plain).filter((op) => OF_OURS.includes(op) || !(op in KERNEL_RULES || op === 'Fill' || op === 'BroadcastTo'))).toEqual([]);
    expect(ops(plain)).toContain('LogSoftmax');
    expect(plain.nodes.length).toBeLessThan(before.nodes.length);
  });

  it('is the same text each time', () => {
    const names = (graph: Graph): string => JSON.stringify(graph.nodes.map(({ op, inputs, outputs }) => [op, inputs.map(({ name }) => name), outputs.map(({ name }) => name)]));
    expect(names(optimise(before))).toBe(names(optimise(before)));
    const outputs = optimise(before).nodes.flatMap((node) => node.outputs.map(({ name }) => name));
    expect(new Set(outputs).size).toBe(outputs.length);
  });
});
