/** Tic-tac-toe against its published counts, an independent reference, and the fault cases of its kind. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readAction, resolveOptions, type Move } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import { parseSeed } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { ticTacToe, type CellAction, type TicTacToeOptions, type TicTacToeState } from './index.js';

const STANDARD = resolveOptions(ticTacToe).options as TicTacToeOptions;
const SEED = parseSeed(1);

function optionsOf(options: { readonly [name: string]: unknown }): TicTacToeOptions {
  return resolveOptions(ticTacToe, { options }).options as TicTacToeOptions;
}

function step(state: TicTacToeState, cell: number): TicTacToeState {
  const seat = ticTacToe.seatsToAct(state)[0] as number;
  const move: Move<CellAction> = { kind: 'actions', actions: { [seat]: { cell } } };
  return ticTacToe.apply(state, move);
}

function play(cells: readonly number[], options = STANDARD, roles = ticTacToe.roles(options)): TicTacToeState {
  let state = ticTacToe.initialState(options, roles);
  for (const cell of cells) {
    const seat = ticTacToe.seatsToAct(state)[0] as number;
    assert.equal(ticTacToe.refusal(state, seat, { cell }), null);
    state = step(state, cell);
  }
  return state;
}

function legalCells(state: TicTacToeState): number[] {
  const seat = ticTacToe.seatsToAct(state)[0];
  return seat === undefined ? [] : (ticTacToe.legalActions(state, seat) as readonly CellAction[]).map(({ cell }) => cell);
}

describe('conformance', () => {
  for (const { name, run } of gameConformance(ticTacToe)) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(ticTacToe)).toMatchFileSnapshot('./tic-tac-toe.playthrough.txt');
  });
});

describe('counts', () => {
  it('GAME-05 d: the whole tree has 255,168 games, and a ninth mark that completes a line wins', () => {
    const wins = { first: 0, second: 0, draw: 0, firstOnNinth: 0 };
    const lengths: Record<number, number> = {};
    const walk = (state: TicTacToeState): void => {
      if (ticTacToe.isTerminal(state)) {
        const [first] = ticTacToe.returns(state);
        lengths[state.moves] = (lengths[state.moves] ?? 0) + 1;
        wins[first === 1 ? 'first' : first === -1 ? 'second' : 'draw']++;
        if (first === 1 && state.moves === 9) wins.firstOnNinth++;
        return;
      }
      for (const cell of legalCells(state)) walk(step(state, cell));
    };
    walk(play([]));
    // Full enumeration; equal to OpenSpiel 2.0.2.
    expect(wins).toEqual({ first: 131_184, second: 77_904, draw: 46_080, firstOnNinth: 81_792 });
    expect(lengths).toEqual({ 5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872 });
  });

  it('5,478 positions can be reached, 958 of them terminal', () => {
    const seen = new Set<string>();
    const ends = { first: 0, second: 0, draw: 0 };
    const walk = (state: TicTacToeState): void => {
      const key = state.cells.map((cell) => cell || '.').join('');
      if (seen.has(key)) return;
      seen.add(key);
      if (ticTacToe.isTerminal(state)) ends[state.winner ?? 'draw']++;
      for (const cell of legalCells(state)) walk(step(state, cell));
    };
    walk(play([]));
    expect(seen.size).toBe(5_478);
    expect(ends).toEqual({ first: 626, second: 316, draw: 16 });
  });

  it('uniform random play against itself, computed exactly', () => {
    const known = new Map<string, readonly number[]>();
    const chances = (state: TicTacToeState): readonly number[] => {
      if (ticTacToe.isTerminal(state)) return state.winner === 'first' ? [1, 0, 0] : state.winner === 'second' ? [0, 1, 0] : [0, 0, 1];
      const key = state.cells.map((cell) => cell || '.').join('');
      const before = known.get(key);
      if (before) return before;
      const cells = legalCells(state);
      const parts = cells.map((cell) => chances(step(state, cell)));
      const result = [0, 1, 2].map((index) => parts.reduce((sum, part) => sum + (part[index] as number), 0) / cells.length);
      known.set(key, result);
      return result;
    };
    const [first, second, draw] = chances(play([])) as [number, number, number];
    expect(first).toBeCloseTo(0.584921, 6);
    expect(second).toBeCloseTo(0.288095, 6);
    expect(draw).toBeCloseTo(0.126984, 6);
  });
});

describe('endings', () => {
  it('GAME-05 a, b, c: a line on the last cell wins, also two at once; a full board without one is a draw', () => {
    for (const cells of [[0, 1, 2, 3, 4, 5, 7, 6, 8], [0, 1, 2, 3, 4, 6, 5, 7, 8]]) {
      const before = play(cells.slice(0, 8));
      expect(ticTacToe.isTerminal(before)).toBe(false);
      const end = step(before, 8);
      expect(ticTacToe.isTerminal(end)).toBe(true);
      expect(ticTacToe.returns(end)).toEqual([1, -1]);
    }
    const drawn = play([0, 1, 2, 4, 3, 5, 7, 6, 8]);
    expect(ticTacToe.isTerminal(drawn)).toBe(true);
    expect(ticTacToe.returns(drawn)).toEqual([0, 0]);
  });

  it('a match completes with the reason of the rules', () => {
    const match = Match.start({ game: ticTacToe, matchId: 'm', seed: SEED });
    for (const cell of [0, 1, 2, 3, 4, 6, 5, 7, 8]) assert.ok(match.submit(match.pending()[0] as number, { action: { cell } }).ok);
    expect(match.end).toMatchObject({ reason: 'completed', returns: [1, -1], offenders: [], ply: 9 });
  });

  it('GAME-12 a, b: a win on the last allowed move is a win, the limit alone is a draw', () => {
    const short = { ...ticTacToe, maxSteps: () => 5 };
    const endOf = (cells: readonly number[]) => {
      const match = Match.start({ game: short, matchId: 'm', seed: SEED });
      for (const cell of cells) assert.ok(match.submit(match.pending()[0] as number, { action: { cell } }).ok);
      return match.end;
    };
    expect(endOf([0, 3, 1, 4, 2])).toMatchObject({ reason: 'completed', returns: [1, -1] });
    expect(endOf([0, 3, 1, 4, 8])).toMatchObject({ reason: 'truncated', returns: [0, 0] });
  });

  it('returns follow the role, not the seat', () => {
    expect(ticTacToe.returns(play([0, 3, 1, 4, 2], STANDARD, ['second', 'first']))).toEqual([-1, 1]);
    expect(ticTacToe.returns(play([0, 3, 1, 4, 8, 5], STANDARD, ['second', 'first']))).toEqual([1, -1]);
  });

  it('no line wraps round the end of a row', () => {
    for (const [line, rest] of [[[2, 3, 4], [0, 8]], [[5, 6, 7], [0, 4]], [[1, 5, 6], [0, 4]], [[2, 3, 7], [0, 8]]] as const) {
      expect(play([line[0], rest[0], line[1], rest[1], line[2]]).winner).toBeNull();
    }
  });

  it('larger boards want their own line: four in a row on 5x5, with a gap filled last', () => {
    const five = optionsOf({ size: 5, line: 4 });
    expect(resolveOptions(ticTacToe, { variant: '5x5' }).options).toEqual(five);
    expect(play([0, 20, 6, 21, 18, 22], five).winner).toBeNull();
    expect(play([0, 20, 6, 21, 18, 22, 12], five).winner).toBe('first'); // 0 6 12 18
    expect(play([4, 20, 8, 21, 12], five).winner).toBeNull(); // three only
    expect(play([3, 20, 4, 21, 5, 22, 6], five).winner).toBeNull(); // round a row end
    expect(play([20, 3, 21, 7, 15, 11, 0, 24, 1, 19, 2, 14, 4, 9], five).winner).toBe('second'); // 9 14 19 24
    const long = resolveOptions(ticTacToe, { variant: '5x5-line5' }).options as TicTacToeOptions;
    expect(play([0, 20, 6, 21, 18, 22, 12], long).winner).toBeNull();
    expect(play([0, 20, 6, 21, 18, 22, 12, 23, 24], long).winner).toBe('first');
  });
});

describe('moves', () => {
  it('GAME-07 c: an occupied cell is refused without costing the turn', () => {
    const match = Match.start({ game: ticTacToe, matchId: 'm', seed: SEED, profile: 'textarena' });
    const refuseOnce = (seat: number, cell: number): void => {
      const before = match.hash();
      const legal = match.legalActions(seat);
      const result = match.submit(seat, { action: { cell } });
      expect(result).toMatchObject({ ok: false, error: { kind: 'illegal-action', retriesLeft: 0, final: false, message: expect.stringContaining(`cell ${cell} already holds`) } });
      expect(match.pending()).toEqual([seat]);
      expect(match.hash()).toBe(before);
      expect(match.legalActions(seat)).toEqual(legal);
    };
    assert.ok(match.submit(0, { action: { cell: 4 } }).ok);
    refuseOnce(1, 4);
    assert.ok(match.submit(1, { action: { cell: 0 } }).ok);
    assert.ok(match.submit(0, { action: { cell: 8 } }).ok);
    refuseOnce(1, 8);
    assert.ok(match.submit(1, { action: { cell: 2 } }).ok);
    expect(match.ply).toBe(4);
  });

  it('refuses cells off the board even past the schema', () => {
    expect(ticTacToe.refusal(play([]), 0, { cell: 9 })).toMatch(/no cell 9/);
    expect(ticTacToe.refusal(play([]), 0, { cell: -1 })).toMatch(/no cell -1/);
    expect(ticTacToe.refusal(play([]), 0, { cell: 1.5 })).toMatch(/no cell 1.5/);
  });

  it('cell -0 is cell 0', () => {
    expect(step(play([]), -0)).toStrictEqual(step(play([]), 0));
  });

  it('reads exactly one number in brackets', () => {
    const seen = ticTacToe.observe(play([]), 0);
    const read = (text: string) => readAction(ticTacToe, seen, text);
    for (const text of ['[4]', '[ 4 ]', '4', ' 4\n', '[note] then [4]', '[4], yes [4]']) expect(read(text), text).toEqual({ ok: true, action: { cell: 4 } });
    expect(read('[0]')).toEqual({ ok: true, action: { cell: 0 } });
    expect(read('[9]')).toEqual({ ok: true, action: { cell: 9 } }); // a token; the schema refuses it
    for (const text of ['[04]', '[+4]', '[4.0]', '[-0]', '[\uFF14]', '[four]', '[]', '']) expect(read(text), text).toMatchObject({ ok: false, kind: 'no-action' });
    for (const text of ['[0]? no, [4]', 'Maybe [9]? I play [4]']) expect(read(text), text).toMatchObject({ ok: false, kind: 'ambiguous' });
  });

  it('a match refuses [9] by the schema and names the culprit', () => {
    const match = Match.start({ game: ticTacToe, matchId: 'm', seed: SEED, profile: 'textarena' });
    expect(match.submit(0, { text: '[9]' })).toMatchObject({ ok: false, error: { kind: 'bad-shape', pointer: '/cell' } });
    expect(match.submit(0, { text: '[0]' })).toMatchObject({ ok: true, action: { cell: 0 } });
  });
});

describe('options', () => {
  it('a line longer than the board is refused, as are unknown options', () => {
    expect(() => optionsOf({ size: 3, line: 4 })).toThrow(/line of 4 does not fit/);
    expect(() => optionsOf({ size: 8 })).toThrow();
    expect(() => optionsOf({ sise: 5 })).toThrow(/no option "sise"/);
  });

  it('firstMark changes marks and texts only', () => {
    const options = optionsOf({ firstMark: 'O' });
    const state = play([4], options);
    expect(state.cells[4]).toBe('O');
    expect(ticTacToe.observe(state, 1)).toMatchObject({ role: 'second', mark: 'X' });
    expect(ticTacToe.rules('first', options)).toContain('you play O against X');
  });
});

describe('texts', () => {
  const state = play([1, 4]);

  it('the brief has one word per cell, a free cell being its own number', () => {
    expect(ticTacToe.brief(ticTacToe.observe(state, 0))).toBe('tic-tac-toe first 0 X 2 3 O 5 6 7 8');
    expect(ticTacToe.brief(ticTacToe.observe(state, 1))).toBe('tic-tac-toe second 0 X 2 3 O 5 6 7 8');
    expect(ticTacToe.brief(ticTacToe.observe(state, 'spectator'))).toBe('tic-tac-toe spectator 0 X 2 3 O 5 6 7 8');
  });

  it('the text draws the board', () => {
    expect(ticTacToe.text(ticTacToe.observe(state, 0))).toBe(
      ['You are first and play X.', 'Board:', ' 0 | X | 2', '---+---+---', ' 3 | O | 5', '---+---+---', ' 6 | 7 | 8', 'Last move: O took cell 4.', 'It is your turn.'].join('\n'),
    );
    const hidden = play([1, 4], optionsOf({ showLegal: false }));
    expect(ticTacToe.text(ticTacToe.observe(hidden, 1))).toContain(' . | X | .\n');
    expect(ticTacToe.text(ticTacToe.observe(play([0, 3, 1, 4, 2]), 'spectator'))).toContain('first has a line of 3 and wins.');
  });

  it('the rules name the real options, and an example that is legal on the empty board', () => {
    for (const variant of ['default', '5x5', '5x5-line5']) {
      const options = resolveOptions(ticTacToe, { variant }).options as TicTacToeOptions;
      const rules = ticTacToe.rules('second', options);
      expect(rules).toContain(`${options.size} by ${options.size}`);
      expect(rules).toContain(`${options.line} own marks`);
      const example = readAction(ticTacToe, ticTacToe.observe(play([], options), 0), rules);
      assert.ok(example.ok);
      expect(ticTacToe.refusal(play([], options), 0, example.action as CellAction)).toBeNull();
    }
  });
});

describe('state', () => {
  it('GAME-18 d: states that differ only in who moves are different states', () => {
    expect(JSON.stringify(play([]))).not.toBe(JSON.stringify(play([], STANDARD, ['second', 'first'])));
  });

  it('GAME-19 a: a stored state plays on alike', () => {
    const stored = JSON.parse(JSON.stringify(play([0, 3]))) as TicTacToeState;
    expect(stored).toEqual(play([0, 3]));
    expect(step(step(step(stored, 1), 4), 2).winner).toBe('first');
  });

  it('GAME-20: reads change nothing', () => {
    const state = play([0, 3, 1]);
    const before = JSON.stringify(state);
    const readers = [0, 1, 'spectator'] as const;
    const reads = [1, 2, 3].map(() => JSON.stringify(readers.map((reader) => [ticTacToe.observe(state, reader), ticTacToe.text(ticTacToe.observe(state, reader)), legalCells(state)])));
    expect(new Set(reads).size).toBe(1);
    expect(JSON.stringify(state)).toBe(before);
  });
});

describe('an independent reference', () => {
  const fixture = JSON.parse(readFileSync(new URL('../fixtures/open-spiel.json', import.meta.url), 'utf8')) as {
    readonly games: readonly { readonly seed: number; readonly steps: readonly (readonly [number, string, number, string])[]; readonly returns: readonly number[] }[];
  };

  for (const { seed, steps, returns } of fixture.games) {
    it(`replays OpenSpiel's game of seed ${seed} step by step`, () => {
      let state = play([]);
      for (const [player, name, legal, board] of steps) {
        expect(ticTacToe.seatsToAct(state)).toEqual([player]);
        expect(legalCells(state)).toHaveLength(legal);
        const [, row, column] = /\((\d),(\d)\)/.exec(name) as unknown as [string, string, string];
        const cell = Number(row) * 3 + Number(column);
        expect(legalCells(state)).toContain(cell);
        state = step(state, cell);
        expect(state.cells.map((mark) => mark.toLowerCase() || '.').join('').replace(/(...)(?=.)/g, '$1/')).toBe(board);
      }
      expect(ticTacToe.isTerminal(state)).toBe(true);
      expect(ticTacToe.returns(state)).toEqual(returns);
    });
  }
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['tic-tac-toe']);
});
