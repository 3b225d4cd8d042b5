/** The solvers of `agents` on real games, through the game contract alone. Numbers of OpenSpiel 2.0.2 and of value iteration in numpy, as marked; Kuhn poker is in `solve.test.ts`. */
import { enumerateGame, makeAgent, perft, solveCfr, solveGame, solveTree, solveValues, tableOf, uniform } from '@spiral-arena/agents';
import type { InformationSet } from '@spiral-arena/agents';
import { resolveOptions, type Game, type Options } from '@spiral-arena/core/game';
import { playMatch } from '@spiral-arena/core/match';
import { parseSeed } from '@spiral-arena/core/random';
import { connectFour } from '@spiral-arena/games-connect-four';
import { pigDice } from '@spiral-arena/games-pig-dice';
import { kuhnPoker } from '@spiral-arena/games-kuhn-poker';
import { ticTacToe } from '@spiral-arena/games-tic-tac-toe';
import { dotsAndBoxes } from 'spiral-arena-dots-and-boxes';
import { leduc } from 'spiral-arena-leduc';
import { nim } from 'spiral-arena-nim';
import { othello } from 'spiral-arena-othello';
import { describe, expect, it } from 'vitest';

const optionsOf = (game: Game, options: Options = {}): Options => resolveOptions(game, { options }).options;
const firstValue = (game: Game, options: Options = {}): number => solveGame(game, optionsOf(game, options)).values[0] as number;

describe('Leduc Hold\'em', () => {
  const tree = solveTree(leduc as Game, optionsOf(leduc as Game));

  it('has 936 information sets, and policies have the NashConv that OpenSpiel gives them', () => {
    const prefer = (...moves: readonly string[]) => ({ legalActions }: InformationSet): readonly number[] => {
      const wanted = moves.map((move) => legalActions.findIndex((action) => action['move'] === move)).find((at) => at >= 0) as number;
      return legalActions.map((_, at) => (at === wanted ? 1 : 0));
    };
    expect(tree.sets).toHaveLength(936); // OpenSpiel 2.0.2, as all numbers here
    const even = tableOf(tree, uniform);
    expect(tree.nashConv(even)).toBeCloseTo(4.747222222222, 9);
    expect(tree.values(even)[0]).toBeCloseTo(-0.078125, 9);
    expect(tree.bestResponse(even, 0).value).toBeCloseTo(2.0875, 9);
    expect(tree.bestResponse(even, 1).value).toBeCloseTo(2.659722222222, 9);
    expect(tree.nashConv(tableOf(tree, prefer('call', 'check')))).toBeCloseTo(2.933333333333, 9);
    expect(tree.nashConv(tableOf(tree, prefer('raise', 'bet', 'call', 'check')))).toBeCloseTo(4.733333333333, 9);
    expect(tree.nashConv(tableOf(tree, prefer('fold', 'check')))).toBeCloseTo(2, 9);
  });

  it.each(['cfr+', 'dcfr'] as const)('is solved by %s to a NashConv below 0.001', (kind) => {
    const { nashConv, values } = solveCfr(tree, { kind, targetNashConv: 1e-3 });
    expect(nashConv).toBeLessThan(1e-3);
    expect(values[0]).toBeCloseTo(-0.0856, 3); // two methods that know nothing of each other agree on it
  });
});

describe('games without chance in which nothing is hidden', () => {
  it('have the values that minimax of OpenSpiel gives them', () => {
    expect(firstValue(ticTacToe as Game)).toBe(0);
    const nimValues = [[[1, 3, 5, 7], -1], [[3, 4, 5], 1], [[1, 2, 3], -1], [[2, 2], -1]] as const;
    for (const [piles, value] of nimValues) for (const misere of [false, true]) expect(firstValue(nim as Game, { piles, misere }), JSON.stringify(piles)).toBe(value);
    const boxes = [[1, 1, -1], [1, 2, 0], [1, 3, -1], [2, 2, 1]] as const; // the sign of the margin in boxes
    for (const [rows, cols, value] of boxes) expect(firstValue(dotsAndBoxes as Game, { rows, cols })).toBe(value);
  });

  it('have the move counts of OpenSpiel', () => {
    expect(perft(connectFour as Game, optionsOf(connectFour as Game), 6)).toEqual([7, 49, 343, 2401, 16_807, 117_649]);
    expect(perft(othello as Game, optionsOf(othello as Game), 6)).toEqual([4, 12, 56, 244, 1396, 8200]);
    expect(perft(ticTacToe as Game, optionsOf(ticTacToe as Game), 5)).toEqual([9, 72, 504, 3024, 15_120]);
    expect(enumerateGame(kuhnPoker as Game, resolveOptions(kuhnPoker as Game, { variant: 'single' }).options).informationSets).toBe(12);
  });
});

describe('Pig without a turn limit, by value iteration', () => {
  /** Which rolls, and points beyond the target, do not matter; the turn is left out, so that positions come back. */
  const keyFor = (target: number) => ({ scores, total }: { scores?: unknown; total?: unknown }, seat: number): string => {
    const { first, second } = scores as { first: number; second: number };
    return `${seat} ${first} ${second} ${Math.min(total as number, target - (seat === 0 ? first : second))}`;
  };
  const target = 20;
  const options = optionsOf(pigDice as Game, { target, turnLimit: 1000 });
  const solution = solveValues(pigDice as Game, options, { stateKey: keyFor(target) });
  const chanceAt = (first: number, second: number, total = 0): number => {
    const state = { ...(pigDice as Game).initialState(options, ['first', 'second']), scores: { first, second }, total };
    return ((solution.valueAt(state) as number) + 1) / 2;
  };

  it('gives the winning chances of an independent solution', () => {
    expect((solution.value + 1) / 2).toBeCloseTo(0.615558549805, 9); // numpy, target 20
    expect([0, 2, 3].map((second) => chanceAt(0, second))).toEqual([0.61555855, 0.594145457, 0.583195491].map((chance) => expect.closeTo(chance, 8) as number));
    expect(solution.best).toEqual({ move: 'roll' });
  });

  it('never holds below 20 with no points banked: rolling is worth more than what holding leaves', () => {
    for (const total of [2, 10, 18, 19]) {
      const held = { ...(pigDice as Game).initialState(options, ['first', 'second']), scores: { first: total, second: 0 }, turn: 1 };
      expect(chanceAt(0, 0, total)).toBeGreaterThan(((solution.valueAt(held) as number) + 1) / 2);
    }
  });
});

describe('searches at a table', () => {
  it.each([
    ['alphabeta?depth=9', ticTacToe.id, ticTacToe as Game, {}],
    ['mcts?iterations=400', ticTacToe.id, ticTacToe as Game, {}],
    ['minimax', nim.id, nim as Game, { piles: [2, 3, 4] }],
    ['mcts?iterations=300', leduc.id, leduc as Game, {}],
    ['mcts?iterations=100', pigDice.id, pigDice as Game, { target: 20, turnLimit: 20 }],
    ['alphabeta?depth=3', connectFour.id, connectFour as Game, {}],
  ])('%s gains on random play of %s', async (spec, _id, game, options) => {
    const makers = [await makeAgent(spec, { game }), await makeAgent('random', { game })];
    let gained = 0;
    for (let number = 0; number < 10; number++) {
      for (const turned of [0, 1]) {
        const agents = [0, 1].map((seat) => (makers[(seat + turned) % 2] as (typeof makers)[0])({ game, options: optionsOf(game, options), role: game.roles(options)[seat] as string, seed: parseSeed(number) }));
        const { end } = await playMatch({ game, matchId: `m${number}`, seed: parseSeed(number), options: optionsOf(game, options) }, agents);
        expect(end?.reason).toBe('completed');
        gained += end?.returns?.[turned] as number;
      }
    }
    expect(gained).toBeGreaterThan(0);
  });
});
