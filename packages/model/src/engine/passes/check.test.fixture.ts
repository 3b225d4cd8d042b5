/**
 * What tests of passes share: graphs from steps, and the comparison of a graph with what a pass made of it, run by the interpreter.
 */
import { Rng } from '@spiral-arena/core/random';
import { assertClose } from '../engine-contract.js';
import { drawInput, type CaseInput } from '../engine-cases.js';
import type { Step } from '../engine.js';
import type { Graph } from '../graph.js';
import { record } from '../record.js';
import { interpret } from './interpret.js';
import { inOrder } from './rewrite.js';

export const ops = (graph: Graph): string[] => graph.nodes.map(({ op }) => op);
export const recorded = (step: Step, ...inputs: readonly CaseInput[]): Graph => inOrder(record(step, inputs));

/** The graph after a pass, which must compute what it computed before. */
export function checked(pass: (graph: Graph) => Graph, step: Step, inputs: readonly CaseInput[], tolerance = 1e-5): Graph {
  const before = recorded(step, ...inputs);
  const after = pass(before);
  assertSameGraph(before, after, inputs, tolerance);
  return after;
}

export function assertSameGraph(before: Graph, after: Graph, inputs: readonly CaseInput[], tolerance: number): void {
  const rng = Rng.fromSeed(11);
  const arrays = inputs.map((input) => drawInput(input, rng));
  const expected = interpret(before, arrays);
  const got = interpret(after, arrays);
  after.outputs.forEach(({ shape, dtype }, i) => {
    const wanted = before.outputs[i]!;
    if (shape.join() !== wanted.shape.join() || dtype !== wanted.dtype) throw new Error(`output ${i}: ${dtype}[${shape.join()}] in place of ${wanted.dtype}[${wanted.shape.join()}]`);
    assertClose(got[i]!, expected[i]!, tolerance, `output ${i}`);
  });
}
