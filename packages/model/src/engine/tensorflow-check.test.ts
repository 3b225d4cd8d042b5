/** A library that computes wrong numbers is refused; one that was right is asked once. An engine stands in for it. */
import { expect, it, vi } from 'vitest';
import type { TensorFlowBinding } from '../tensorflow/binding.js';
import { createEngine } from './create.js';
import type { Engine } from './engine.js';
import { checkLibrary } from './tensorflow-check.js';

const right = await createEngine({ name: 'eager' });

/** The right engine, but for one output of all its steps. */
function wrong(output: number, change: (x: number) => number): Engine {
  return {
    ...right,
    compile: async (...args) => {
      const step = await right.compile(...args);
      const run: typeof step.run = async (inputs) => (await step.run(inputs)).map((values, i) => (i === output ? values.map(change) : values));
      return Object.assign(Object.create(step) as typeof step, { run, dispose: async () => undefined });
    },
  };
}

it('takes a library that computes right, and asks it once', async () => {
  const binding = {} as TensorFlowBinding;
  const compile = vi.spyOn(right, 'compile');
  await checkLibrary(binding, right);
  await checkLibrary(binding, right);
  expect(compile).toHaveBeenCalledTimes(1);
});

it.each([
  ['product', 0, (x: number) => x + 0.01],
  ['softmax', 1, () => Number.NaN],
])('refuses a wrong %s', async (check, output, change) => {
  await expect(checkLibrary({} as TensorFlowBinding, wrong(output, change))).rejects.toMatchObject({ code: 'MODEL_TENSORFLOW_WRONG', details: { check } });
});
