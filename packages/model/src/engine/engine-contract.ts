/**
 * The contract that every engine keeps, as a list of named checks that any test runner can run: the same results as the plain cpu backend,
 * nothing left behind, the current backend untouched, clear errors at its doors, and what `variable-contract.ts` says. Checks fail by throwing.
 */
import assert from 'node:assert/strict';
import { isCodedError } from '@spiral-arena/core';
import { Rng } from '@spiral-arena/core/random';
import { tf } from '../tf.js';
import { drawInput, ENGINE_CASES, reals, wholes, type CaseInput } from './engine-cases.js';
import type { Engine, Step, TensorData } from './engine.js';
import { variableContract, type EngineCheck } from './variable-contract.js';

/**
 * @param reference another engine, eager on the plain cpu backend
 * @param tolerance largest difference of a number, relative to the largest number of its tensor; whole numbers must be equal
 */
export function engineContract(engine: Engine, reference: Engine, tolerance = 1e-5): EngineCheck[] {
  return [
    ...ENGINE_CASES.map(({ name, inputs, step }) => ({ name: `agrees on ${name}`, run: () => assertSameResults(engine, reference, step, inputs, tolerance) })),
    { name: 'leaves no tensor behind and the backend as it was', run: () => leavesNothing(engine) },
    { name: 'gives arrays that belong to the caller', run: () => givesOwnArrays(engine) },
    { name: 'runs many steps at once', run: () => runsAtOnce(engine) },
    { name: 'refuses inputs of the wrong number, size or type', run: () => refusesInputs(engine) },
    { name: 'refuses steps that read data, use lost tensors or ops without a rule, or return no tensors', run: () => refusesSteps(engine) },
    { name: 'refuses to run a step that was disposed of, after its last run', run: () => refusesDisposed(engine) },
    ...variableContract(engine, reference),
  ];
}

/** Compiles and runs a step on both engines with numbers drawn for it. */
export async function assertSameResults(engine: Engine, reference: Engine, step: Step, inputs: readonly CaseInput[], tolerance: number, seed = 1): Promise<void> {
  const rng = Rng.fromSeed(seed);
  const arrays = inputs.map((input) => drawInput(input, rng));
  const [got, expected] = await Promise.all([engine, reference].map(async (each) => {
    const compiled = await each.compile(step, inputs);
    const outputs = await compiled.run(arrays);
    await compiled.dispose();
    return { specs: compiled.outputs, outputs };
  }));
  assert.deepEqual(got!.specs, expected!.specs);
  expected!.outputs.forEach((output, i) => assertClose(got!.outputs[i]!, output, tolerance, `output ${i}`));
}

export function assertClose(got: TensorData, expected: TensorData, tolerance: number, what: string): void {
  assert.equal(got.constructor, expected.constructor, what);
  assert.equal(got.length, expected.length, what);
  let magnitude = 1;
  for (const x of expected) if (Number.isFinite(x)) magnitude = Math.max(magnitude, Math.abs(x));
  const allowed = got instanceof Int32Array ? 0 : tolerance * magnitude;
  expected.forEach((x, i) => {
    const same = Object.is(got[i], x) || Math.abs(got[i]! - x) <= allowed;
    assert.ok(same, `${what}[${i}]: expected ${x}, got ${got[i]}`);
  });
}

const PRODUCT: Step = ([a, b]) => [tf.matMul(a!, b!), tf.sum(tf.square(a!))];
const PRODUCT_INPUTS = [reals([2, 3]), reals([3, 2])];
const product = (): TensorData[] => [Float32Array.of(1, 2, 3, 4, 5, 6), Float32Array.of(1, 0, 0, 1, 1, 1)];

async function leavesNothing(engine: Engine): Promise<void> {
  const kept = tf.tensor([1, 2, 3]);
  const [backend, before] = [tf.getBackend(), tf.memory()];
  const step = await engine.compile(([x]) => [tf.add(x!, kept)], [reals([3])]);
  const [sum] = await step.run([Float32Array.of(1, 1, 1)]);
  await step.dispose();
  assert.deepEqual([...sum!], [2, 3, 4]);
  await engine.compile(() => { tf.exp(tf.tensor([1])); throw new Error('stop'); }, []).catch(() => undefined);
  assert.equal(tf.memory().numTensors, before.numTensors);
  assert.equal(tf.memory().numDataBuffers, before.numDataBuffers);
  assert.equal(tf.getBackend(), backend);
  assert.deepEqual([...kept.dataSync()], [1, 2, 3]);
  kept.dispose();
}

async function givesOwnArrays(engine: Engine): Promise<void> {
  const step = await engine.compile(([x]) => [x!, tf.reshape(x!, [3, 1])], [reals([3])]);
  const input = Float32Array.of(1, 2, 3);
  const first = await step.run([input]);
  input.fill(9);
  first[0]!.fill(8);
  const second = await step.run([Float32Array.of(4, 5, 6)]);
  assert.deepEqual(first.map((output) => [...output]), [[8, 8, 8], [1, 2, 3]]);
  assert.deepEqual(second.map((output) => [...output]), [[4, 5, 6], [4, 5, 6]]);
  await step.dispose();
}

async function runsAtOnce(engine: Engine): Promise<void> {
  const step = await engine.compile(PRODUCT, PRODUCT_INPUTS);
  const results = await Promise.all([1, 2, 3, 4].map((factor) => step.run([product()[0]!.map((x) => x * factor), product()[1]!])));
  assert.deepEqual(results.map(([y, sum]) => [y![0], sum![0]]), [[4, 91], [8, 364], [12, 819], [16, 1456]]);
  await step.dispose();
}

const mismatch = (index: number | string, expected: RegExp, got: string) => (error: unknown): boolean => {
  assert.ok(isCodedError(error));
  assert.deepEqual([error.code, error.details['index'], error.details['got']], ['MODEL_INPUT_MISMATCH', index, got]);
  assert.match(String(error.details['expected']), expected);
  return true;
};

async function refusesInputs(engine: Engine): Promise<void> {
  const step = await engine.compile(([x, ids]) => [tf.gather(x!, ids as tf.Tensor1D)], [reals([4, 2]), wholes([2], 0, 4)]);
  const right = [new Float32Array(8), new Int32Array(2)];
  await assert.rejects(step.run(right.slice(0, 1)), mismatch('list', /^2 arrays$/, '1'));
  await assert.rejects(step.run([new Float32Array(7), right[1]!]), mismatch(0, /^Float32Array of 8 for \[4, 2\]$/, 'Float32Array of 7'));
  await assert.rejects(step.run([right[0]!, new Float32Array(2)]), mismatch(1, /^Int32Array of 2 for \[2\]$/, 'Float32Array of 2'));
  await assert.rejects(step.run([right[0]!, [0, 1] as unknown as Int32Array]), mismatch(1, /^Int32Array/, 'object'));
  await step.run(right);
  await step.dispose();
}

async function refusesSteps(engine: Engine): Promise<void> {
  const refused = async (step: Step, code: string, part: string): Promise<void> => {
    await assert.rejects(engine.compile(step, [reals([2, 3])]), (error: unknown) => {
      assert.ok(isCodedError(error), String(error));
      assert.deepEqual([error.code, error.message.includes(part)], [code, true], error.message);
      return true;
    });
  };
  await refused(([x]) => [tf.mul(x!, tf.exp(x!).dataSync()[0]!)], 'MODEL_STEP_READS_DATA', 'Exp_');
  await refused(([x]) => [tf.topk(x!, 2).values], 'MODEL_OP_UNRECORDABLE', 'TopK');
  await refused(([x]) => [tf.matMul(x!, x!)], 'MODEL_SHAPE_MISMATCH', 'matMul of [2, 3] and [2, 3]');
  await refused(([x]) => [tf.stridedSlice(x!, [1, 2], [0, 0], [-1, -1])], 'MODEL_OP_UNRECORDABLE', 'stride');
  await refused(([x]) => { const y = tf.exp(x!); y.dispose(); return [tf.neg(y)]; }, 'MODEL_STEP_TENSOR_LOST', 'Neg');
  await refused(([x]) => [tf.greater(x!, 0)], 'MODEL_STEP_OUTPUT_INVALID', 'bool');
  await refused(() => [1 as unknown as tf.Tensor], 'MODEL_STEP_OUTPUT_INVALID', 'number');
}

async function refusesDisposed(engine: Engine): Promise<void> {
  const step = await engine.compile(PRODUCT, PRODUCT_INPUTS);
  const lastRun = step.run(product());
  await Promise.all([step.dispose(), step.dispose()]);
  assert.equal((await lastRun)[1]![0], 91);
  await assert.rejects(step.run(product()), { code: 'MODEL_STEP_DISPOSED' });
}
