/**
 * The part of the engine contract that is about variables: what a run leaves in them, in which order, and what can never change them.
 * Checks fail by throwing. `engine-contract.ts` joins them to the rest.
 */
import assert from 'node:assert/strict';
import { tf } from '../tf.js';
import { reals, wholes } from './engine-cases.js';
import type { CompiledStep, Engine, Step, TensorSpec, Variable } from './engine.js';

export interface EngineCheck {
  readonly name: string;
  run(): Promise<void>;
}

/** @param other an engine of another instance, whose variables are not this one's */
export function variableContract(engine: Engine, other: Engine): EngineCheck[] {
  const check = (name: string, run: (engine: Engine, other: Engine) => Promise<void>): EngineCheck => ({ name: `variables: ${name}`, run: () => run(engine, other) });
  return [
    check('start with zeros or a copy of the values given, are read and assigned', startsReadsAssigns),
    check('copy what is assigned at once', assignsAtOnce),
    check('refuse arrays of another size or type', refusesArrays),
    check('take their new values after a run, and stay what they are where the update is null', takesUpdates),
    check('are read whole, in parts and in other shapes by one step', readsParts),
    check('swap by their old values', swaps),
    check('do not change where commit is 0', commits),
    check('do not change when the run fails', keepsOnError),
    check('are shared by steps', shared),
    check('see runs, reads and assignments in the order of asking', inOrder),
    check('hold no memory of the caller: inputs, outputs and constants as updates', ownMemory),
    check('are carried through AdamW', carriesAdamW),
    check('are carried through AdamW beside other steps, other moments, assignments and runs that commit nothing', mixesAdamW),
    check('of another engine, or disposed of, are refused', refusesForeign),
    check('refuse updates of another shape, type or number', refusesUpdates),
    check('keep their values however many steps are compiled and disposed of', survivesCompiles),
  ];
}

const PAIR: TensorSpec = reals([2]);
const pair = (a: number, b: number): Float32Array => Float32Array.of(a, b);
const valuesOf = async (...variables: readonly Variable[]): Promise<number[][]> => Promise.all(variables.map(async (variable) => [...(await variable.read())]));
const dispose = async (...held: readonly { dispose(): Promise<void> }[]): Promise<void> => void (await Promise.all(held.map((each) => each.dispose())));

/** Adds its input to the variable and gives the sum. */
const ADD: Step = ([x], [v]) => {
  const sum = tf.add(v!, x!);
  return { outputs: [sum], updates: [sum] };
};

async function startsReadsAssigns(engine: Engine): Promise<void> {
  const given = pair(1, 2);
  const [zeros, reals2, counts] = [await engine.variable(PAIR), await engine.variable(PAIR, given), await engine.variable(wholes([3], 0, 9), Int32Array.of(3, 4, 5))];
  given.fill(9);
  assert.deepEqual(await valuesOf(zeros, reals2, counts), [[0, 0], [1, 2], [3, 4, 5]]);
  assert.deepEqual([counts.shape, counts.dtype], [[3], 'int32']);
  (await reals2.read()).fill(7);
  await counts.assign(Int32Array.of(6, 7, 8));
  assert.deepEqual(await valuesOf(reals2, counts), [[1, 2], [6, 7, 8]]);
  const step = await engine.compile((_, [v, n]) => [tf.mul(v!, 2), tf.add(n!, tf.scalar(1, 'int32'))], [], [reals2, counts]);
  const outputs = await step.run([]);
  assert.deepEqual(outputs.map((output) => [...output]), [[2, 4], [7, 8, 9]]);
  assert.ok(outputs[1] instanceof Int32Array && (await counts.read()) instanceof Int32Array);
  await dispose(step, zeros, reals2, counts);
}

async function assignsAtOnce(engine: Engine): Promise<void> {
  const variable = await engine.variable(PAIR);
  const values = pair(1, 2);
  const assigned = variable.assign(values);
  values.fill(9);
  await assigned;
  assert.deepEqual(await valuesOf(variable), [[1, 2]]);
  values.fill(8);
  assert.deepEqual(await valuesOf(variable), [[1, 2]]);
  await dispose(variable);
}

async function refusesArrays(engine: Engine): Promise<void> {
  const refused = { code: 'MODEL_INPUT_MISMATCH' };
  await assert.rejects(async () => engine.variable(PAIR, new Float32Array(3)), refused);
  const variable = await engine.variable(PAIR, pair(1, 2));
  await assert.rejects(async () => variable.assign(new Float32Array(1)), refused);
  await assert.rejects(async () => variable.assign(new Int32Array(2)), refused);
  assert.deepEqual(await valuesOf(variable), [[1, 2]]);
  await dispose(variable);
}

async function takesUpdates(engine: Engine): Promise<void> {
  const [a, b, c] = [await engine.variable(PAIR, pair(1, 2)), await engine.variable(PAIR, pair(10, 20)), await engine.variable(PAIR, pair(5, 6))];
  const step = await engine.compile(([x], [v, w]) => ({ outputs: [tf.sum(v!)], updates: [tf.add(v!, tf.mul(w!, x!)), null, tf.mul(v!, x!)] }), [reals([])], [a, b, c]);
  assert.deepEqual([...(await step.run([Float32Array.of(2)]))[0]!], [3]);
  assert.deepEqual(await valuesOf(a, b, c), [[21, 42], [10, 20], [2, 4]]);
  assert.deepEqual([...(await step.run([Float32Array.of(1)]))[0]!], [63]);
  assert.deepEqual(await valuesOf(a, b, c), [[31, 62], [10, 20], [21, 42]]);
  const silent = await engine.compile((_, [v]) => ({ outputs: [], updates: [tf.neg(v!)] }), [], [a]);
  assert.deepEqual(await silent.run([]), []);
  assert.deepEqual(await valuesOf(a), [[-31, -62]]);
  await dispose(step, silent, a, b, c);
}

async function readsParts(engine: Engine): Promise<void> {
  const variable = await engine.variable(reals([2, 3]), Float32Array.of(1, 2, 3, 4, 5, 6));
  const step = await engine.compile(
    (_, [v]) => {
      const flat = tf.reshape(v!, [6]);
      const parts = [v!, flat, tf.slice(flat, [2], [3]), tf.slice(v!, [1, 0], [1, 3]), tf.slice(v!, [0, 1], [2, 1]), tf.reshape(tf.slice(flat, [0], [4]), [2, 2])];
      return { outputs: parts.map((part) => tf.mul(part, 10)), updates: [tf.reshape(tf.concat([tf.slice(flat, [3], [3]), tf.neg(tf.slice(flat, [0], [3]))], 0), [2, 3])] };
    },
    [],
    [variable],
  );
  assert.deepEqual((await step.run([])).map((output) => [...output]), [[10, 20, 30, 40, 50, 60], [10, 20, 30, 40, 50, 60], [30, 40, 50], [40, 50, 60], [20, 50], [10, 20, 30, 40]]);
  assert.deepEqual(await valuesOf(variable), [[4, 5, 6, -1, -2, -3]]);
  await dispose(step, variable);
}

async function swaps(engine: Engine): Promise<void> {
  const [a, b] = [await engine.variable(PAIR, pair(1, 2)), await engine.variable(PAIR, pair(3, 4))];
  const swap = await engine.compile((_, [v, w]) => ({ outputs: [v!, w!], updates: [w!, v!] }), [], [a, b]);
  assert.deepEqual((await swap.run([])).map((output) => [...output]), [[1, 2], [3, 4]]);
  assert.deepEqual(await valuesOf(a, b), [[3, 4], [1, 2]]);
  const mixed = await engine.compile((_, [v, w]) => ({ outputs: [], updates: [tf.add(v!, w!), tf.sub(v!, w!)] }), [], [a, b]);
  await mixed.run([]);
  assert.deepEqual(await valuesOf(a, b), [[4, 6], [2, 2]]);
  await dispose(swap, mixed, a, b);
}

/** Multiplies the variable by ten where its input is not 0. */
const GUARDED: Step = ([commit], [v]) => ({ outputs: [tf.add(v!, 1)], updates: [tf.mul(v!, 10)], commit: commit! });

async function commits(engine: Engine): Promise<void> {
  const variable = await engine.variable(PAIR, pair(1, 2));
  const [number, whole] = [await engine.compile(GUARDED, [reals([1])], [variable]), await engine.compile(GUARDED, [wholes([], 0, 2)], [variable])];
  for (const outputs of [await number.run([Float32Array.of(0)]), await whole.run([Int32Array.of(0)])]) assert.deepEqual([...outputs[0]!], [2, 3]);
  assert.deepEqual(await valuesOf(variable), [[1, 2]]);
  await number.run([Float32Array.of(-0.5)]);
  assert.deepEqual(await valuesOf(variable), [[10, 20]]);
  await number.run([Float32Array.of(0)]);
  await whole.run([Int32Array.of(1)]);
  assert.deepEqual(await valuesOf(variable), [[100, 200]]);
  await dispose(number, whole, variable);
}

async function keepsOnError(engine: Engine): Promise<void> {
  const [a, b] = [await engine.variable(PAIR, pair(1, 2)), await engine.variable(PAIR, pair(3, 4))];
  const step = await engine.compile(([ids], [v, w]) => ({ outputs: [tf.gather(w!, ids as tf.Tensor1D)], updates: [tf.add(v!, 1), tf.mul(v!, tf.gather(w!, ids as tf.Tensor1D))] }), [wholes([2], 0, 2)], [a, b]);
  await assert.rejects(step.run([Int32Array.of(0, 2)]), { code: 'MODEL_ENGINE_FAILED' });
  assert.deepEqual(await valuesOf(a, b), [[1, 2], [3, 4]]);
  assert.deepEqual([...(await step.run([Int32Array.of(1, 0)]))[0]!], [4, 3]);
  assert.deepEqual(await valuesOf(a, b), [[2, 3], [4, 6]]);
  await dispose(step, a, b);
}

async function shared(engine: Engine): Promise<void> {
  const weights = await engine.variable(reals([2, 2]), Float32Array.of(1, 2, 3, 4));
  const train = await engine.compile(([x], [w]) => ({ outputs: [], updates: [tf.sub(w!, x!)] }), [reals([2, 2])], [weights]);
  const generate = await engine.compile(([x], [w]) => [tf.matMul(x!, w!)], [reals([1, 2])], [weights]);
  const generated = async (): Promise<number[]> => [...(await generate.run([pair(1, 1)]))[0]!];
  assert.deepEqual(await generated(), [4, 6]);
  await train.run([Float32Array.of(1, 1, 1, 1)]);
  assert.deepEqual(await generated(), [2, 4]);
  await dispose(train);
  assert.deepEqual(await generated(), [2, 4]);
  await weights.assign(Float32Array.of(0, 0, 0, 5));
  assert.deepEqual(await generated(), [0, 5]);
  await dispose(generate, weights);
}

async function inOrder(engine: Engine): Promise<void> {
  const variable = await engine.variable(PAIR);
  const step = await engine.compile(ADD, [PAIR], [variable]);
  const asked = [step.run([pair(1, 1)]), variable.read(), step.run([pair(2, 2)]).then(([sum]) => sum!), variable.assign(pair(10, 10)), step.run([pair(3, 4)]), variable.read()] as const;
  const [first, read, second, , third, last] = await Promise.all(asked);
  assert.deepEqual([first[0], read, second, third[0], last].map((values) => [...values!]), [[1, 1], [1, 1], [3, 3], [13, 14], [13, 14]]);
  await dispose(step, variable);
}

async function ownMemory(engine: Engine): Promise<void> {
  const [a, b, c, d] = [await engine.variable(PAIR), await engine.variable(PAIR), await engine.variable(PAIR), await engine.variable(reals([2, 1]))];
  const step = await engine.compile(([x], [v]) => ({ outputs: [x!, v!], updates: [x!, tf.tensor([7, 8]), tf.add(v!, 1), tf.reshape(x!, [2, 1])] }), [PAIR], [a, b, c, d]);
  const input = pair(1, 2);
  for (const output of await step.run([input])) output.fill(99);
  input.fill(9);
  assert.deepEqual(await valuesOf(a, b, c, d), [[1, 2], [7, 8], [1, 1], [1, 2]]);
  const [, old] = await step.run([pair(3, 4)]);
  assert.deepEqual([...old!], [1, 2]);
  await a.assign(pair(5, 5));
  assert.deepEqual([...old!], [1, 2]);
  assert.deepEqual(await valuesOf(a, b, c, d), [[5, 5], [7, 8], [2, 3], [3, 4]]);
  await dispose(step, a, b, c, d);
}

/** Two updates by hand: w = m = v = 0, g = 1, all of the learning rates 1, both betas ½: m = ½, v = ½, w = −½ / √½; then m = ¾, v = ¾, w less ¾ / √¾. */
async function carriesAdamW(engine: Engine): Promise<void> {
  const [w, m, v] = [await engine.variable(PAIR), await engine.variable(PAIR), await engine.variable(PAIR)];
  const step = await engine.compile(
    ([g, scalars], [weights, first, second]) => {
      const inputs = { w: weights!, m: first!, v: second!, g: g!, scalars: scalars! };
      const next = tf.engine().runKernel('AdamW', inputs, { beta1: 0.5, beta2: 0.5, eps: 0, weightDecay: 0 }) as tf.Tensor[];
      return { outputs: [], updates: next };
    },
    [PAIR, reals([4])],
    [w, m, v],
  );
  for (let update = 0; update < 2; update++) await step.run([pair(0.5, 0.5), Float32Array.of(1, 1, 1, 2)]);
  const expected = [-Math.sqrt(0.5) - Math.sqrt(0.75), 0.75, 0.75];
  (await valuesOf(w, m, v)).forEach((values, i) => values.forEach((x) => assert.ok(Math.abs(x - expected[i]!) < 1e-5, `${x} is not ${expected[i]}`)));
  await dispose(step, w, m, v);
}

/** AdamW that remembers nothing: w ← w / 2 − sign(g), unless `commit` is 0; gives the sum of the weights as they were. */
const SIGNS: Step = ([g, commit], [weights, first, second]) => {
  const inputs = { w: weights!, m: first!, v: second!, g: g!, scalars: tf.tensor1d([1, 1, 1, 1]) };
  const next = tf.engine().runKernel('AdamW', inputs, { beta1: 0, beta2: 0, eps: 0, weightDecay: 0.5 }) as tf.Tensor[];
  return { outputs: [tf.sum(weights!)], updates: next, commit: tf.reshape(commit!, []) };
};

async function mixesAdamW(engine: Engine): Promise<void> {
  const variables = await Promise.all(Array.from({ length: 5 }, () => engine.variable(PAIR)));
  const [w, m, v, m2, v2] = variables as [Variable, Variable, Variable, Variable, Variable];
  const specs = [PAIR, reals([1])];
  const [own, others] = [await engine.compile(SIGNS, specs, [w, m, v]), await engine.compile(SIGNS, specs, [w, m2, v2])];
  const add = await engine.compile(ADD, [PAIR], [w]);
  const [yes, no] = [Float32Array.of(1), Float32Array.of(0)];
  await own.run([pair(2, -3), yes]);
  assert.deepEqual(await valuesOf(w, m, v), [[-1, 1], [2, -3], [4, 9]]);
  assert.deepEqual([...(await own.run([pair(5, 5), no]))[0]!], [0]);
  assert.deepEqual(await valuesOf(w, m, v), [[-1, 1], [2, -3], [4, 9]]);
  await add.run([pair(3, 3)]);
  await others.run([pair(-1, 1), yes]);
  assert.deepEqual(await valuesOf(...variables), [[2, 1], [2, -3], [4, 9], [-1, 1], [1, 1]]);
  await v.assign(pair(0, 0));
  await add.run([pair(2, 1)]);
  await own.run([pair(1, 1), yes]);
  assert.deepEqual(await valuesOf(...variables), [[1, 0], [1, 1], [1, 1], [-1, 1], [1, 1]]);
  await dispose(own, others, add, ...variables);
}

async function refusesForeign(engine: Engine, other: Engine): Promise<void> {
  const refused = { code: 'MODEL_VARIABLE_INVALID' };
  const foreign = await other.variable(PAIR);
  await assert.rejects(engine.compile(ADD, [PAIR], [foreign]), refused);
  await assert.rejects(engine.compile(ADD, [PAIR], [{ ...PAIR } as Variable]), refused);
  const [gone, kept] = [await engine.variable(PAIR), await engine.variable(PAIR, pair(1, 2))];
  const [step, still] = [await engine.compile(ADD, [PAIR], [gone]), await engine.compile(ADD, [PAIR], [kept])];
  const last = step.run([pair(1, 1)]);
  await dispose(gone, gone);
  assert.deepEqual([...(await last)[0]!], [1, 1]);
  await assert.rejects(step.run([pair(1, 1)]), refused);
  await assert.rejects(gone.read(), refused);
  await assert.rejects(gone.assign(pair(1, 1)), refused);
  assert.deepEqual([...(await still.run([pair(1, 1)]))[0]!], [2, 3]);
  await dispose(step, still, kept, foreign);
}

async function refusesUpdates(engine: Engine): Promise<void> {
  const variable = await engine.variable(PAIR, pair(1, 2));
  const refused = { code: 'MODEL_SHAPE_MISMATCH' };
  await assert.rejects(engine.compile((_, [v]) => ({ outputs: [], updates: [tf.reshape(v!, [2, 1])] }), [], [variable]), refused);
  await assert.rejects(engine.compile((_, [v]) => ({ outputs: [], updates: [tf.cast(v!, 'int32')] }), [], [variable]), refused);
  await assert.rejects(engine.compile((_, [v]) => ({ outputs: [v!], updates: [] }), [], [variable]), refused);
  await assert.rejects(engine.compile((_, [v]) => ({ outputs: [], updates: [v!], commit: v! }), [], [variable]), refused);
  assert.deepEqual(await valuesOf(variable), [[1, 2]]);
  await dispose(variable);
}

async function survivesCompiles(engine: Engine): Promise<void> {
  const variable = await engine.variable(PAIR);
  const late: Variable[] = [];
  const steps: CompiledStep[] = [];
  for (let round = 1; round <= 4; round++) {
    const own = await engine.variable(PAIR, pair(round, round));
    late.push(own);
    const step = await engine.compile(([x], [v, w]) => ({ outputs: [], updates: [tf.add(v!, tf.mul(x!, w!)), tf.add(w!, 1)] }), [reals([])], [variable, own]);
    steps.push(step);
    await step.run([Float32Array.of(1)]);
    if (round === 2) await steps[0]!.dispose();
  }
  assert.deepEqual(await valuesOf(variable, ...late), [[10, 10], [2, 2], [3, 3], [4, 4], [5, 5]]);
  await steps[1]!.run([Float32Array.of(2)]);
  assert.deepEqual(await valuesOf(variable, late[1]!), [[16, 16], [4, 4]]);
  await dispose(...steps, ...late, variable);
}
