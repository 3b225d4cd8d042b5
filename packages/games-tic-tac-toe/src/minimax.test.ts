/** The scripted opponents of tic-tac-toe: exact values, exact win rates, and what they do on larger boards. */
import assert from 'node:assert/strict';
import { fillDefaults, resolveOptions, type ScriptedAgent } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { bestCells, solvedValue, ticTacToe, type Cell, type CellAction, type Choice, type TicTacToeObservation, type TicTacToeOptions, type TicTacToeState } from './index.js';

const STANDARD = resolveOptions(ticTacToe).options as TicTacToeOptions;
const START = ticTacToe.initialState(STANDARD, ['first', 'second']);

function step(state: TicTacToeState, cell: number): TicTacToeState {
  return ticTacToe.apply(state, { kind: 'actions', actions: { [ticTacToe.seatsToAct(state)[0] as number]: { cell } } });
}

function view(state: TicTacToeState): TicTacToeObservation {
  return ticTacToe.observe(state, ticTacToe.seatsToAct(state)[0] as number);
}

function free(state: TicTacToeState): number[] {
  return state.cells.flatMap((mark, cell) => (mark === '' ? [cell] : []));
}

const keyOf = (state: TicTacToeState): string => state.cells.map((cell) => cell || '.').join('');

/** Every position that can be reached, terminal ones included. */
function positions(): TicTacToeState[] {
  const found = new Map<string, TicTacToeState>();
  const walk = (state: TicTacToeState): void => {
    if (found.has(keyOf(state))) return;
    found.set(keyOf(state), state);
    if (!ticTacToe.isTerminal(state)) for (const cell of free(state)) walk(step(state, cell));
  };
  walk(START);
  return [...found.values()];
}

/** Value to 'first' and plies to the end under quickest wins and latest losses, by plain recursion over the rules. */
function referenceSolver(): (state: TicTacToeState) => { readonly value: number; readonly plies: number } {
  const known = new Map<string, { readonly value: number; readonly plies: number }>();
  const solve = (state: TicTacToeState): { readonly value: number; readonly plies: number } => {
    if (ticTacToe.isTerminal(state)) return { value: ticTacToe.returns(state)[0] as number, plies: 0 };
    const before = known.get(keyOf(state));
    if (before) return before;
    const sign = state.moves % 2 === 0 ? 1 : -1;
    const children = free(state).map((cell) => solve(step(state, cell)));
    const value = sign * Math.max(...children.map((child) => sign * child.value));
    const plies = children.filter((child) => child.value === value).map((child) => child.plies);
    const result = { value, plies: 1 + (value * sign > 0 ? Math.min(...plies) : Math.max(...plies)) };
    known.set(keyOf(state), result);
    return result;
  };
  return solve;
}

function agentNamed(name: string): ScriptedAgent<CellAction, TicTacToeObservation> {
  const agent = ticTacToe.agents?.[name];
  assert.ok(agent);
  return agent;
}

function paramsOf(name: string, given: { readonly [param: string]: string | number } = {}) {
  return fillDefaults(agentNamed(name).paramsSchema ?? {}, given);
}

/** Wins, draws and losses of minimax in a role against uniform random play, over all of the tree. */
function rates(role: 'first' | 'second', choice: Choice): readonly number[] {
  const known = new Map<string, readonly number[]>();
  const walk = (state: TicTacToeState): readonly number[] => {
    if (ticTacToe.isTerminal(state)) return state.winner === null ? [0, 1, 0] : state.winner === role ? [1, 0, 0] : [0, 0, 1];
    const before = known.get(keyOf(state));
    if (before) return before;
    const seen = view(state);
    const cells = seen.role === role ? bestCells(seen, choice, 1) : free(state);
    const parts = cells.map((cell) => walk(step(state, cell)));
    const result = [0, 1, 2].map((index) => parts.reduce((sum, part) => sum + (part[index] as number), 0) / cells.length);
    known.set(keyOf(state), result);
    return result;
  };
  return walk(START);
}

describe('the solved table', () => {
  const solve = referenceSolver();
  const open = positions().filter((state) => !ticTacToe.isTerminal(state));

  it('agrees with plain recursion on every position', () => {
    for (const state of open) {
      const { mark } = view(state);
      const sign = state.moves % 2 === 0 ? 1 : -1;
      expect(solvedValue(state.cells, mark, 3)).toBe(solve(state).value * sign + 0); // + 0: never -0
    }
  });

  it('the game is a draw, and all nine openings keep it', () => {
    expect(solvedValue(START.cells, 'X', 3)).toBe(0);
    expect(bestCells(view(START), 'best', 1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('"best" is every move that keeps the value, "fastest" the soonest win and the latest loss', () => {
    for (const state of open) {
      const { value, plies } = solve(state);
      const keeping = free(state).filter((cell) => solve(step(state, cell)).value === value);
      expect(bestCells(view(state), 'best', 1)).toEqual(keeping);
      const soonest = value === 0 ? keeping : keeping.filter((cell) => solve(step(state, cell)).plies === plies - 1);
      expect(bestCells(view(state), 'fastest', 1)).toEqual(soonest);
    }
  });

  it('against uniform random play it wins, draws and never loses at the exact rates', () => {
    const first = rates('first', 'best');
    const second = rates('second', 'best');
    expect(first[0]).toBeCloseTo(0.967811, 6);
    expect(first[1]).toBeCloseTo(0.032189, 6);
    expect(second[0]).toBeCloseTo(0.777484, 6);
    expect(second[1]).toBeCloseTo(0.222516, 6);
    for (const [, , losses] of [first, second, rates('first', 'fastest'), rates('second', 'fastest')]) expect(losses).toBe(0);
  });
});

describe('agents', () => {
  it('act from the observation alone, by their rng', () => {
    for (const name of Object.keys(ticTacToe.agents ?? {})) {
      const act = () => agentNamed(name).make(paramsOf(name), Rng.fromSeed(7))(view(step(START, 4)), null);
      expect(act()).toEqual(act());
      expect(free(step(START, 4))).toContain(act().cell);
    }
  });

  it('minimax spreads over all best openings', () => {
    const policy = agentNamed('minimax').make(paramsOf('minimax'), Rng.fromSeed(3));
    const seen = new Set(Array.from({ length: 200 }, () => policy(view(START), null).cell));
    expect(seen.size).toBe(9);
  });

  it('noisy-minimax slips with probability e', () => {
    const forced = step(step(step(START, 0), 4), 1); // second must block at 2
    const hits = (e: number): number => {
      const policy = agentNamed('noisy-minimax').make(paramsOf('noisy-minimax', { e }), Rng.fromSeed(5));
      return Array.from({ length: 600 }, () => policy(view(forced), null).cell).filter((cell) => cell === 2).length;
    };
    expect(hits(0)).toBe(600);
    expect(hits(1)).toBeGreaterThan(60);
    expect(hits(1)).toBeLessThan(140); // a sixth of 600
    expect(paramsOf('noisy-minimax')).toEqual({ e: 0.1, choice: 'best', depth: 4 });
  });
});

describe('larger boards', () => {
  const five = resolveOptions(ticTacToe, { variant: '5x5' }).options as TicTacToeOptions;
  const board = (rows: readonly string[], mark: Cell) => ({ options: five, mark, cells: [...rows.join('')].map((cell) => (cell === '.' ? '' : cell) as Cell) });

  it('takes a win at once and stops one', () => {
    const rows = ['.....', '.XXX.', '.OO..', '...O.', '.....'];
    expect(bestCells(board(rows, 'X'), 'fastest', 3)).toEqual([5, 9]);
    expect(bestCells(board(['.....', 'OXXX.', '.....', '..O..', 'O....'], 'O'), 'fastest', 3)).toEqual([9]);
  });

  it('sees an open three coming: after it both ends win', () => {
    const rows = ['.....', '.XX..', '..O..', '..O..', '.....'];
    expect(bestCells(board(rows, 'X'), 'fastest', 4)).toContain(8);
  });

  it('never loses to random play as either role', () => {
    const rng = Rng.fromSeed(11);
    for (let game = 0; game < 6; game++) {
      const policies = [agentNamed('minimax').make(paramsOf('minimax', { depth: 2 }), rng.fork(game)), agentNamed('random').make({}, rng.fork(`r${game}`))];
      let state = ticTacToe.initialState(five, game % 2 === 0 ? ['first', 'second'] : ['second', 'first']);
      while (!ticTacToe.isTerminal(state)) state = step(state, (policies[ticTacToe.seatsToAct(state)[0] as number] as (typeof policies)[0])(view(state), null).cell);
      expect(ticTacToe.returns(state)[0]).toBeGreaterThanOrEqual(0);
    }
  });
});
