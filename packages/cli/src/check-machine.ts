/** What a machine must have, checked by using it: the Node version, and an engine that computes right. */
import { performance } from 'node:perf_hooks';
import { createEngine, tf, type Engine, type EngineName, type EngineOptions } from '@spiral-arena/model';
import { isCodedError } from '@spiral-arena/core';

export const NODE_RANGE = '>=20.19.0';

/** What is wrong with a Node version, or `null`. */
export function nodeProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19) ? null : version;
}

export interface EngineCheck {
  readonly name: EngineName;
  readonly ok: boolean;
  readonly description: string;
  /** Where it computes; empty where it does not work. */
  readonly device: string;
  readonly library: string;
  readonly gflops: number;
  readonly explanation?: string;
  /** What to do about it. */
  readonly hint?: string;
}

const SIZE = 512;
const RUNS = 7;
const TOLERANCE = { float32: 1e-3, bfloat16: 0.5 } as const;

/** Multiplies two matrices, compares one entry with a sum in float64, and takes the best time of a few. */
export async function checkEngine(options: EngineOptions): Promise<EngineCheck> {
  const { name } = options;
  try {
    const engine = await createEngine(options);
    try {
      const { gflops, got, expected } = await multiply(engine);
      const about = { name, description: engine.describe(), device: engine.device, library: engine.library };
      if (Math.abs(got - expected) > TOLERANCE[options.dtype ?? 'float32']) return { ...about, ok: false, gflops: 0, explanation: `it computed ${got} where ${expected} is right` };
      return { ...about, ok: true, gflops };
    } finally {
      await engine.dispose();
    }
  } catch (error) {
    const hint = isCodedError(error) && error.hint ? { hint: error.hint } : {};
    return { name, ok: false, description: '', device: '', library: '', gflops: 0, explanation: error instanceof Error ? error.message : String(error), ...hint };
  }
}

async function multiply(engine: Engine): Promise<{ readonly gflops: number; readonly got: number; readonly expected: number }> {
  const spec = { shape: [SIZE, SIZE], dtype: 'float32' } as const;
  const a = Float32Array.from({ length: SIZE * SIZE }, (_, k) => ((k * 7919) % 97) / 97 - 0.5);
  const b = Float32Array.from({ length: SIZE * SIZE }, (_, k) => ((k * 104_729) % 89) / 89 - 0.5);
  // Factors that stay with the engine: what is measured is the product, not the way there.
  const factors = await Promise.all([a, b].map((values) => engine.variable(spec, values)));
  const step = await engine.compile((_, [x, y]) => [tf.slice(tf.matMul(x as never, y as never), [1, 1], [1, 1])], [], factors);
  let best = Number.POSITIVE_INFINITY;
  let got = Number.NaN;
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    const [entry] = await step.run([]);
    best = Math.min(best, performance.now() - start);
    got = entry?.[0] ?? Number.NaN;
  }
  let expected = 0;
  for (let k = 0; k < SIZE; k++) expected += (a[SIZE + k] as number) * (b[k * SIZE + 1] as number);
  await step.dispose();
  for (const factor of factors) await factor.dispose();
  return { gflops: (2 * SIZE ** 3) / best / 1e6, got, expected };
}
