/**
 * The graph of one step in a session: its ops, and around them reading and writing of variables, so that a run writes all of them or none.
 * Assignments wait for every output and every new value, hence an error comes before the first of them, and each op has read the old values.
 */
import type { Graph } from './graph.js';
import type { RecordedStep } from './record.js';
import { lowerToTensorFlow, type TensorFlowCompute } from './tensorflow-lowering.js';
import type { TensorFlowNode } from './tensorflow-proto.js';
import type { SessionCall } from './tensorflow-session.js';
import type { TensorFlowAttrs } from './tensorflow-writer.js';
import { TensorFlowWriter } from './tensorflow-writer.js';

export interface StepNodes extends SessionCall {
  readonly nodes: readonly TensorFlowNode[];
}

/**
 * @param graph     the graph of `recorded`, after the passes
 * @param prefix    of this step's nodes, its own in the session
 * @param variables the nodes that hold the variables, in the order of the step's
 * @returns nodes, what to feed and what to fetch: the outputs of the step, then (if it updates) a sign that the updates are done
 */
export function stepNodes(graph: Graph, recorded: RecordedStep, prefix: string, variables: readonly string[], compute: TensorFlowCompute, everywhere: TensorFlowAttrs): StepNodes {
  const to = new TensorFlowWriter(prefix, everywhere);
  const { inputs, outputs, updates, commits } = recorded;
  const changes = updates.length > 0;
  const feeds = graph.inputs.slice(0, inputs.length).map(({ shape, dtype }, i) => ({ node: to.add('Placeholder', [], { dtype, shape }, `in${i}`), shape }));
  // The memory of what is fed is the caller's: a variable must not come to hold it.
  const fed = feeds.map(({ node }, i) => (changes ? to.add('DeepCopy', [node], { T: inputs[i]!.dtype }) : node));
  const read = graph.inputs.slice(inputs.length).map(({ dtype }, i) => to.add('ReadVariableOp', [variables[i]!], { dtype }, `variable${i}`));
  const results = lowerToTensorFlow(graph, [...fed, ...read], to, compute);

  const fetches = outputs.map(({ dtype }, i) => to.add('Identity', [results[i]!], { T: dtype }, `out${i}`));
  if (!changes) return { nodes: to.nodes, feeds, fetches };

  const values = updates.map((_, i) => results[outputs.length + i]!);
  const ready = to.add('NoOp', [...new Set([...fetches, ...read, ...values.map(nodeOf)])].map(after), {}, 'ready');
  const typeOf = (variable: number): TensorFlowAttrs => ({ dtype: graph.inputs[inputs.length + variable]!.dtype });
  const assign = (value: string, i: number): string => to.add('AssignVariableOp', [variables[updates[i]!]!, value, after(ready)], typeOf(updates[i]!), `assign${i}`);
  if (!commits) {
    const assigned = values.map(assign);
    return { nodes: to.nodes, feeds, fetches: [...fetches, to.add('Identity', [to.scalar(1, 'float32'), ...assigned.map(after)], { T: 'float32' }, 'done')] };
  }
  // A value that Switch sends the other way never comes: the assignment that waits for it does not run, and nothing is copied.
  const { dtype, shape } = graph.outputs.at(-1)!;
  const number = shape.length === 0 ? results.at(-1)! : to.add('Reshape', [results.at(-1)!, to.ints([])], { T: dtype, Tshape: 'int32' });
  const commit = to.add('NotEqual', [number, to.scalar(0, dtype)], { T: dtype }, 'commit');
  const assigned = values.map((value, i) => assign(`${to.add('Switch', [value, commit], { T: graph.inputs[inputs.length + updates[i]!]!.dtype })}:1`, i));
  const way = to.add('Switch', [commit, commit], { T: 'bool' });
  const written = to.add('Identity', [`${way}:1`, ...assigned.map(after)], { T: 'bool' });
  const met = to.add('Merge', [way, written], { T: 'bool', N: 2 });
  return { nodes: to.nodes, feeds, fetches: [...fetches, to.add('Cast', [met], { SrcT: 'bool', DstT: 'float32' }, 'done')] };
}

/** `node:1` is an output of `node`. */
const nodeOf = (name: string): string => name.replace(/:\d+$/, '');
const after = (name: string): string => `^${nodeOf(name)}`;

