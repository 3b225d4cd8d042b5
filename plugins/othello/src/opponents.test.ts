/** The scripted opponents of Othello: the solved small board, exact endings, and what a search looks for. */
import assert from 'node:assert/strict';
import { fillDefaults, resolveOptions, type ScriptedAgent, type ScriptedPolicy } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { bestCells, bestMargin, countOf, discsOf, othello, type OthelloAction, type OthelloObservation, type OthelloOptions, type OthelloState } from './index.js';

function startOn(size: number, roles: readonly string[] = ['first', 'second']): OthelloState {
  return othello.initialState(resolveOptions(othello, { options: { size } }).options as OthelloOptions, roles);
}

function step(state: OthelloState, action: OthelloAction): OthelloState {
  return othello.apply(state, { kind: 'actions', actions: { [othello.seatsToAct(state)[0] as number]: action } });
}

function legal(state: OthelloState): readonly OthelloAction[] {
  return othello.legalActions(state, othello.seatsToAct(state)[0] as number) as readonly OthelloAction[];
}

function view(state: OthelloState): OthelloObservation {
  return othello.observe(state, othello.seatsToAct(state)[0] as number);
}

function policyOf(name: string, seed = 1, params: { readonly [name: string]: number } = {}): ScriptedPolicy<OthelloAction, OthelloObservation> {
  const agent = othello.agents?.[name] as ScriptedAgent<OthelloAction, OthelloObservation>;
  assert.ok(agent);
  return agent.make(fillDefaults(agent.paramsSchema ?? {}, params), Rng.fromSeed(seed));
}

/** Difference in discs at the end from the view of the player to move, by plain recursion over the rules. */
function marginOf(state: OthelloState): number {
  const sign = state.toMove === 'first' ? 1 : -1;
  if (othello.isTerminal(state)) return sign * (countOf(state.black) - countOf(state.white));
  return Math.max(...legal(state).map((action) => -marginOf(step(state, action))));
}

function playOut(state: OthelloState, policies: readonly ScriptedPolicy<OthelloAction, OthelloObservation>[]): OthelloState {
  while (!othello.isTerminal(state)) state = step(state, (policies[othello.seatsToAct(state)[0] as number] as (typeof policies)[0])(view(state), null));
  return state;
}

describe('exact play', () => {
  it('on 4x4 second wins by 8', () => {
    expect(bestMargin(view(startOn(4)))).toBe(-8);
    const end = playOut(startOn(4), [policyOf('perfect', 1), policyOf('perfect', 2)]);
    expect(countOf(end.black) - countOf(end.white)).toBe(-8);
  });

  it('perfect never loses 4x4 as second, whatever first plays', () => {
    for (let seed = 0; seed < 10; seed++) expect(othello.returns(playOut(startOn(4), [policyOf('random', seed), policyOf('perfect', seed)]))).toEqual([-1, 1]);
  });

  it('the last cells agree with plain recursion over the rules, passes included', () => {
    const rng = Rng.fromSeed(5);
    for (let count = 0; count < 30; count++) {
      let state = startOn(count % 2 === 0 ? 8 : 6);
      while (state.free > 5 && !othello.isTerminal(state)) state = step(state, rng.pick(legal(state)));
      if (othello.isTerminal(state)) continue;
      const margin = marginOf(state);
      expect(bestMargin(view(state))).toBe(margin);
      for (const cell of bestCells(view(state), 1, 10)) {
        const size = state.black.length;
        expect(-marginOf(step(state, { row: Math.floor(cell / size), col: cell % size })) + 0).toBe(margin + 0);
      }
    }
  });
});

describe('agents', () => {
  /** Black may take a corner or one of two other cells; the corner turns over least. */
  const corner: OthelloState = (() => {
    const [black, white] = discsOf(['.OX.....', '........', '..OOO...', '..OXO...', '..OOO...', '........', '........', '........']);
    return { ...startOn(8), black, white, free: 64 - countOf(black) - countOf(white) };
  })();

  it('alpha-beta takes a corner; greedy takes what turns over most', () => {
    expect(policyOf('alpha-beta')(view(corner), null)).toEqual({ row: 0, col: 0 });
    const [black, white] = discsOf(['.OX.', '....', 'X...', 'XOO.']);
    const most: OthelloState = { ...startOn(4), black, white, free: 10 };
    expect(policyOf('greedy')(view(most), null)).toEqual({ row: 3, col: 3 });
  });

  it('pass where nothing else is possible', () => {
    const [black, white] = discsOf(['XXX.', '....', '....', '....']);
    const state: OthelloState = { ...startOn(4), black, white, free: 13, toMove: 'second' };
    for (const name of Object.keys(othello.agents ?? {})) expect(policyOf(name)(view(state), null)).toEqual({ pass: true });
  });

  it('alpha-beta beats random play from either role', () => {
    for (const roles of [['first', 'second'], ['second', 'first']]) {
      for (let seed = 0; seed < 3; seed++) expect(othello.returns(playOut(startOn(8, roles), [policyOf('alpha-beta', seed, { depth: 2 }), policyOf('random', seed)]))).toEqual([1, -1]);
    }
  });
});
