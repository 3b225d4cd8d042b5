/** The exact solvers of `agents` on the real games: known counts, values and NashConv. Numbers of chess-like counting tests and of OpenSpiel, as marked. */
import { enumerateGame, informationSets, makeAgent, nashConv, policyValue, solveCfr, solveMinimax, solveTree, trySolveTree, uniform } from '@spiral-arena/agents';
import type { InformationSet } from '@spiral-arena/agents';
import { resolveOptions } from '@spiral-arena/core/game';
import type { Game, Options } from '@spiral-arena/core/game';
import { kuhnPoker } from '@spiral-arena/games-kuhn-poker';
import { ticTacToe } from '@spiral-arena/games-tic-tac-toe';
import { describe, expect, it } from 'vitest';

const KUHN = kuhnPoker as Game;
const TIC_TAC_TOE = ticTacToe as Game;

function kuhn(cards: number): Options {
  return resolveOptions(KUHN, { variant: 'single', options: { cards } }).options;
}

/** Plays the named move wherever it is legal, the first legal one elsewhere. */
function always(...moves: readonly string[]) {
  return ({ legalActions }: InformationSet): readonly number[] => {
    const at = Math.max(0, legalActions.findIndex((action) => moves.includes(action['move'] as string)));
    return legalActions.map((_, index) => (index === at ? 1 : 0));
  };
}

describe('Kuhn poker, one hand', () => {
  it('has 12 information sets and 30 endings', () => {
    expect(informationSets(KUHN, kuhn(3))).toHaveLength(12); // OpenSpiel 2.0.2
    expect(enumerateGame(KUHN, kuhn(3)).histories).toBe(30); // 6 deals x 5 lines, by hand
  });

  it('NashConv and values of simple policies', () => {
    expect(nashConv(KUHN, kuhn(3), uniform)).toBeCloseTo(11 / 12, 10); // OpenSpiel 2.0.2: 0.916666666667
    expect(policyValue(KUHN, kuhn(3), uniform)[0]).toBeCloseTo(1 / 8, 10); // OpenSpiel 2.0.2: 0.125
    const tree = solveTree(KUHN, kuhn(3));
    const table = new Map(tree.sets.map((set) => [set.key, uniform(set)]));
    expect(tree.bestResponse(table, 0).value).toBeCloseTo(0.5, 10); // OpenSpiel 2.0.2
    expect(tree.bestResponse(table, 1).value).toBeCloseTo(5 / 12, 10); // OpenSpiel 2.0.2: 0.416666666667
    expect(nashConv(KUHN, kuhn(3), always('bet', 'call'))).toBeCloseTo(2 / 3, 10); // OpenSpiel 2.0.2, always_bet
    expect(nashConv(KUHN, kuhn(3), always('check', 'fold'))).toBeCloseTo(2, 10); // OpenSpiel 2.0.2, always_pass
    expect(nashConv(KUHN, kuhn(5), uniform)).toBeCloseTo(17 / 20, 10); // linear programme over the full tree
  });

  it.each([[3, -1 / 18], [4, -1 / 24], [5, -1 / 15], [6, -11 / 180], [13, -5 / 78]])('value with %i cards', (cards, value) => {
    const tree = solveTree(KUHN, kuhn(cards));
    const solution = solveCfr(tree, { targetNashConv: 0.001 });
    expect(solution.nashConv).toBeLessThan(0.001);
    expect(Math.abs((solution.values[0] as number) - value)).toBeLessThan(0.001); // 3 cards: OpenSpiel 2.0.2; others: linear programme
    expect(tree.nashConv(solution.table)).toBeCloseTo(solution.nashConv, 12);
  });
});

describe('tic-tac-toe', () => {
  it('255,168 histories, 5,478 positions, value 0', () => {
    const options = resolveOptions(TIC_TAC_TOE).options;
    const counts = enumerateGame(TIC_TAC_TOE, options, { stateKey: ({ cells }) => JSON.stringify(cells) }); // OpenSpiel 2.0.2 for all numbers
    expect(counts).toEqual({
      states: 5_478, endings: 958, informationSets: 4_520, histories: 255_168,
      byLength: { 5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872 },
      byReturns: { '1,-1': 131_184, '-1,1': 77_904, '0,0': 46_080 },
    });
    const solution = solveMinimax(TIC_TAC_TOE, options);
    expect(solution.value).toBe(0);
    const start = { state: TIC_TAC_TOE.initialState(options, TIC_TAC_TOE.roles(options)), ply: 0 };
    expect(solution.bestActions(start)).toHaveLength(9); // OpenSpiel 2.0.2: every opening is worth 0
  });

  it('has no tree within the usual limit', () => {
    expect(trySolveTree(TIC_TAC_TOE, resolveOptions(TIC_TAC_TOE).options)).toBeNull();
  });
});

describe('the games\' own opponents', () => {
  it('are made from text with checked parameters', async () => {
    expect((await makeAgent('nash?alpha=0.2', { game: KUHN }))({ game: KUHN, options: kuhn(3), role: 'first', seed: '0'.repeat(32) }).name).toBe('nash?alpha=0.2');
    await expect(makeAgent('nash?alpha=0.5', { game: KUHN })).rejects.toMatchObject({ code: 'AGENTS_PARAM_INVALID' });
    await expect(makeAgent('minmax', { game: TIC_TAC_TOE })).rejects.toMatchObject({ code: 'AGENTS_AGENT_UNKNOWN', hint: expect.stringContaining('Did you mean "minimax"?') });
    await expect(makeAgent('nash', { game: TIC_TAC_TOE })).rejects.toMatchObject({ code: 'AGENTS_AGENT_UNKNOWN' });
  });
});
