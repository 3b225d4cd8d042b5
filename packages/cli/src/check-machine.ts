/** What a machine must have, checked by using it: the Node version, and an engine that computes right. */
import { performance } from 'node:perf_hooks';
import { createEngine, tf, type EngineName } from '@spiral-arena/model';

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
  readonly gflops: number;
  readonly explanation?: string;
}

const SIZE = 384;
const RUNS = 5;

/** Multiplies two matrices, compares one entry with a sum in float64, and takes the best time of a few. */
export async function checkEngine(name: EngineName): Promise<EngineCheck> {
  try {
    const engine = await createEngine({ name });
    try {
      const spec = { shape: [SIZE, SIZE], dtype: 'float32' } as const;
      const step = await engine.compile(([a, b]) => [tf.matMul(a as never, b as never)], [spec, spec]);
      const a = Float32Array.from({ length: SIZE * SIZE }, (_, k) => ((k * 7919) % 97) / 97 - 0.5);
      const b = Float32Array.from({ length: SIZE * SIZE }, (_, k) => ((k * 104_729) % 89) / 89 - 0.5);
      let best = Number.POSITIVE_INFINITY;
      let got = 0;
      for (let run = 0; run < RUNS; run++) {
        const start = performance.now();
        const [product] = await step.run([a, b]);
        best = Math.min(best, performance.now() - start);
        got = product?.[SIZE + 1] ?? Number.NaN;
      }
      let expected = 0;
      for (let k = 0; k < SIZE; k++) expected += (a[SIZE + k] as number) * (b[k * SIZE + 1] as number);
      await step.dispose();
      if (Math.abs(got - expected) > 1e-3) return { name, ok: false, description: engine.describe(), gflops: 0, explanation: `it computed ${got} where ${expected} is right` };
      return { name, ok: true, description: engine.describe(), gflops: (2 * SIZE ** 3) / best / 1e6 };
    } finally {
      await engine.dispose();
    }
  } catch (error) {
    return { name, ok: false, description: '', gflops: 0, explanation: error instanceof Error ? error.message : String(error) };
  }
}
