/** The interpreter against the ops that were recorded, run eagerly on the same backend: exactly equal. */
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { tf, withBackend } from '../../tf.js';
import { drawInput, ENGINE_CASES, reals } from '../engine-cases.js';
import { record } from '../record.js';
import { evaluate, interpret, isKnown, type Numbers } from './interpret.js';

describe('interpret', () => {
  const cases = ENGINE_CASES.filter(({ name }) => !name.startsWith('AdamW'));

  it.each(cases.map((one) => [one.name, one] as const))('%s', (_name, { inputs, step }) => {
    const rng = Rng.fromSeed(5);
    const arrays = inputs.map((input) => drawInput(input, rng));
    const expected: Numbers[] = [];
    withBackend('cpu', () => tf.tidy(() => {
      const tensors = inputs.map(({ shape, dtype }, i) => tf.tensor(arrays[i]!, [...shape], dtype));
      for (const output of step(tensors, []) as readonly tf.Tensor[]) expected.push((output.dtype === 'float32' ? Float32Array : Int32Array).from(output.dataSync()));
    }));
    expect(interpret(record(step, inputs), arrays)).toEqual(expected);
  });

  it('leaves no tensor behind', () => {
    const graph = record(([x]) => [tf.exp(tf.reshape(x!, [4]))], [reals([2, 2])]);
    const before = tf.memory().numTensors;
    interpret(graph, [new Float32Array(4)]);
    expect(tf.memory().numTensors).toBe(before);
  });

  it('says which op it does not know', () => {
    expect(isKnown('Nonsense')).toBe(false);
    expect(() => evaluate({ op: 'Nonsense', inputs: [], outputs: [], attrs: {} }, [])).toThrow(expect.objectContaining({ code: 'MODEL_OP_UNRECORDABLE', details: { op: 'Nonsense', reason: expect.any(String) } }));
  });
});
