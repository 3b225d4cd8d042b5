/**
 * Proves an engine by computing, in a process of its own (a bad library may take it down): a matrix product, a loss with its gradient, and a session
 * with a variable, each compared with numbers computed here in JavaScript. What does not compute right is never taken into use.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelError } from '../errors.js';
import { reasonOf } from './reason.js';
import { runTool, type Environment } from './run-tool.js';
import { GRAPH_INPUT, GRAPH_OUTPUTS, verifyGraph } from './verify-graph.js';

/** What the child answers: by check, the numbers that TensorFlow computed. */
export interface Answers {
  readonly version: string;
  readonly gpu: boolean;
  readonly numbers: { readonly [check: string]: readonly number[] };
}

// Small whole numbers: their products are exact at any precision that a GPU may multiply with.
const A = [1, 2, 3, 4, 5, -6, 7, 0]; // [2, 4]
const B = [1, -1, 2, 0, 3, 1, -2, 4]; // [4, 2]
const LOGITS = [1, 2, 3, 0, -1, 1]; // [2, 3]
const LABELS = [0, 0, 1, 1, 0, 0]; // [2, 3]
const X = [1, 2, 3, 4]; // [2, 2]

/** Asks TensorFlow for all of them; text, since it runs by itself in a fresh Node. */
const PROGRAM = `
const { path, folder, A, B, LOGITS, LABELS, X, input, outputs } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const tf = require(path);
const tensor = (shape, values) => tf.createTensor(shape, tf.TF_FLOAT, new Float32Array(values));
const read = (handles) => handles.flatMap(({ id }) => Array.from(tf.tensorDataSync(id)));
const float = { name: 'T', type: tf.TF_ATTR_TYPE, value: tf.TF_FLOAT };
const no = (name) => ({ name, type: tf.TF_ATTR_BOOL, value: false });
const product = read(tf.executeOp('MatMul', [float, no('transpose_a'), no('transpose_b')], [tensor([2, 4], A), tensor([4, 2], B)], 1));
const gradient = read(tf.executeOp('SoftmaxCrossEntropyWithLogits', [float], [tensor([2, 3], LOGITS), tensor([2, 3], LABELS)], 2));
const id = tf.loadSavedModel(folder, 'serve');
const x = tensor([2, 2], X);
const run = (output, ...ids) => read(tf.runSavedModel(id, ids, ids.map(() => input).join(), output));
const session = [...run(outputs.set, x), ...run(outputs.step, x), ...run(outputs.step, x), ...run(outputs.get)];
process.stdout.write(JSON.stringify({ version: tf.TF_Version, gpu: tf.isUsingGpuDevice(), numbers: { product, gradient, session } }));
`;

/**
 * Loads an addon in another process and compares what it computes.
 * @param node the Node program to run it in
 * @returns what was compared, and whether a GPU was seen
 * @throws MODEL_TENSORFLOW_UNLOADABLE when it does not load, or ends before it answers
 * @throws MODEL_TENSORFLOW_WRONG when a number is not right
 */
export async function verifyEngine(path: string, node: string, environment: Environment, log?: string): Promise<Answers> {
  const folder = mkdtempSync(join(tmpdir(), 'spiral-verify-'));
  try {
    writeFileSync(join(folder, 'saved_model.pb'), verifyGraph());
    const input = JSON.stringify({ path, folder, A, B, LOGITS, LABELS, X, input: GRAPH_INPUT, outputs: GRAPH_OUTPUTS });
    const quiet = { TF_CPP_MIN_LOG_LEVEL: '3', TF_FORCE_GPU_ALLOW_GROWTH: 'true', ...environment };
    const answers = JSON.parse(await runTool(node, ['-e', PROGRAM], { environment: quiet, input, ...(log !== undefined && { log }) })) as Answers;
    compareAnswers(answers.numbers);
    return answers;
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    throw new ModelError('MODEL_TENSORFLOW_UNLOADABLE', { details: { reason: reasonOf(cause) }, cause });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const TOLERANCE = 1e-5;

/** @throws MODEL_TENSORFLOW_WRONG for the first number that is off */
export function compareAnswers(numbers: Answers['numbers']): void {
  for (const [check, expected] of Object.entries(expectedNumbers())) {
    const got = numbers[check] ?? [];
    const right = got.length === expected.length && expected.every((value, index) => Math.abs(value - (got[index] ?? Number.NaN)) <= TOLERANCE);
    if (!right) throw new ModelError('MODEL_TENSORFLOW_WRONG', { details: { check, expected: shown(expected), got: shown(got) } });
  }
}

/** The same numbers in plain JavaScript. */
export function expectedNumbers(): { readonly product: number[]; readonly gradient: number[]; readonly session: number[] } {
  const [losses, slopes] = crossEntropy(LOGITS, LABELS, 3);
  const step = product(X, X, 2); // w = x
  const after = step.map((value, index) => value + (X[index] ?? 0));
  const second = product(X, after, 2);
  return { product: product(A, B, 4), gradient: [...losses, ...slopes], session: [...X, ...step, ...second, ...second.map((value, index) => value + (after[index] ?? 0))] };
}

/** a `[2, inner]` times b `[inner, 2]`. */
function product(a: readonly number[], b: readonly number[], inner: number): number[] {
  return [0, 1, 2, 3].map((cell) => {
    let sum = 0;
    for (let k = 0; k < inner; k++) sum += (a[(cell >> 1) * inner + k] ?? 0) * (b[k * 2 + (cell & 1)] ?? 0);
    return sum;
  });
}

/** Loss −Σ p·log softmax(z) of each row, and its gradient in z: softmax(z) − p. */
function crossEntropy(logits: readonly number[], labels: readonly number[], width: number): [losses: number[], slopes: number[]] {
  const losses: number[] = [];
  const slopes: number[] = [];
  for (let start = 0; start < logits.length; start += width) {
    const row = logits.slice(start, start + width);
    const target = labels.slice(start, start + width);
    const sum = row.reduce((total, z) => total + Math.exp(z), 0);
    losses.push(row.reduce((total, z, k) => total - (target[k] ?? 0) * (z - Math.log(sum)), 0));
    slopes.push(...row.map((z, k) => Math.exp(z) / sum - (target[k] ?? 0)));
  }
  return [losses, slopes];
}

function shown(numbers: readonly number[]): string {
  return `[${numbers.map((value) => Number(value.toPrecision(6))).join(', ')}]`;
}
