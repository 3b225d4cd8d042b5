/** The searches at a table: what they play, that they think about sampled states only, and that a seed repeats them. */
import type { Agent, AgentTurn, Game, Observation, Options, Seat, State } from '@spiral-arena/core';
import { playMatch } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { BLUFF, CELLS, PENNIES, RACE, TALK, tug } from '../fixture.test.games.js';
import { makeAgent } from '../make-agent.js';
import { isPolicyAgent } from '../policy-agent.js';
import { mcts } from './mcts.js';

const code = (wanted: string) => expect.objectContaining({ code: wanted });

async function seated(spec: string, game: Game, options: Options = {}, seed = 1): Promise<Agent> {
  return (await makeAgent(spec, { game }))({ game, options, role: 'first', seed: parseSeed(seed) });
}

function turn(game: Game, state: State, seat: Seat): AgentTurn {
  const observation: Observation = game.observe(state, seat);
  return { matchId: 'm', turnId: 'm/0', seat, role: 'first', game, options: {}, variant: 'default', observation, legalActions: game.legalActions(state, seat), retriesLeft: 0 };
}

describe('search agents', () => {
  it.each(['minimax', 'alphabeta', 'alphabeta?depth=2&playouts=3', 'mcts?iterations=100'])('%s takes the only good cell', async (spec) => {
    expect(await (await seated(spec, CELLS)).act(turn(CELLS, { cells: [] }, 0))).toEqual({ action: { cell: 8 } });
    expect(await (await seated(spec, CELLS)).act(turn(CELLS, { cells: [7] }, 1))).toEqual({ action: { cell: 8 } });
  });

  it('alphabeta wins as fast as it can, and plays on with what it has when its positions are used up', async () => {
    const at = { at: 1, last: 3, turn: 0 };
    expect(await (await seated('alphabeta?depth=30', tug(40))).act(turn(tug(40), at, 0))).toEqual({ action: { steps: 2 } });
    expect(await (await seated('alphabeta?depth=30&positions=1', tug(40))).act(turn(tug(40), { at: -2, last: 3, turn: 0 }, 0))).toMatchObject({ action: { steps: expect.any(Number) as number } });
  });

  it('minimax takes each of the best actions, alike often', async () => {
    const agent = await seated('minimax', CELLS);
    expect(isPolicyAgent(agent) && agent.probabilities(turn(CELLS, { cells: [6] }, 1))).toEqual([0, 0, 0, 0, 0, 0, 0, 0.5, 0.5]);
  });

  it('mcts tosses the coin, bets the high card and plays joint stages', async () => {
    expect(await (await seated('mcts', RACE)).act(turn(RACE, { turn: 0, tossing: false, winner: null }, 0))).toEqual({ action: { move: 'toss' } });
    expect(await (await seated('mcts', BLUFF)).act(turn(BLUFF, { card: 'high', moves: [] }, 0))).toEqual({ action: { move: 'bet' } });
    const factories = [await makeAgent('mcts?iterations=50', { game: PENNIES }), await makeAgent('random', { game: PENNIES })];
    const agents = factories.map((make, seat) => make({ game: PENNIES, options: {}, role: ['first', 'second'][seat] as string, seed: parseSeed(seat) }));
    expect((await playMatch({ game: PENNIES, matchId: 'm', seed: parseSeed(3) }, agents)).end?.reason).toBe('completed');
  });

  it('mcts thinks about every state that fits what its seat knows', () => {
    const cards = new Set<unknown>();
    const rng = Rng.fromSeed(5);
    const observation = BLUFF.observe({ card: 'high', moves: ['bet'] }, 1);
    const sample = (): { state: State; ply: number } => {
      const state = BLUFF.sampleState?.(observation, 1, rng) as State;
      cards.add(state['card']);
      return { state, ply: 1 };
    };
    expect([0, 1]).toContain(mcts(BLUFF, {}, 1, sample, rng, { iterations: 20, exploration: 1.4 }));
    expect(cards).toEqual(new Set(['high', 'low']));
  });

  it('a seed repeats them, whatever was asked before; the parameter goes before the seat', async () => {
    const choices = async (spec: string, seed: number): Promise<unknown[]> => {
      const agent = await seated(spec, PENNIES, {}, seed);
      return Promise.all([0, 1].map((seat) => agent.act(turn(PENNIES, { chosen: null }, seat))));
    };
    const bySeed = await Promise.all(Array.from({ length: 12 }, (_, seed) => choices('mcts?iterations=1', seed)));
    expect(await choices('mcts?iterations=1', 4)).toEqual(bySeed[4]);
    expect(new Set(bySeed.map((choice) => JSON.stringify(choice))).size).toBeGreaterThan(1);
    expect(await choices('mcts?iterations=1&seed=9', 1)).toEqual(await choices('mcts?iterations=1&seed=9', 2));
  });

  it('say where they do not fit', async () => {
    for (const [spec, game] of [['alphabeta', RACE], ['alphabeta', BLUFF], ['minimax', PENNIES], ['mcts', TALK]] as const) {
      await expect(seated(spec, game), spec).rejects.toThrow(code('AGENTS_SEARCH_UNFIT'));
    }
    const agent = await seated('mcts', CELLS);
    expect(() => agent.act({ ...turn(CELLS, { cells: [] }, 0), legalActions: null })).toThrow(code('AGENTS_ACTIONS_OPEN'));
    const open = { ...CELLS, legalActions: () => null };
    expect(() => mcts(open, {}, 0, () => ({ state: { cells: [] }, ply: 0 }), Rng.fromSeed(1), { iterations: 1, exploration: 1 })).toThrow(code('AGENTS_ACTIONS_OPEN'));
    await expect(makeAgent('alphabeta?depth=0', { game: CELLS })).rejects.toThrow(code('AGENTS_PARAM_INVALID'));
    await expect(makeAgent('mcts?depth=3', { game: CELLS })).rejects.toThrow(code('AGENTS_PARAM_UNKNOWN'));
    const greedy = await seated('minimax?positions=5', CELLS);
    expect(() => greedy.act(turn(CELLS, { cells: [] }, 0))).toThrow(code('AGENTS_TREE_TOO_LARGE'));
  });
});
