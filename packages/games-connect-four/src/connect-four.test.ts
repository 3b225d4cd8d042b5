/** Connect Four: endings, moves, texts, variants, an independent reference, and the fault cases of its kind. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fact, readAction, resolveOptions } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { cellsOf, connectFour, discsOf, linesOf, MARKS, type Cell, type ColumnAction, type ConnectFourObservation, type ConnectFourOptions, type ConnectFourState } from './index.js';

const STANDARD = resolveOptions(connectFour).options as ConnectFourOptions;
const BLIND = resolveOptions(connectFour, { variant: 'blind' }).options as ConnectFourOptions;
const SEED = parseSeed(1);

function optionsOf(options: { readonly [name: string]: unknown }): ConnectFourOptions {
  return resolveOptions(connectFour, { options }).options as ConnectFourOptions;
}

function step(state: ConnectFourState, column: number): ConnectFourState {
  const seat = connectFour.seatsToAct(state)[0] as number;
  assert.equal(connectFour.refusal(state, seat, { column }), null);
  return connectFour.apply(state, { kind: 'actions', actions: { [seat]: { column } } });
}

function play(columns: readonly number[], options = STANDARD, roles: readonly string[] = ['first', 'second']): ConnectFourState {
  return columns.reduce(step, connectFour.initialState(options, roles));
}

function legal(state: ConnectFourState): number[] {
  const seat = connectFour.seatsToAct(state)[0];
  return seat === undefined ? [] : (connectFour.legalActions(state, seat) as readonly ColumnAction[]).map(({ column }) => column);
}

function cellsIn({ options, x, o }: ConnectFourState): Cell[] {
  return cellsOf(options, x, o);
}

/** A position drawn as cells; an even number of `discs` stands for X to move. */
function position(cells: readonly Cell[], discs: number): ConnectFourState {
  return { ...play([]), x: discsOf(STANDARD, cells, 'X'), o: discsOf(STANDARD, cells, 'O'), discs };
}

/** A match with columns played in turn. */
function matchWith(columns: readonly number[]): Match {
  const match = Match.start({ game: connectFour, matchId: 'm', seed: SEED, profile: 'textarena' });
  for (const column of columns) assert.ok(match.submit(match.pending()[0] as number, { action: { column } }).ok);
  return match;
}

describe('conformance', () => {
  for (const { name, run } of gameConformance(connectFour, { matches: 30 })) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(connectFour)).toMatchFileSnapshot('./connect-four.playthrough.txt');
  });
});

describe('endings', () => {
  it('GAME-06 a: disc 42 completes a line and wins', () => {
    const columns = [3, 6, 2, 6, 1, 4, 2, 3, 6, 0, 1, 2, 2, 3, 0, 6, 0, 1, 4, 0, 0, 0, 1, 3, 5, 6, 4, 4, 5, 6, 3, 5, 5, 3, 5, 5, 1, 2, 4, 1, 2, 4];
    const match = matchWith(columns.slice(0, 41));
    expect(match.end).toBeNull();
    assert.ok(match.submit(1, { action: { column: 4 } }).ok);
    expect(match.end).toMatchObject({ reason: 'completed', returns: [-1, 1], offenders: [], ply: 42 });
  });

  it('GAME-06 b: 42 discs without a line are a draw', () => {
    const columns = [3, 3, 1, 6, 5, 0, 1, 1, 4, 2, 6, 6, 1, 4, 1, 2, 3, 1, 4, 3, 4, 4, 5, 2, 3, 6, 3, 0, 6, 4, 2, 6, 0, 5, 5, 5, 5, 2, 0, 2, 0, 0];
    const match = matchWith(columns);
    expect(match.end).toMatchObject({ reason: 'completed', returns: [0, 0], ply: 42 });
    expect(connectFour.text(match.observe(0) as ConnectFourObservation)).toContain('The grid is full: a draw.');
  });

  it('GAME-12: a win on the last allowed move is a win, the limit alone is a draw', () => {
    const short = { ...connectFour, maxSteps: () => 7 };
    const endOf = (columns: readonly number[]) => {
      const match = Match.start({ game: short, matchId: 'm', seed: SEED });
      for (const column of columns) assert.ok(match.submit(match.pending()[0] as number, { action: { column } }).ok);
      return match.end;
    };
    expect(endOf([0, 1, 0, 1, 0, 1, 0])).toMatchObject({ reason: 'completed', returns: [1, -1] });
    expect(endOf([0, 1, 0, 1, 0, 1, 2])).toMatchObject({ reason: 'truncated', returns: [0, 0] });
  });

  it('each of the 69 lines wins for both seats, whichever of its discs comes last', () => {
    const { cols } = STANDARD;
    const lines = linesOf(STANDARD);
    expect(lines).toHaveLength(69);
    for (const line of lines) {
      const vertical = (line[1] as number) - (line[0] as number) === cols;
      for (const last of vertical ? [line[0] as number] : line) {
        for (const [index, mark] of MARKS.entries()) {
          const cells = cellsIn(play([]));
          // Below the free cell the other's discs, unless they belong to the line: the disc falls where it should.
          for (let below = last + cols; below < cells.length; below += cols) cells[below] = index === 0 ? 'O' : 'X';
          for (const cell of line) if (cell !== last) cells[cell] = mark;
          const state = position(cells, 10 + index);
          const end = step(state, last % cols);
          expect(cellsIn(end)[last]).toBe(mark);
          expect(end.winner).toBe(index === 0 ? 'first' : 'second');
          expect(connectFour.returns(end)).toEqual(index === 0 ? [1, -1] : [-1, 1]);
        }
      }
    }
  });

  it('a disc between two pairs makes five in a line and wins; so does one that makes two lines', () => {
    expect(play([0, 0, 1, 1, 3, 3, 4, 4]).winner).toBeNull();
    expect(play([0, 0, 1, 1, 3, 3, 4, 4, 2]).winner).toBe('first');
    const rows = ['.......', '.......', 'X......', 'OX.....', 'OOX....', 'XXX....'];
    const twice = position([...rows.join('')].map((cell) => (cell === '.' ? '' : cell) as Cell), 10);
    expect(step(twice, 3)).toMatchObject({ winner: 'first', last: 3 });
    expect(step(twice, 4).winner).toBeNull();
  });

  it('no line wraps round the end of a row', () => {
    expect(play([4, 0, 5, 1, 6, 1, 0, 1]).winner).toBeNull(); // X on 4 5 6 of the bottom row and on 0 of the one above
    expect(play([5, 2, 6, 2, 0, 3, 0, 3, 1, 4, 1]).winner).toBeNull(); // X on 5 6 below, on 0 1 above
  });

  it('returns follow the role, not the seat', () => {
    expect(connectFour.returns(play([0, 1, 0, 1, 0, 1, 0], STANDARD, ['second', 'first']))).toEqual([-1, 1]);
    expect(connectFour.returns(play([6, 1, 0, 1, 0, 1, 0, 1], STANDARD, ['second', 'first']))).toEqual([1, -1]);
  });
});

describe('moves', () => {
  it('GAME-07 a, d: a full column is refused without costing the turn; another seat cannot move', () => {
    const match = matchWith([3, 3, 3, 3, 3, 3]);
    const before = match.hash();
    for (let count = 0; count < 5; count++) expect(match.submit(1, { action: { column: 0 } })).toMatchObject({ ok: false, error: { kind: 'not-your-turn', retriesLeft: 1 } });
    expect(match.submit(0, { action: { column: 3 } })).toMatchObject({ ok: false, error: { kind: 'illegal-action', retriesLeft: 0, final: false, message: 'column 3 is full' } });
    expect(match.pending()).toEqual([0]);
    expect([match.ply, match.hash()]).toEqual([6, before]);
    assert.ok(match.submit(0, { action: { column: 2 } }).ok);
    expect(match.ply).toBe(7);
  });

  it('GAME-07 b: a hundred refusals leave the state alone', () => {
    const state = play([3, 3, 3, 3, 3, 3]);
    const before = JSON.stringify(state);
    for (let count = 0; count < 100; count++) expect(connectFour.refusal(state, 0, { column: 3 })).toBe('column 3 is full');
    expect(JSON.stringify(state)).toBe(before);
    expect(legal(state)).toEqual([0, 1, 2, 4, 5, 6]);
    expect(step(state, 2)).toEqual(play([3, 3, 3, 3, 3, 3, 2]));
  });

  it('columns off the grid are refused even past the schema', () => {
    for (const column of [7, -1, 1.5, NaN]) expect(connectFour.refusal(play([]), 0, { column })).toMatch(/^there is no column/);
    expect(step(play([]), -0)).toStrictEqual(step(play([]), 0));
  });

  it('PARSE-03, PARSE-07 h to m, PARSE-08, PARSE-11 b, l: reads one column, with or without the word', () => {
    const seen = connectFour.observe(play([]), 0);
    const read = (text: string) => {
      const result = readAction(connectFour, seen, text);
      return result.ok ? result.action : result.kind;
    };
    for (const text of ['[col 0]', '[0]', '[col0]', '[COL 0]', '0', 'col 0', '[ col  0 ]']) expect(read(text), text).toEqual({ column: 0 });
    expect(read('[6]')).toEqual({ column: 6 });
    expect(read('[3] ... [col 3]')).toEqual({ column: 3 });
    for (const text of ['[col 0] ... [3]', '[3] or [4]']) expect(read(text), text).toBe('ambiguous');
    for (const text of ['[col -1]', '[col 03]', '[col three]', '[col]', '[col 3, 4]']) expect(read(text), text).toBe('malformed');
    for (const text of ['[-1]', '[03]', '[3.0]', '[+3]', '[\uFF13]', '[column 3]', '[constructor]', '[]', '[ ]', '', '\n\n']) expect(read(text), text).toBe('no-action');
  });

  it('PARSE-07 k, m, PARSE-09 and PARSE-10: what does not fit the schema is refused with a pointer', () => {
    const match = matchWith([]);
    expect(match.submit(0, { text: '[7]' })).toMatchObject({ ok: false, error: { kind: 'bad-shape', pointer: '/column' } });
    expect(match.submit(0, { action: { column: 0 } })).toMatchObject({ ok: true, action: { column: 0 } });
    for (const action of [undefined, null, 0, '3', [3], {}, { column: null }, { column: [3] }, { column: '3' }, { column: NaN }, { column: 1.5 }, { column: 3, note: 'x' }, JSON.parse('{"column":3,"__proto__":{"polluted":1}}')]) {
      expect(matchWith([]).submit(0, { action }), JSON.stringify(action)).toMatchObject({ ok: false, error: { kind: 'bad-shape' } });
    }
  });
});

describe('options', () => {
  it('a line that does not fit is refused, as are unknown options', () => {
    expect(() => optionsOf({ rows: 3, cols: 3 })).toThrow(/line of 4 does not fit/);
    expect(() => optionsOf({ colums: 7 })).toThrow(/no option "colums"/);
    expect(optionsOf({ rows: 3, cols: 4 })).toMatchObject({ rows: 3, cols: 4, connect: 4 });
  });

  it('connect is the number of discs that wins', () => {
    expect(play([0, 1, 0, 1, 0], optionsOf({ connect: 3 })).winner).toBe('first');
    expect(play([0, 1, 0, 1, 0, 1, 0], optionsOf({ connect: 5 })).winner).toBeNull();
    expect(play([0, 1, 0, 1, 0, 1, 0, 1, 0], optionsOf({ connect: 5 })).winner).toBe('first');
  });

  it('large has 12 rows and 15 columns under aligned numbers', () => {
    const { options } = resolveOptions(connectFour, { variant: 'large' });
    const state = play([14, 10], options as ConnectFourOptions);
    const drawn = connectFour.text(connectFour.observe(state, 0)).split('\n').slice(2, 15);
    expect(drawn[0]).toBe(' 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14');
    expect(drawn).toHaveLength(13);
    expect(drawn.at(-1)).toBe(' .  .  .  .  .  .  .  .  .  .  O  .  .  .  X');
    expect(readAction(connectFour, connectFour.observe(state, 0), '[col 14]')).toMatchObject({ action: { column: 14 } });
  });
});

describe('blind', () => {
  const state = play([3, 3, 2], BLIND);

  it('shows no cell to anybody and lists the columns played', () => {
    expect([fact(connectFour.information, BLIND), fact(connectFour.information, STANDARD)]).toEqual(['imperfect', 'perfect']);
    for (const reader of [0, 1, 'spectator'] as const) {
      const seen = connectFour.observe(state, reader);
      expect(seen).toMatchObject({ cells: null, history: [3, 3, 2], last: 2 });
      expect(connectFour.text(seen)).toContain('X 3, O 3, X 2');
      expect(connectFour.text(seen)).not.toMatch(/\. \./);
    }
    expect(connectFour.brief(connectFour.observe(state, 1))).toBe('connect-four second 3 3 2');
    expect(connectFour.rules('first', BLIND)).toContain('The grid is not shown');
  });

  it('the grid follows from the columns', () => {
    expect(connectFour.sampleState?.(connectFour.observe(state, 1), 1, Rng.fromSeed(1))).toEqual(state);
    expect(play([3, 3, 2]).history).toEqual([]);
  });
});

describe('texts', () => {
  it('draws the grid as it is', () => {
    const state = play([3, 3, 0]);
    expect(connectFour.text(connectFour.observe(state, 1))).toBe(
      ['You are second and play O.', 'Grid:', '0 1 2 3 4 5 6', '. . . . . . .', '. . . . . . .', '. . . . . . .', '. . . . . . .', '. . . O . . .', 'X . . X . . .', 'Last move: X played column 0.', 'It is your turn.'].join('\n'),
    );
    expect(connectFour.text(connectFour.observe(play([0, 1, 0, 1, 0, 1, 0]), 'spectator'))).toContain('first has 4 in a line and wins.');
    expect(connectFour.brief(connectFour.observe(state, 0))).toBe(`connect-four first${' .'.repeat(31)} O . . . X . . X . . .`);
  });

  it('PARSE-06: the example in the rules is legal in the empty grid', () => {
    for (const options of [STANDARD, BLIND, optionsOf({ rows: 12, cols: 15 }), optionsOf({ cols: 4 })]) {
      const example = readAction(connectFour, connectFour.observe(play([], options), 0), connectFour.rules('second', options));
      assert.ok(example.ok);
      expect(connectFour.refusal(play([], options), 0, example.action as ColumnAction)).toBeNull();
    }
  });
});

describe('state', () => {
  it('GAME-18, GAME-19, GAME-20: states differ by the seat to move, survive storage, and reads leave them alone', () => {
    const state = play([3, 2]);
    const text = JSON.stringify(state);
    expect(text).not.toBe(JSON.stringify(play([3, 2], STANDARD, ['second', 'first'])));
    expect(step(JSON.parse(text) as ConnectFourState, 3)).toEqual(step(state, 3));
    const reads = [1, 2, 3].map(() => JSON.stringify(([0, 1, 'spectator'] as const).map((reader) => [connectFour.observe(state, reader), connectFour.text(connectFour.observe(state, reader)), legal(state)])));
    expect(new Set(reads).size).toBe(1);
    expect(JSON.stringify(state)).toBe(text);
  });
});

describe('an independent reference', () => {
  type Step = readonly [player: number, action: string, legal: string, after: string];
  const fixture = JSON.parse(readFileSync(new URL('../fixtures/open-spiel.json', import.meta.url), 'utf8')) as {
    readonly games: readonly { readonly seed: number; readonly steps: readonly Step[]; readonly returns: readonly number[] }[];
  };
  const drawn = (state: ConnectFourState): string => cellsIn(state).map((mark) => mark.toLowerCase() || '.').join('').replace(/(.{7})(?=.)/g, '$1/');

  for (const { seed, steps, returns } of fixture.games) {
    it(`replays OpenSpiel's game of seed ${seed} step by step`, () => {
      let state = play([]);
      for (const [player, name, columns, after] of steps) {
        expect(connectFour.seatsToAct(state)).toEqual([player]);
        expect(legal(state).join('')).toBe(columns);
        state = step(state, Number(name[1]));
        expect(drawn(state)).toBe(after);
      }
      expect(connectFour.isTerminal(state)).toBe(true);
      expect(connectFour.returns(state)).toEqual(returns);
    });
  }
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['connect-four']);
});
