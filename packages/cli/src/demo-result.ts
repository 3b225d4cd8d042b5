/** The last line of `spiral demo --json`: one object with rates as fractions. */
import type { TrainResult } from '@spiral-arena/trainer';
import type { RunView } from './run-view.js';

export interface DemoResult {
  readonly demo: {
    readonly engine: string;
    /** Of training; evaluation and start-up are not counted. */
    readonly seconds: number;
    readonly updates: number;
    readonly matches: number;
    readonly turns: number;
    readonly tokensPerSecond: number;
    readonly checkpoint: string | null;
    readonly games: { readonly [game: string]: object };
  };
}

export function demoResult({ engine, view, result }: { engine: string; view: RunView; result: TrainResult }): DemoResult {
  const { evaluation } = result;
  const games: { [game: string]: object } = {};
  for (const { game, variant, opponent, temperature, illegalRate, win, draw, loss, matches } of evaluation.evaluations) {
    if (opponent !== 'random' || temperature === 0) continue;
    const greedy = evaluation.evaluations.find((other) => other.game === game && other.variant === variant && other.opponent === opponent && other.temperature === 0);
    const exact = evaluation.exact.find((measure) => measure.game === game && measure.variant === variant);
    games[game] = {
      variant,
      matches: view.totals.games.get(game)?.matches ?? 0,
      illegalRate,
      vsRandom: { win, draw, loss, matches },
      ...(greedy ? { vsRandomGreedy: { win: greedy.win, draw: greedy.draw, loss: greedy.loss, matches: greedy.matches } } : {}),
      ...(exact ? { nashConv: exact.nashConv, averageNashConv: exact.averageNashConv } : {}),
      opponents: Object.fromEntries(evaluation.evaluations.filter((other) => other.game === game && other.temperature > 0 && other.opponent !== 'random').map((other) => [other.opponent, { win: other.win, draw: other.draw, loss: other.loss, matches: other.matches }])),
    };
  }
  return {
    demo: {
      engine, seconds: Math.round(result.trainMs / 1000), updates: result.updates, matches: view.totals.matches, turns: view.totals.turns,
      tokensPerSecond: Math.round(view.tokensPerSecond), checkpoint: result.checkpoint, games,
    },
  };
}
