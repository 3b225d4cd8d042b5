import type { JsonObject } from '@spiral-arena/core';
import { describe, expect, it } from 'vitest';
import { CELLS, TALK } from './fixture.test.games.js';
import { agentNames, makeAgent } from './make-agent.js';

const code = (wanted: string) => expect.objectContaining({ code: wanted });
const seat = { options: {}, role: 'first', seed: '0'.repeat(32) };
const turn = { matchId: 'm', turnId: 'm/0', seat: 0, role: 'first', game: CELLS, options: {}, variant: 'default', observation: { reader: 0, cells: [] }, legalActions: [{ cell: 0 }, { cell: 1 }], retriesLeft: 0 };
const act = async (text: string) => (await makeAgent(text, { game: CELLS }))({ ...seat, game: CELLS }).act(turn);

describe('makeAgent', () => {
  it('makes built-in agents and those of the game, with typed parameters and defaults', async () => {
    expect(await act('first-legal')).toEqual({ action: { cell: 0 } });
    expect(await act('fixed')).toEqual({ action: { cell: 3 } });
    expect(await act('fixed?cell=7&loud=true')).toEqual({ action: { cell: 7 } });
    expect(await act('fixed?weights={"a":0.5}')).toEqual({ action: { cell: 3 } });
    expect(await act('random')).toEqual(await act('random'));
  });

  it('names the nearest agent and parameter', async () => {
    await expect(makeAgent('fixt', { game: CELLS })).rejects.toMatchObject({ code: 'AGENTS_AGENT_UNKNOWN', hint: 'Agents here: random, first-legal, minimax, alphabeta, mcts, fixed. Did you mean "fixed"?' });
    await expect(makeAgent('fixed?cel=1', { game: CELLS })).rejects.toMatchObject({ code: 'AGENTS_PARAM_UNKNOWN', hint: 'Parameters: cell, loud, weights. Did you mean "cell"?' });
    await expect(makeAgent('random?x=1', { game: CELLS })).rejects.toThrow(code('AGENTS_PARAM_UNKNOWN'));
    for (const value of ['9', '-1', '1.5', 'one', '', '0x1', 'NaN']) {
      await expect(makeAgent({ name: 'fixed', params: { cell: value } }, { game: CELLS }), value).rejects.toThrow(code('AGENTS_PARAM_INVALID'));
    }
    await expect(makeAgent('fixed?loud=yes', { game: CELLS })).rejects.toMatchObject({ message: 'parameter loud of the agent fixed: expected a boolean, got "yes"' });
    for (const weights of ['{"a":2}', '[0.5]', '3', '{"a":', '']) {
      await expect(makeAgent({ name: 'fixed', params: { weights } }, { game: CELLS }), weights).rejects.toThrow(code('AGENTS_PARAM_INVALID'));
    }
    await expect(makeAgent('constructor', { game: CELLS })).rejects.toThrow(code('AGENTS_AGENT_UNKNOWN'));
  });

  it('asks schemes for what stands after the colon', async () => {
    const asked: unknown[] = [];
    const schemes = { model: async (path: string, params: object) => { asked.push(path, params); return makeAgent('first-legal', { game: CELLS }); } };
    const made = await makeAgent('model:runs/a?greedy=true', { game: CELLS, schemes });
    expect(made({ ...seat, game: CELLS }).name).toBe('first-legal');
    expect(asked).toEqual(['runs/a', { greedy: 'true' }]);
    expect(agentNames({ game: CELLS, schemes })).toEqual(['random', 'first-legal', 'minimax', 'alphabeta', 'mcts', 'fixed', 'model:PATH']);
    await expect(makeAgent('modle:runs/a', { game: CELLS, schemes })).rejects.toThrow(code('AGENTS_AGENT_UNKNOWN'));
  });

  it('random asks the random agent of a game with an open action space, with the defaults of its parameters', async () => {
    const random = { summary: '', paramsSchema: { type: 'object', properties: { word: { type: 'string', default: 'hm' } } }, make: (params: JsonObject) => () => ({ kind: 'talk', message: params['word'] as string }) };
    const game = { ...TALK, agents: { random } };
    expect((await makeAgent('random', { game }))({ ...seat, game }).act({ ...turn, game, legalActions: null })).toEqual({ action: { kind: 'talk', message: 'hm' } });
  });

  it('says so where an agent needs a list that the game does not have', async () => {
    for (const name of ['random', 'first-legal']) {
      const agent = (await makeAgent(name, { game: TALK }))({ ...seat, game: TALK });
      expect(() => agent.act({ ...turn, game: TALK, legalActions: null })).toThrow(code('AGENTS_ACTIONS_OPEN'));
    }
  });
});
