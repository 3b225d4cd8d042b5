/** Othello: placements and passes, endings, texts, an independent reference, and the fault cases of its kind. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readAction, resolveOptions } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { countOf, discsOf, othello, PASS, rowsOf, type OthelloAction, type OthelloOptions, type OthelloState } from './index.js';

type Cell = readonly [row: number, col: number] | 'pass';

const STANDARD = optionsOf({});
/** White is wiped out in nine plies. Found by enumeration. */
const WIPED_OUT: readonly Cell[] = [[2, 3], [2, 2], [2, 1], [1, 3], [0, 4], [5, 3], [6, 3], [2, 4], [3, 5]];
/** Ends on 4x4 with three cells free. Found by enumeration. */
const NOBODY_MOVES: readonly Cell[] = [[0, 1], [0, 0], [1, 0], [0, 2], [0, 3], [2, 0], [3, 0], [2, 3], 'pass', [3, 2]];

function optionsOf(options: { readonly [name: string]: unknown }): OthelloOptions {
  return resolveOptions(othello, { options }).options as OthelloOptions;
}

function actionOf(cell: Cell): OthelloAction {
  return cell === 'pass' ? PASS : { row: cell[0], col: cell[1] };
}

function step(state: OthelloState, cell: Cell): OthelloState {
  const seat = othello.seatsToAct(state)[0] as number;
  assert.equal(othello.refusal(state, seat, actionOf(cell)), null);
  return othello.apply(state, { kind: 'actions', actions: { [seat]: actionOf(cell) } });
}

function play(cells: readonly Cell[], options = STANDARD, roles: readonly string[] = ['first', 'second']): OthelloState {
  return cells.reduce(step, othello.initialState(options, roles));
}

/** A position drawn as rows, with `toMove` to move. */
function position(rows: readonly string[], toMove: 'first' | 'second' = 'first'): OthelloState {
  const [black, white] = discsOf(rows);
  return { ...othello.initialState(optionsOf({ size: rows.length }), ['first', 'second']), black, white, free: rows.length ** 2 - countOf(black) - countOf(white), toMove };
}

function legal(state: OthelloState): string[] {
  const seat = othello.seatsToAct(state)[0];
  return seat === undefined ? [] : (othello.legalActions(state, seat) as readonly OthelloAction[]).map(othello.formatAction);
}

function rowsIn(state: OthelloState): string[] {
  return rowsOf(state.black, state.white);
}

describe('conformance', () => {
  for (const { name, run } of gameConformance(othello, { matches: 6 })) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(othello, { variant: '4x4', seed: 3 })).toMatchFileSnapshot('./othello.playthrough.txt');
  });
});

describe('placements', () => {
  it('black starts with four', () => {
    expect(rowsIn(play([]))).toEqual(['........', '........', '........', '...OX...', '...XO...', '........', '........', '........']);
    expect(legal(play([]))).toEqual(['[2, 3]', '[3, 2]', '[4, 5]', '[5, 4]']);
  });

  it('turns over what is enclosed in every direction at once, and nothing beyond', () => {
    const state = position(['X..X..X.', '.O.O.O..', '..OOO...', 'XOO.OOOX', '..OOO...', '.O.O.O..', 'X..O..X.', '...X....']);
    expect(rowsIn(step(state, [3, 3]))).toEqual(['X..X..X.', '.X.X.X..', '..XXX...', 'XXXXXXXX', '..XXX...', '.X.X.X..', 'X..X..X.', '...X....']);
    const open = position(['.OO.....', 'XO.OX...', '........', '........', '........', '........', '........', '........']);
    expect(rowsIn(step(open, [1, 2]))[1]).toBe('XXXXX...');
    expect(rowsIn(step(open, [1, 2]))[0]).toBe('.OO.....'); // no own disc behind them
  });

  it('no run goes round the end of a row', () => {
    const state = position(['.....XOO', 'O.......', '........', '........', '........', '........', '........', '........']);
    expect(legal(state)).toEqual(['[pass]']);
    expect(othello.refusal(state, 0, { row: 1, col: 1 })).toMatch(/would turn over nothing: no disc can be placed, so pass/);
  });

  it('others are refused with the reason', () => {
    const state = play([]);
    expect(othello.refusal(state, 0, { row: 0, col: 0 })).toBe('a disc in cell 0, 0 would turn over nothing');
    expect(othello.refusal(state, 0, { row: 3, col: 3 })).toBe('cell 3, 3 already holds a disc');
    expect(othello.refusal(state, 0, PASS)).toBe('a player who can place a disc cannot pass');
    for (const [row, col] of [[8, 0], [0, 8], [-1, 3], [2, 2.5], [NaN, 0]] as const) expect(othello.refusal(state, 0, { row, col })).toMatch(/^there is no cell/);
    expect(step(position(['.OX.', '....', '....', '....']), [-0, -0])).toStrictEqual(step(position(['.OX.', '....', '....', '....']), [0, 0]));
  });

  it('GAME-07: a refused placement costs no turn', () => {
    const match = Match.start({ game: othello, matchId: 'm', seed: parseSeed(1), profile: 'textarena' });
    const before = match.hash();
    expect(match.submit(0, { text: '[0, 0]' })).toMatchObject({ ok: false, error: { kind: 'illegal-action', final: false } });
    expect([match.hash(), match.ply, match.pending()]).toEqual([before, 0, [0]]);
    expect(match.submit(0, { text: '[2, 3]' })).toMatchObject({ ok: true, action: { row: 2, col: 3 } });
    expect(match.submit(0, { text: '[2, 2]' })).toMatchObject({ ok: false, error: { kind: 'not-your-turn' } });
  });
});

describe('passes and endings', () => {
  it('two passes in a row end it with cells free', () => {
    const state = play(NOBODY_MOVES, optionsOf({ size: 4 }));
    expect(rowsIn(state)).toEqual(['OOOX', 'OOO.', 'OOOO', 'X.O.']);
    expect([othello.isTerminal(state), legal(state)]).toEqual([false, ['[pass]']]);
    const once = step(state, 'pass');
    expect([othello.isTerminal(once), legal(once)]).toEqual([false, ['[pass]']]);
    const end = step(once, 'pass');
    expect(end).toMatchObject({ over: true, free: 3 });
    expect(othello.returns(end)).toEqual([-1, 1]);
    expect(legal(end)).toEqual([]);
  });

  it('a pass that is followed by a placement ends nothing', () => {
    const state = play(NOBODY_MOVES.slice(0, 9), optionsOf({ size: 4 }));
    expect(state).toMatchObject({ last: { pass: true }, over: false });
    expect(legal(state)).toContain('[3, 2]');
  });

  it('a colour that is wiped out passes, and so does the other', () => {
    const state = play(WIPED_OUT);
    expect([countOf(state.black), countOf(state.white), state.over]).toEqual([13, 0, false]);
    const end = step(step(state, 'pass'), 'pass');
    expect(end.over).toBe(true);
    expect(othello.returns(end)).toEqual([1, -1]);
  });

  it('a full board ends it, also by a win or a draw of the last disc', () => {
    const even = step(position(['OXOX', 'OOOO', 'OOOO', 'XOO.']), [3, 3]);
    expect([even.over, countOf(even.black), countOf(even.white)]).toEqual([true, 8, 8]);
    expect(othello.returns(even)).toEqual([0, 0]);
    expect(othello.text(othello.observe(even, 0))).toContain('The game is over: a draw.');
    const more = step(position(['XXOX', 'OOOO', 'OOOO', 'XOO.']), [3, 3]);
    expect(othello.returns(more)).toEqual([1, -1]);
    expect(othello.observe(more, 'spectator')).toMatchObject({ winner: 'first', toMove: null, discs: { first: 11, second: 5 } });
  });

  it('GAME-12: maxSteps has room for every placement and pass, and is a draw where it cuts', () => {
    expect([4, 6, 8, 10].map((size) => othello.maxSteps(optionsOf({ size })))).toEqual([26, 66, 122, 194]);
    expect(othello.returns(play([[2, 3]]))).toEqual([0, 0]);
  });

  it('returns follow the role, not the seat', () => {
    expect(othello.returns(play([...WIPED_OUT, 'pass', 'pass'], STANDARD, ['second', 'first']))).toEqual([-1, 1]);
  });
});

describe('reading', () => {
  const read = (text: string) => {
    const result = readAction(othello, othello.observe(play([]), 0), text);
    return result.ok ? result.action : result.kind;
  };

  it('PARSE-03, PARSE-08, PARSE-11: two integers with a comma, or pass', () => {
    for (const text of ['[2, 3]', '[2,3]', '[2 , 3]', '[ 2,  3 ]', '2, 3', 'I play [2, 3] and not [here].']) expect(read(text), text).toEqual({ row: 2, col: 3 });
    for (const text of ['[pass]', '[PASS]', 'pass']) expect(read(text), text).toEqual({ pass: true });
    for (const text of ['[23]', '[2 3]', '[2;3]', '[2, 03]', '[-1, 3]', '[2, 3, 4]', '[d3]', '[\uFF12, 3]', '[constructor]', '[]', '[ ]', '', '\n\n']) expect(read(text), text).toBe('no-action');
    for (const text of ['[2, 3] or [3, 2]', '[pass] [2, 3]']) expect(read(text), text).toBe('ambiguous');
    expect(read('[pass now]')).toBe('malformed');
  });

  it('PARSE-07, PARSE-09, PARSE-10: what does not fit the schema is refused with a pointer', () => {
    const submit = (action: unknown) => Match.start({ game: othello, matchId: 'm', seed: parseSeed(1) }).submit(0, { action });
    for (const [action, pointer] of [[{ row: 8, col: 0 }, '/row'], [{ row: 0, col: -1 }, '/col'], [{ row: '2', col: 3 }, '/row'], [{ pass: false }, '/pass'], [{ row: 2 }, ''], [{ row: 2, col: 3, pass: true }, '/pass'], [null, ''], [[2, 3], ''], ['pass', ''], [{}, ''], [JSON.parse('{"pass":true,"__proto__":{"polluted":1}}'), '/__proto__']] as const) {
      expect(submit(action), JSON.stringify(action)).toMatchObject({ ok: false, error: { kind: 'bad-shape', pointer } });
    }
    expect(Match.start({ game: othello, matchId: 'm', seed: parseSeed(1) }).submit(0, { text: '[2, 8]' })).toMatchObject({ ok: false, error: { kind: 'bad-shape', pointer: '/col' } });
  });
});

describe('texts', () => {
  it('draw the board, with the legal cells where wanted', () => {
    const text = (options: OthelloOptions) => othello.text(othello.observe(play([[0, 1]], options), 1));
    expect(text(optionsOf({ size: 4 }))).toBe(
      ['You are second and play white (O).', 'Board (* where a disc may be placed):', '  0 1 2 3', '0 * X * .', '1 . X X .', '2 * X O .', '3 . . . .', 'Discs: black (X) 4, white (O) 1.', 'Last move: X at 0, 1.', 'It is your turn.'].join('\n'),
    );
    expect(text(optionsOf({ size: 4, showLegal: false }))).toContain('Board:\n  0 1 2 3\n0 . X . .');
    const stuck = position(['XXX.', '....', '....', '....'], 'second');
    expect(othello.text(othello.observe(stuck, 1))).toContain('It is your turn. No disc can be placed: only a pass is possible.');
    expect(othello.text(othello.observe(step(stuck, 'pass'), 1))).toContain('Last move: a pass.');
    expect(othello.brief(othello.observe(play([[0, 1]], optionsOf({ size: 4 })), 1))).toBe('othello second . X . . . X X . . X O . . . . .');
  });

  it('PARSE-06: the example in the rules is legal at the start', () => {
    for (const size of [4, 6, 8, 10]) {
      const options = optionsOf({ size });
      const example = /Format only: (.*)$/.exec(othello.rules('second', options))?.[1] as string;
      expect(legal(play([], options))).toContain(example);
    }
  });
});

it('options: only sizes 4, 6, 8 and 10', () => {
  for (const size of [2, 5, 7, 12, '8']) expect(() => optionsOf({ size })).toThrow();
  expect(resolveOptions(othello, { options: { size: 6 } }).variant).toBe('6x6');
});

it('GAME-18, GAME-19, GAME-20: states differ by the seat to move, survive storage, and reads leave them alone', () => {
  const state = play([[2, 3], [2, 2]]);
  const text = JSON.stringify(state);
  expect(text).not.toBe(JSON.stringify(play([[2, 3], [2, 2]], STANDARD, ['second', 'first'])));
  expect(text).not.toBe(JSON.stringify({ ...state, toMove: 'second' }));
  expect(step(JSON.parse(text) as OthelloState, [3, 2])).toEqual(step(state, [3, 2]));
  for (const reader of [0, 1] as const) expect(othello.observe(othello.sampleState?.(othello.observe(state, reader), reader, Rng.fromSeed(1)) as OthelloState, reader)).toEqual(othello.observe(state, reader));
  const reads = [1, 2, 3].map(() => JSON.stringify([othello.observe(state, 0), othello.text(othello.observe(state, 1)), legal(state)]));
  expect(new Set(reads).size).toBe(1);
  expect(JSON.stringify(state)).toBe(text);
});

describe('an independent reference', () => {
  type Step = readonly [player: number, action: string, legal: number, after: string];
  const fixture = JSON.parse(readFileSync(new URL('../fixtures/open-spiel.json', import.meta.url), 'utf8')) as {
    readonly games: readonly { readonly seed: number; readonly steps: readonly Step[]; readonly returns: readonly number[] }[];
  };

  for (const { seed, steps, returns } of fixture.games) {
    it(`replays OpenSpiel's game of seed ${seed} step by step`, () => {
      let state = play([]);
      for (const [player, name, count, after] of steps) {
        expect(othello.seatsToAct(state)).toEqual([player]);
        expect(legal(state)).toHaveLength(count);
        state = step(state, name === 'pass' ? 'pass' : [Number(name[1]) - 1, 'abcdefgh'.indexOf(name[0] as string)]);
        expect(rowsIn(state).join('/').toLowerCase().replaceAll('.', '-')).toBe(after);
      }
      expect(othello.isTerminal(state)).toBe(true);
      expect(othello.returns(state)).toEqual(returns);
    });
  }
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['othello']);
});
