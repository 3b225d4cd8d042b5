/** The TensorFlow graphs of steps, without TensorFlow: that they hang together, and how variables are read and written. What they compute is in test/e2e. */
import { describe, expect, it } from 'vitest';
import { ModelError } from '../errors.js';
import { tf } from '../tf.js';
import { ENGINE_CASES, reals, wholes } from './engine-cases.js';
import type { Step, TensorSpec } from './engine.js';
import type { Graph } from './graph.js';
import { record, recordStep } from './record.js';
import { stepNodes, type StepNodes } from './tensorflow-graph.js';
import { lowerToTensorFlow, type TensorFlowCompute } from './tensorflow-lowering.js';
import { encodeSavedModel, TENSORFLOW_TYPES, type TensorFlowNode } from './tensorflow-proto.js';
import { TensorFlowWriter } from './tensorflow-writer.js';
import { spellAdamW } from './adamw-rule.js';

function lowered(step: Step, inputs: readonly TensorSpec[], variables: readonly TensorSpec[] = [], compute: TensorFlowCompute = 'float32'): StepNodes {
  const recorded = recordStep(step, inputs, variables);
  return stepNodes(spellAdamW(recorded.graph), recorded, 's1', variables.map((_, i) => `v${i}/handle`), compute, {});
}

const ofOp = ({ nodes }: StepNodes, op: string): TensorFlowNode[] => nodes.filter((node) => node.op === op);
const named = ({ nodes }: StepNodes, name: string): TensorFlowNode => nodes.find((node) => node.name === `s1/${name}`)!;

describe('a step as a TensorFlow graph', () => {
  it.each(ENGINE_CASES)('has each node once, after what it reads: $name', ({ inputs, step }) => {
    const graph = lowered(step, inputs);
    const known = new Set<string>();
    for (const { name, input } of graph.nodes) {
      for (const source of input) expect(known).toContain(source.replace(/^\^|:\d+$/g, ''));
      expect(known).not.toContain(name);
      expect(name).toMatch(/^s1\/[A-Za-z0-9_.]+$/);
      known.add(name);
    }
    for (const name of [...graph.fetches, ...graph.feeds.map(({ node }) => node)]) expect(known).toContain(name);
    expect(encodeSavedModel(graph.nodes).length).toBeGreaterThan(0);
  });

  it('refuses an op without a row', () => {
    const { inputs, outputs } = record(([x]) => [x!], [reals([2])]);
    const graph: Graph = { inputs, outputs, nodes: [{ op: 'Fft', inputs, outputs: [{ ...inputs[0]!, name: 'y' }], attrs: {} }] };
    expect(() => lowerToTensorFlow(graph, ['x'], new TensorFlowWriter('s1'), 'float32')).toThrow(ModelError);
    expect(() => lowerToTensorFlow(graph, ['x'], new TensorFlowWriter('s1'), 'float32')).toThrow(expect.objectContaining({ code: 'MODEL_OP_UNRECORDABLE', details: expect.objectContaining({ op: 'Fft' }) }));
  });

  it('computes products, and nothing else, in bfloat16 where that is asked for; each factor is cast once', () => {
    const graph = lowered(([a, b, c]) => [tf.matMul(tf.exp(tf.matMul(a!, b!)), b!), tf.matMul(c!, b!)], [reals([4, 4]), reals([4, 4]), reals([2, 4, 4])], [], 'bfloat16');
    const low = TENSORFLOW_TYPES.bfloat16;
    expect(ofOp(graph, 'MatMul').map(({ attr }) => attr['T']?.type)).toEqual([low, low, low]);
    expect(ofOp(graph, 'Exp').map(({ attr }) => attr['T']?.type)).toEqual([TENSORFLOW_TYPES.float32]);
    expect(ofOp(graph, 'Cast').map(({ attr }) => attr['DstT']?.type === low)).toEqual([true, true, false, true, false, true, false]);
    expect(ofOp(lowered(([a]) => [tf.matMul(a!, a!)], [wholes([2, 2], 0, 3)], [], 'bfloat16'), 'Cast')).toEqual([]);
  });

  it('makes one tall product of many matrices times one', () => {
    const graph = lowered(([a, b]) => [tf.matMul(a!, b!, false, true)], [reals([2, 3, 4]), reals([5, 4])]);
    expect(ofOp(graph, 'BatchMatMulV2')).toEqual([]);
    expect(ofOp(graph, 'MatMul').map(({ attr }) => [attr['transpose_a']?.b, attr['transpose_b']?.b])).toEqual([[false, true]]);
  });
});

describe('variables of a step', () => {
  const update: Step = ([x], [a, b]) => ({ outputs: [tf.sum(a!)], updates: [b!, tf.add(a!, x!)] });

  it('are assigned after every output, every new value and every read', () => {
    const graph = lowered(update, [reals([2])], [reals([2]), reals([2])]);
    const before = named(graph, 'ready').input;
    for (const name of ['^s1/out0', '^s1/variable0', '^s1/variable1', ...graph.nodes.filter(({ op }) => op === 'AddV2').map(({ name }) => `^${name}`)]) expect(before).toContain(name);
    const assigned = ofOp(graph, 'AssignVariableOp');
    expect(assigned.map(({ input }) => [input[0], input[2]])).toEqual([['v0/handle', '^s1/ready'], ['v1/handle', '^s1/ready']]);
    expect(named(graph, 'done').input.slice(1)).toEqual(assigned.map(({ name }) => `^${name}`));
    expect(graph.fetches).toEqual(['s1/out0', 's1/done']);
  });

  it('never come to hold what was fed', () => {
    const graph = lowered(([x]) => ({ outputs: [], updates: [x!] }), [reals([2])], [reals([2])]);
    expect(ofOp(graph, 'DeepCopy').map(({ input }) => input)).toEqual([['s1/in0']]);
    expect(ofOp(graph, 'AssignVariableOp')[0]!.input[1]).toBe(ofOp(graph, 'DeepCopy')[0]!.name);
    expect(ofOp(lowered(([x]) => [x!], [reals([2])]), 'DeepCopy')).toEqual([]);
  });

  it('get their values through a Switch where a number commits them', () => {
    const graph = lowered((given, variables) => ({ ...(update(given, variables) as object), commit: given[1]! }) as ReturnType<Step>, [reals([2]), wholes([], 0, 2)], [reals([2]), reals([2])]);
    const switches = ofOp(graph, 'Switch').map(({ name }) => name);
    expect(ofOp(graph, 'AssignVariableOp').map(({ input }) => input[1])).toEqual([`${switches[0]}:1`, `${switches[1]}:1`]);
    expect(ofOp(graph, 'Merge')[0]!.input[0]).toBe(switches[2]);
  });
});
