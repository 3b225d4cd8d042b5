/**
 * What ONNX Runtime is told of a step: the model, how the session runs, and which of its tensors are parts of variables. It starts no session.
 */
import type * as Ort from 'onnxruntime-node';
import type { TakenAdamW } from './adamw-rule.js';
import { engineFailure } from './compiled-step.js';
import type { TensorSpec } from './engine.js';
import type { GraphValue } from './graph.js';
import type { SessionPlan, SessionTensor } from './onnx-host.js';
import { lowerToOnnx } from './onnx-lowering.js';
import { encodeModel } from './onnx-proto.js';
import type { OnnxThread } from './onnx-thread.js';
import type { VariablePart, ViewedStep } from './onnx-views.js';

/** What the host must know of a lowered step. */
export function planOf({ graph, reads, writes, commits }: ViewedStep, variables: readonly { readonly id: number }[], options: Ort.InferenceSession.SessionOptions, adamW: readonly TakenAdamW[] = []): SessionPlan {
  const tensor = ({ shape, dtype }: GraphValue, name: string, part: VariablePart | undefined): SessionTensor => ({
    name, shape, dtype: dtype as TensorSpec['dtype'], ...(part ? { part: { variable: variables[part.variable]!.id, offset: part.offset, length: part.length } } : {}),
  });
  const [own, last] = [graph.inputs.length - reads.length, graph.outputs.length - 1];
  const ownOutputs = graph.outputs.length - writes.length - (commits ? 1 : 0);
  return {
    model: encodeModel(lowerToOnnx(graph)),
    options,
    inputs: graph.inputs.map((value, at) => tensor(value, value.name, reads[at - own])),
    outputs: graph.outputs.map((value, at) => tensor(value, `out${at}`, writes[at - ownOutputs])),
    adamW: adamW.map(({ weights, first, second, scalars, settings }) => ({ weights: variables[weights]!.id, first: variables[first]!.id, second: variables[second]!.id, scalars: `out${scalars}`, settings })),
    ...(commits ? { commit: `out${last}` } : {}),
  };
}

/** @throws MODEL_ENGINE_FAILED when the runtime refuses the model */
export async function openSession(thread: OnnxThread, id: number, plan: SessionPlan): Promise<void> {
  await thread.call('open', id, plan).catch((cause: unknown) => {
    throw engineFailure('onnx', 'compile', cause);
  });
}

export function sessionOptions(threads: number, provider: string, spins: boolean, further: { readonly [key: string]: string } = {}): Ort.InferenceSession.SessionOptions {
  return {
    executionProviders: [provider],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'disabled', // our passes have been there; the runtime's find nothing more and take half of the time to open a session
    // Each session keeps what its arena once took, and a process has a session for each shape. Planning all of a run as one block as well (the pattern)
    // saves no time and takes much more: a training run with 40 sessions held 1350 MB with it, 910 MB without. Without the arena it is 480 MB,
    // but updates take 20 % longer, since memory that is given back must be cleared again.
    enableCpuMemArena: true,
    enableMemPattern: false,
    logSeverityLevel: 4, // errors come as exceptions; the library would print them too
    // Threads that spin while they wait for the next op make a run of small ops a sixth faster and slow down whatever else wants the processor
    // (games and sockets, beside a run in another thread). After a run they sleep in any case.
    extra: { session: { intra_op: { allow_spinning: spins ? '1' : '0' }, force_spinning_stop: '1', ...nested(further) } },
  };
}

/** The runtime's binding wants keys with dots as objects in objects. */
function nested(settings: { readonly [key: string]: string }): { readonly [key: string]: string } {
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key.replace(/^session\./, ''), value]));
}
