/**
 * Scripted opponents of Dots and Boxes: random play, greedy play that closes boxes and avoids third sides, and perfect play where a grid can be solved.
 * They see an observation, never a state.
 */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import { gridOf, type Grid, type Line, type LineAction, type Measures } from './grid.js';
import { bestLines } from './solver.js';

/** The part of an observation these agents look at. */
export type LinesView = { readonly options: Measures; readonly lines: readonly Line[] };

/** The lines that greedy play draws one of: those that close the most boxes, else those that make no third side, else any. */
export function greedyLines({ options, lines }: LinesView): readonly number[] {
  const grid = gridOf(options);
  const free = freeLines(lines);
  const closing = free.map((line) => sidesBeside(grid, lines, line).filter((sides) => sides === 3).length);
  const most = Math.max(...closing);
  if (most > 0) return free.filter((_, index) => closing[index] === most);
  const safe = free.filter((line) => !sidesBeside(grid, lines, line).includes(2));
  return safe.length > 0 ? safe : free;
}

/** The lines that keep the best margin where the rest of the grid can be solved; else what greedy play draws. */
export function perfectLines(view: LinesView): readonly number[] {
  return bestLines(gridOf(view.options), view.lines)?.lines ?? greedyLines(view);
}

/** How many lines of each box beside a free line are drawn. */
function sidesBeside(grid: Grid, lines: readonly Line[], line: number): number[] {
  return (grid.boxesAt[line] as readonly number[]).map((box) => (grid.linesOf[box] as readonly number[]).filter((side) => lines[side] === 1).length);
}

function freeLines(lines: readonly Line[]): number[] {
  return lines.flatMap((line, index) => (line === 0 ? [index] : []));
}

type AgentName = 'random' | 'greedy' | 'perfect';

/** An agent that draws one of these lines, uniformly. */
function drawing(summary: string, linesOf: (view: LinesView) => readonly number[]): ScriptedAgent<LineAction, LinesView> {
  return { summary, make: (_params, rng) => (view) => gridOf(view.options).actions[rng.pick(linesOf(view))] as LineAction };
}

export const AGENTS: { readonly [name in AgentName]: ScriptedAgent<LineAction, LinesView> } = {
  random: drawing('Draws a uniformly random free line.', ({ lines }) => freeLines(lines)),
  greedy: drawing('Closes boxes where it can, and avoids to draw the third line of one.', greedyLines),
  perfect: drawing('Keeps the best margin on grids of up to 24 lines (3x3) and in the last 16 lines of larger ones; before that it plays as greedy does.', perfectLines),
};
