/** The scripted opponents of Connect Four: wins taken, wins stopped, and what they see where the grid is hidden. */
import assert from 'node:assert/strict';
import { fillDefaults, resolveOptions, type ScriptedAgent } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { bestColumns, connectFour, type ColumnAction, type ConnectFourObservation, type ConnectFourOptions, type ConnectFourState } from './index.js';

const STANDARD = resolveOptions(connectFour).options as ConnectFourOptions;

function step(state: ConnectFourState, column: number): ConnectFourState {
  return connectFour.apply(state, { kind: 'actions', actions: { [connectFour.seatsToAct(state)[0] as number]: { column } } });
}

function play(columns: readonly number[], options = STANDARD): ConnectFourState {
  return columns.reduce(step, connectFour.initialState(options, ['first', 'second']));
}

function view(state: ConnectFourState): ConnectFourObservation {
  return connectFour.observe(state, connectFour.seatsToAct(state)[0] as number);
}

function agentNamed(name: string): ScriptedAgent<ColumnAction, ConnectFourObservation> {
  const agent = connectFour.agents?.[name];
  assert.ok(agent);
  return agent;
}

/** Score of a position for the player to move by plain minimax: +1 a win within `depth` plies, -1 a loss, else 0. */
function outcome(state: ConnectFourState, depth: number): number {
  if (state.winner) return -1;
  if (depth === 0 || connectFour.isTerminal(state)) return 0;
  const columns = STANDARD.cols;
  let best = -1;
  for (let column = 0; column < columns; column++) if (connectFour.refusal(state, 0, { column }) === null) best = Math.max(best, -outcome(step(state, column), depth - 1));
  return best;
}

describe('negamax', () => {
  it('takes a win at once and stops one', () => {
    for (const depth of [1, 2, 5]) expect(bestColumns(view(play([0, 6, 0, 6, 0, 6])), depth)).toEqual([0]);
    for (const depth of [2, 5]) expect(bestColumns(view(play([0, 6, 0, 6, 0])), depth)).toEqual([0]);
    expect(bestColumns(view(play([1, 6, 2, 6, 3])), 1)).not.toEqual([0, 4]); // one ply sees no threat
  });

  it('sees an open three coming', () => {
    expect(bestColumns(view(play([3, 0, 2])), 4).every((column) => [1, 4].includes(column))).toBe(true);
    expect(bestColumns(view(play([3, 0, 2, 0])), 3)).toEqual([4]); // 2 3 4 with both ends free, or 1 with 0 taken
  });

  it('agrees with plain minimax on wins and losses in reach', () => {
    const rng = Rng.fromSeed(4);
    for (let count = 0; count < 60; count++) {
      let state = play([]);
      for (let move = 0; move < 8 + (count % 16) && !connectFour.isTerminal(state); move++) state = step(state, rng.pick(connectFour.legalActions(state, connectFour.seatsToAct(state)[0] as number) as readonly ColumnAction[]).column);
      if (connectFour.isTerminal(state)) continue;
      const value = outcome(state, 4);
      const chosen = bestColumns(view(state), 4);
      for (const column of chosen) expect(-outcome(step(state, column), 3)).toBe(value);
    }
  });

  it('plays the same where the grid is hidden', () => {
    const blind = resolveOptions(connectFour, { variant: 'blind' }).options as ConnectFourOptions;
    for (const columns of [[0, 6, 0, 6, 0], [3, 3, 2, 2], [3, 0, 2]]) expect(bestColumns(view(play(columns, blind)), 4)).toEqual(bestColumns(view(play(columns)), 4));
  });

  it('beats random play from either role', () => {
    for (const roles of [['first', 'second'], ['second', 'first']]) {
      for (let seed = 0; seed < 5; seed++) {
        const policies = [agentNamed('negamax').make({ depth: 4 }, Rng.fromSeed(seed)), agentNamed('random').make({}, Rng.fromSeed(seed + 100))];
        let state = connectFour.initialState(STANDARD, roles);
        while (!connectFour.isTerminal(state)) state = step(state, (policies[connectFour.seatsToAct(state)[0] as number] as (typeof policies)[0])(view(state), null).column);
        expect(connectFour.returns(state)).toEqual([1, -1]);
      }
    }
  });

  it('spreads over the columns it finds best; random over all that are not full', () => {
    const drawn = (name: string) => {
      const agent = agentNamed(name);
      const policy = agent.make(fillDefaults(agent.paramsSchema ?? {}, {}), Rng.fromSeed(2));
      return [...new Set(Array.from({ length: 100 }, () => policy(view(play([])), null).column))].toSorted();
    };
    expect(drawn('negamax')).toEqual(bestColumns(view(play([])), 4));
    expect(bestColumns(view(play([])), 6)).toEqual([3]);
    expect(drawn('random')).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const full = play([3, 3, 3, 3, 3, 3]);
    const policy = agentNamed('random').make({}, Rng.fromSeed(3));
    for (let count = 0; count < 50; count++) expect(policy(view(full), null).column).not.toBe(3);
  });
});
