/**
 * Which session runs which steps, and where the values of variables are. TensorFlow shares variables within one session only, and a session cannot be
 * given more ops later. So each step starts with a session of its own, and values move through the host when a step of another session needs them; once
 * moving has cost as much as making the steps anew, they are made anew in one session, where weights, moments and caches no longer move.
 */
import { ModelError } from '../errors.js';
import type { TensorFlowBinding } from '../tensorflow/binding.js';
import type { StepNodes } from './tensorflow-graph.js';
import { TensorFlowSession, type SessionCall } from './tensorflow-session.js';
import type { TensorFlowVariable } from './tensorflow-variables.js';

/** A step as its session sees it. */
export interface SessionStep {
  readonly nodes: StepNodes;
  readonly variables: readonly TensorFlowVariable[];
}

/** Moving as many bytes takes as long as making one step anew: about half a second, and ten times that with XLA. */
export const BYTES_PER_STEP = { plain: 1e9, xla: 1e10 } as const;

export class TensorFlowSessions {
  readonly #binding: TensorFlowBinding;
  readonly #bytesPerStep: number;
  readonly #steps = new Map<SessionStep, TensorFlowSession>();
  readonly #variables = new Set<TensorFlowVariable>();
  #movedBytes = 0;

  /** @param bytesPerStep one of `BYTES_PER_STEP`; 0 joins steps as soon as a value has moved */
  constructor(binding: TensorFlowBinding, bytesPerStep: number) {
    this.#binding = binding;
    this.#bytesPerStep = bytesPerStep;
  }

  /** @throws MODEL_ENGINE_FAILED, MODEL_ENGINE_MEMORY when TensorFlow refuses its graph */
  add(step: SessionStep): void {
    this.#steps.set(step, this.#open([step]));
  }

  hold(variable: TensorFlowVariable): void {
    this.#variables.add(variable);
  }

  holds(variable: TensorFlowVariable): boolean {
    return this.#variables.has(variable);
  }

  /**
   * The session of a step, with the values of its variables in it. A failure loses no value.
   * @throws MODEL_VARIABLE_INVALID when one of them was disposed of, MODEL_STEP_DISPOSED when all is
   * @throws MODEL_ENGINE_FAILED, MODEL_ENGINE_MEMORY
   */
  prepare(step: SessionStep): TensorFlowSession {
    const variables = [...new Set(step.variables)];
    for (const variable of variables) variable.check();
    if (this.#movedBytes > this.#bytesPerStep * this.#steps.size) this.#join();
    const session = this.#steps.get(step);
    if (!session) throw new ModelError('MODEL_STEP_DISPOSED');
    const elsewhere = variables.filter(({ place }) => 'session' in place && place.session !== session);
    this.#takeOut(elsewhere, true);
    this.#movedBytes += elsewhere.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const waiting = variables.flatMap((variable) => ('host' in variable.place ? [{ variable, host: variable.place.host }] : []));
    if (waiting.length > 0) session.run(joined(waiting.map(({ variable }) => variable.calls.set)), waiting.map(({ host }) => host));
    for (const { variable } of waiting) variable.place = { session };
    return session;
  }

  /** A session ends with the last of its steps. */
  remove(step: SessionStep): void {
    const session = this.#steps.get(step);
    this.#steps.delete(step);
    if (!session || [...this.#steps.values()].includes(session)) return;
    this.#takeOut(this.#living().filter(({ place }) => 'session' in place && place.session === session));
    session.dispose();
  }

  dispose(): void {
    for (const variable of this.#variables) variable.end();
    for (const session of new Set(this.#steps.values())) session.dispose();
    this.#variables.clear();
    this.#steps.clear();
  }

  #open(steps: readonly SessionStep[]): TensorFlowSession {
    const variables = new Set(steps.flatMap((step) => step.variables));
    return new TensorFlowSession(this.#binding, [...[...variables].flatMap(({ nodes }) => nodes), ...steps.flatMap(({ nodes }) => nodes.nodes)]);
  }

  /** One session for all steps with variables; those whose variables were disposed of stay where they are. */
  #join(): void {
    this.#movedBytes = 0;
    const steps = [...this.#steps.keys()].filter(({ variables }) => variables.length > 0 && variables.every(({ disposed }) => !disposed));
    const session = this.#open(steps);
    this.#takeOut(this.#living());
    const before = new Set(steps.map((step) => this.#steps.get(step)!));
    for (const step of steps) this.#steps.set(step, session);
    const used = new Set(this.#steps.values());
    for (const old of before) if (!used.has(old)) old.dispose();
  }

  /** Brings values to the host, in one run for each session; `free` gives back what they took there, unless the session ends anyway. */
  #takeOut(variables: readonly TensorFlowVariable[], free = false): void {
    const bySession = new Map<TensorFlowSession, TensorFlowVariable[]>();
    for (const variable of variables) {
      if ('session' in variable.place) bySession.set(variable.place.session, [...(bySession.get(variable.place.session) ?? []), variable]);
    }
    for (const [session, held] of bySession) {
      session.run(joined(held.map(({ calls }) => calls.get)), []).forEach((host, i) => (held[i]!.place = { host }));
      if (free) session.run(joined(held.map(({ calls }) => calls.free)), []);
    }
  }

  #living(): TensorFlowVariable[] {
    for (const variable of this.#variables) if (variable.disposed) this.#variables.delete(variable);
    return [...this.#variables];
  }
}

/** Many variables are one run: each new set of names costs TensorFlow a walk through the whole graph. */
function joined(calls: readonly SessionCall[]): SessionCall {
  return { feeds: calls.flatMap(({ feeds }) => feeds), fetches: calls.flatMap(({ fetches }) => fetches) };
}
