/** The scripted opponents of Breakthrough: the solver against plain recursion, perfect play, and what a search looks for. */
import assert from 'node:assert/strict';
import { fillDefaults, resolveOptions, type ScriptedAgent, type ScriptedPolicy } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { bestActions, breakthrough, isSolvable, isWon, menOf, type BreakthroughObservation, type BreakthroughOptions, type BreakthroughState, type MenAction } from './index.js';

function startOn(options: { readonly [name: string]: unknown }, roles: readonly string[] = ['first', 'second']): BreakthroughState {
  return breakthrough.initialState(resolveOptions(breakthrough, { options }).options as BreakthroughOptions, roles);
}

function position(rows: readonly string[], toMove: 'first' | 'second' = 'first'): BreakthroughState {
  return { ...startOn({ rows: rows.length, cols: rows[0]?.length }), ...menOf(rows), toMove };
}

function step(state: BreakthroughState, action: MenAction): BreakthroughState {
  return breakthrough.apply(state, { kind: 'actions', actions: { [breakthrough.seatsToAct(state)[0] as number]: action } });
}

function legal(state: BreakthroughState): readonly MenAction[] {
  return breakthrough.legalActions(state, breakthrough.seatsToAct(state)[0] as number) as readonly MenAction[];
}

function view(state: BreakthroughState): BreakthroughObservation {
  return breakthrough.observe(state, breakthrough.seatsToAct(state)[0] as number);
}

function policyOf(name: string, seed = 1, params: { readonly [name: string]: number } = {}): ScriptedPolicy<MenAction, BreakthroughObservation> {
  const agent = breakthrough.agents?.[name] as ScriptedAgent<MenAction, BreakthroughObservation>;
  assert.ok(agent);
  return agent.make(fillDefaults(agent.paramsSchema ?? {}, params), Rng.fromSeed(seed));
}

function playOut(state: BreakthroughState, policies: readonly ScriptedPolicy<MenAction, BreakthroughObservation>[]): BreakthroughState {
  while (!breakthrough.isTerminal(state)) state = step(state, (policies[breakthrough.seatsToAct(state)[0] as number] as (typeof policies)[0])(view(state), null));
  return state;
}

/** Whether the player to move wins, by plain recursion over the rules. */
function winsByRules(state: BreakthroughState, known: Map<string, boolean>): boolean {
  const key = `${state.up.join()} ${state.down.join()} ${state.toMove}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const result = legal(state).some((action) => {
    const next = step(state, action);
    return breakthrough.isTerminal(next) || !winsByRules(next, known);
  });
  known.set(key, result);
  return result;
}

describe('the solver', () => {
  it('agrees with plain recursion over the rules, with and without diagonal moves', () => {
    for (const options of [{ rows: 4, cols: 3 }, { rows: 5, cols: 2 }, { rows: 4, cols: 3, diagonalMoves: false }, { rows: 5, cols: 2, diagonalMoves: false }]) {
      const known = new Map<string, boolean>();
      const start = startOn(options);
      const rng = Rng.fromSeed(2);
      for (let game = 0; game < 60; game++) {
        for (let state = start; !breakthrough.isTerminal(state); state = step(state, rng.pick(legal(state)))) {
          const [own, other, way] = state.toMove === 'first' ? ([state.up, state.down, 1] as const) : ([state.down, state.up, -1] as const);
          expect(isWon(own, other, way, start.options)).toBe(winsByRules(state, known));
        }
      }
    }
  });

  it('is for boards of up to 20 squares', () => {
    const { up, down, options } = startOn({ rows: 5, cols: 5 });
    expect([isSolvable(options), isSolvable({ ...options, cols: 4 })]).toEqual([false, true]);
    expect(() => isWon(up, down, 1, options)).toThrow(RangeError);
  });

  it('perfect wins 4x4 as second and 6x2 as first, whatever the other plays', () => {
    for (let seed = 0; seed < 20; seed++) {
      expect(breakthrough.returns(playOut(startOn({ rows: 4, cols: 4 }), [policyOf('random', seed), policyOf('perfect', seed)]))).toEqual([-1, 1]);
      expect(breakthrough.returns(playOut(startOn({ rows: 6, cols: 2 }), [policyOf('perfect', seed), policyOf('alpha-beta', seed)]))).toEqual([1, -1]);
    }
  });
});

describe('alpha-beta', () => {
  it('goes through where it can, and takes the man that would', () => {
    expect(bestActions(view(position(['.....', 'X....', '..O..', '.O...', '.....'])), 3)).toEqual([{ from: 'a4', to: 'a5' }, { from: 'a4', to: 'b5' }]);
    expect(bestActions(view(position(['.....', '..O..', '..X..', 'O....', '.X...'])), 3)).toEqual([{ from: 'b1', to: 'a2' }]);
  });

  it('agrees with plain minimax on wins and losses in reach', () => {
    const outcome = (state: BreakthroughState, depth: number): number => {
      if (breakthrough.isTerminal(state)) return -1;
      return depth === 0 ? 0 : Math.max(...legal(state).map((action) => -outcome(step(state, action), depth - 1)));
    };
    const rng = Rng.fromSeed(8);
    for (let count = 0; count < 40; count++) {
      let state = startOn({ rows: 5, cols: 4 });
      for (let ply = 0; ply < 6 + (count % 8) && !breakthrough.isTerminal(state); ply++) state = step(state, rng.pick(legal(state)));
      if (breakthrough.isTerminal(state)) continue;
      const value = outcome(state, 3);
      for (const action of bestActions(view(state), 3)) expect(-outcome(step(state, action), 2) + 0).toBe(value + 0);
    }
  });

  it('beats random play from either role', () => {
    for (const roles of [['first', 'second'], ['second', 'first']]) {
      for (let seed = 0; seed < 3; seed++) expect(breakthrough.returns(playOut(startOn({}, roles), [policyOf('alpha-beta', seed, { depth: 2 }), policyOf('random', seed)]))).toEqual([1, -1]);
    }
  });
});
