/**
 * Compiled steps by key, at most so many: the one not used for longest goes first and is disposed of. Generator and trainer keep their
 * shape buckets here. It knows no shapes: the key must tell apart everything that the step depends on.
 */
import type { CompiledStep, Step, TensorSpec, Variable } from './engine.js';

export interface StepSource {
  readonly step: Step;
  readonly inputs: readonly TensorSpec[];
  readonly variables?: readonly Variable[];
}

/** What compiles: an engine, or replicas. */
interface Compiler<S> {
  compile(step: Step, inputs: readonly TensorSpec[], variables?: readonly Variable[]): Promise<S>;
}

export class StepCache<S extends Pick<CompiledStep, 'dispose'> = CompiledStep> {
  readonly #engine: Compiler<S>;
  readonly #capacity: number;
  readonly #steps = new Map<string, Promise<S>>(); // least recently used first

  /** @param capacity steps kept; a compiled step holds its graph and its working memory */
  constructor(engine: Compiler<S>, capacity = 32) {
    this.#engine = engine;
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#steps.size;
  }

  /**
   * The step under `key`, compiled by the first who asks; others who ask meanwhile wait for the same one. A failure is not kept.
   * Run it right away and ask again next time: an evicted step is disposed of once its runs have ended.
   */
  get(key: string, make: () => StepSource): Promise<S> {
    const step = this.#steps.get(key) ?? this.#compile(make);
    this.#steps.delete(key); // to the end: most recently used
    this.#steps.set(key, step);
    step.catch(() => {
      if (this.#steps.get(key) === step) this.#steps.delete(key);
    });
    this.#evict();
    return step;
  }

  /** Disposes of all steps; the engine stays with its owner. */
  async dispose(): Promise<void> {
    const steps = [...this.#steps.values()];
    this.#steps.clear();
    await Promise.all(steps.map(disposeOnceReady));
  }

  async #compile(make: () => StepSource): Promise<S> {
    const { step, inputs, variables } = make();
    return this.#engine.compile(step, inputs, variables);
  }

  #evict(): void {
    for (const [key, step] of this.#steps) {
      if (this.#steps.size <= this.#capacity) return;
      this.#steps.delete(key);
      void disposeOnceReady(step);
    }
  }
}

/** A step that never came to be needs no disposal; its failure belongs to those who asked for it. */
async function disposeOnceReady(step: Promise<Pick<CompiledStep, 'dispose'>>): Promise<void> {
  const compiled = await step.catch(() => undefined);
  await compiled?.dispose();
}
