/** Breakthrough: moves, wins, texts, an independent reference, and the fault cases of its kind. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readAction, resolveOptions } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { breakthrough, menOf, rowsOf, type BreakthroughOptions, type BreakthroughState, type MenAction } from './index.js';

const STANDARD = optionsOf({});

function optionsOf(options: { readonly [name: string]: unknown }): BreakthroughOptions {
  return resolveOptions(breakthrough, { options }).options as BreakthroughOptions;
}

/** The action of a text such as a2b3 or a9a10. */
function actionOf(text: string): MenAction {
  const [, from = '', to = ''] = /^(\D\d+)(\D\d+)$/.exec(text) ?? [];
  return { from, to };
}

function step(state: BreakthroughState, text: string): BreakthroughState {
  const seat = breakthrough.seatsToAct(state)[0] as number;
  assert.equal(breakthrough.refusal(state, seat, actionOf(text)), null);
  return breakthrough.apply(state, { kind: 'actions', actions: { [seat]: actionOf(text) } });
}

function play(texts: readonly string[], options = STANDARD, roles: readonly string[] = ['first', 'second']): BreakthroughState {
  return texts.reduce(step, breakthrough.initialState(options, roles));
}

/** A position drawn from the top rank down. */
function position(rows: readonly string[], toMove: 'first' | 'second' = 'first', diagonalMoves = true): BreakthroughState {
  return { ...breakthrough.initialState(optionsOf({ rows: rows.length, cols: rows[0]?.length, diagonalMoves }), ['first', 'second']), ...menOf(rows), toMove };
}

function legal(state: BreakthroughState): string[] {
  const seat = breakthrough.seatsToAct(state)[0];
  return seat === undefined ? [] : (breakthrough.legalActions(state, seat) as readonly MenAction[]).map(({ from, to }) => from + to);
}

function boardIn({ up, down, options }: BreakthroughState): string[] {
  return rowsOf(up, down, options.cols);
}

function why(state: BreakthroughState, text: string): string | null {
  return breakthrough.refusal(state, breakthrough.seatsToAct(state)[0] as number, actionOf(text));
}

describe('conformance', () => {
  for (const { name, run } of gameConformance(breakthrough, { matches: 3 })) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(breakthrough, { variant: '5x5' })).toMatchFileSnapshot('./breakthrough.playthrough.txt');
  });
});

describe('moves', () => {
  it('two full ranks a side; straight to free squares, diagonally to free squares and onto men of the other', () => {
    expect(boardIn(play([]))).toEqual(['OOOOOOOO', 'OOOOOOOO', '........', '........', '........', '........', 'XXXXXXXX', 'XXXXXXXX']);
    expect(legal(play([]))).toHaveLength(22);
    const state = position(['.....', '..O..', 'O.OO.', '.X.X.', '.....']);
    expect(legal(state)).toEqual(['b2a3', 'b2b3', 'b2c3', 'd2c3', 'd2e3']);
    expect(boardIn(step(state, 'b2c3'))).toEqual(['.....', '..O..', 'O.XO.', '...X.', '.....']);
    expect(legal({ ...state, toMove: 'second' })).toEqual(['a3a2', 'a3b2', 'c3b2', 'c3c2', 'c3d2', 'd3c2', 'd3e2', 'c4b3']);
  });

  it('men on the edge files do not go round the board', () => {
    expect(legal(position(['...', '...', '...', 'X.X', '...']))).toEqual(['a2a3', 'a2b3', 'c2b3', 'c2c3']);
    expect(legal(position(['...', '...', '...', 'O.O', '...'], 'second'))).toEqual(['a2a1', 'a2b1', 'c2b1', 'c2c1']);
  });

  it('without diagonal moves a man goes aside only to take', () => {
    const state = position(['.....', '..O..', 'O.OO.', '.X.X.', '.....'], 'first', false);
    expect(legal(state)).toEqual(['b2a3', 'b2b3', 'b2c3', 'd2c3']);
    expect(why(state, 'd2e3')).toBe('there is nothing to take on e3: a man steps diagonally only to take');
    expect(breakthrough.rules('first', state.options)).toContain('no other diagonal moves');
  });

  it('others are refused with the reason', () => {
    const state = position(['.....', '..O..', 'O.OO.', '.X.X.', '..X..']);
    expect(why(state, 'd2d3')).toBe('d3 is not free: a man takes diagonally only');
    expect(why(state, 'c1d2')).toBe('d2 holds a man of first');
    expect(why(state, 'a2a3')).toBe('first has no man on a2');
    expect(why(state, 'c3c2')).toBe('first has no man on c3');
    for (const text of ['b2b4', 'b2b1', 'b2b2', 'b2a2', 'b2d3']) expect(why(state, text)).toMatch(/goes one step up, straight or diagonally, not to/);
    for (const text of ['b2b6', 'f2f3', 'z9z9']) expect(why(state, text)).toMatch(/^there is no square/);
    for (const square of ['', 'B2', 'b0', 'b02', '2b', '\uFF42\uFF12']) expect(breakthrough.refusal(state, 0, { from: square, to: 'b3' })).toMatch(/^there is no square/);
  });

  it('GAME-07: a refused move costs no turn', () => {
    const match = Match.start({ game: breakthrough, matchId: 'm', seed: parseSeed(1), profile: 'textarena' });
    const before = match.hash();
    expect(match.submit(0, { text: '[a2a4]' })).toMatchObject({ ok: false, error: { kind: 'illegal-action', final: false } });
    expect([match.hash(), match.ply, match.pending()]).toEqual([before, 0, [0]]);
    expect(match.submit(0, { text: '[a2b3]' })).toMatchObject({ ok: true, action: { from: 'a2', to: 'b3' } });
    expect(match.submit(0, { text: '[b3b4]' })).toMatchObject({ ok: false, error: { kind: 'not-your-turn' } });
  });
});

describe('wins', () => {
  it('reaching the far rank, also by taking there', () => {
    const straight = step(position(['.....', 'X....', '..O..', '.....', '.....']), 'a4a5');
    expect(breakthrough.returns(straight)).toEqual([1, -1]);
    expect(legal(straight)).toEqual([]);
    expect(step(position(['.O...', 'X....', '..O..', '.....', '.....']), 'a4b5').winner).toBe('first');
    expect(step(position(['.....', 'X....', '.....', '..O..', '.X...'], 'second'), 'c2b1').winner).toBe('second');
    expect(step(position(['.....', '.....', 'X....', '..O..', '.X...']), 'a3a4').winner).toBeNull();
  });

  it('taking the last man', () => {
    const end = step(position(['.....', '.....', '.O...', 'X....', '.....']), 'a2b3');
    expect(end.winner).toBe('first');
    expect(breakthrough.text(breakthrough.observe(end, 1))).toContain('Last move: X from a2 to b3.\nfirst wins.');
  });

  it('leaving the other without a move', () => {
    const rows = ['.....', 'O....', '.....', 'X....', '.....'];
    expect(step(position(rows, 'second', false), 'a4a3').winner).toBe('second');
    expect(step(position(rows, 'second', true), 'a4a3').winner).toBeNull(); // a2b3 is left
  });

  it('GAME-12: the limit has room for every match and is 0 each where it cuts', () => {
    expect(breakthrough.maxSteps(STANDARD)).toBe(177);
    expect(breakthrough.returns(play(['a2a3']))).toEqual([0, 0]);
    const short = { ...breakthrough, maxSteps: () => 5 };
    const match = Match.start({ game: short, matchId: 'm', seed: parseSeed(1), options: optionsOf({ rows: 4, cols: 2 }) });
    for (const text of ['[a2b3]', '[a3b2]', '[b3a4]']) match.submit(match.pending()[0] as number, { text });
    expect(match.end).toMatchObject({ reason: 'completed', returns: [1, -1], ply: 3 });
  });

  it('returns follow the role, not the seat', () => {
    expect(breakthrough.returns(play(['a2b3', 'a3b2', 'b3a4'], optionsOf({ rows: 4, cols: 2 }), ['second', 'first']))).toEqual([-1, 1]);
  });
});

describe('reading', () => {
  const read = (text: string, state = play([])) => {
    const result = readAction(breakthrough, breakthrough.observe(state, 0), text);
    return result.ok ? result.action : result.kind;
  };

  it('PARSE-03, PARSE-08, PARSE-11: two squares without anything between', () => {
    for (const text of ['[a2b3]', '[A2B3]', '[ a2b3 ]', 'a2b3', 'I play [a2b3], [note] that.', '[a2b3] [a2b3]']) expect(read(text), text).toEqual({ from: 'a2', to: 'b3' });
    expect(read('[h9h10]')).toEqual({ from: 'h9', to: 'h10' }); // a token; the schema refuses it here
    expect(read('[a9b10]', play([], optionsOf({ rows: 10 })))).toEqual({ from: 'a9', to: 'b10' });
    for (const text of ['[a2 b3]', '[a2-b3]', '[a2]', '[a2b03]', '[a0b1]', '[a2b3c4]', '[\uFF41\uFF12b3]', '[constructor]', '[]', '[ ]', '', '\n\n']) expect(read(text), text).toBe('no-action');
    expect(read('[a2a3] or [a2b3]')).toBe('ambiguous');
  });

  it('PARSE-07, PARSE-09, PARSE-10: what does not fit the schema is refused with a pointer', () => {
    const submit = (action: unknown) => Match.start({ game: breakthrough, matchId: 'm', seed: parseSeed(1) }).submit(0, { action });
    for (const [action, pointer] of [[{ from: 'a2', to: 'a9' }, '/to'], [{ from: 'i2', to: 'a3' }, '/from'], [{ from: 2, to: 'a3' }, '/from'], [{ from: 'a2' }, ''], [{ from: 'a2', to: 'a3', take: true }, '/take'], [null, ''], ['a2a3', ''], [['a2', 'a3'], '']] as const) {
      expect(submit(action), JSON.stringify(action)).toMatchObject({ ok: false, error: { kind: 'bad-shape', pointer } });
    }
    for (const from of ['constructor', '__proto__', 'toString']) expect(submit({ from, to: 'a3' })).toMatchObject({ ok: false, error: { kind: 'bad-shape', pointer: '/from' } });
  });
});

describe('texts', () => {
  it('draw the board with ranks and files', () => {
    const state = play(['a2b3', 'c4c3'], optionsOf({ rows: 5, cols: 3 }));
    expect(breakthrough.text(breakthrough.observe(state, 0))).toBe(
      ['You are first: your men are X and go up.', 'Board:', '5 O O O', '4 O O .', '3 . X O', '2 . X X', '1 X X X', '  a b c', 'Last move: O from c4 to c3.', 'It is your turn.'].join('\n'),
    );
    expect(breakthrough.text(breakthrough.observe(play([], optionsOf({ rows: 10 })), 1))).toContain('\n10 O O O O O O O O\n 9 O');
    expect(breakthrough.brief(breakthrough.observe(state, 1))).toBe('breakthrough second O O O O O . . X O . X X X X X');
  });

  it('PARSE-06: the example in the rules is legal on the first turn of the role', () => {
    for (const options of [STANDARD, optionsOf({ rows: 5, cols: 5 }), optionsOf({ rows: 10, cols: 10 }), optionsOf({ rows: 4, cols: 2, diagonalMoves: false })]) {
      const example = (role: string): string => /Format only: \[(.*)\]$/.exec(breakthrough.rules(role, options))?.[1] as string;
      expect(legal(play([], options))).toContain(example('first'));
      expect(legal({ ...play([], options), toMove: 'second' })).toContain(example('second'));
    }
  });
});

it('GAME-18, GAME-19, GAME-20: states differ by the seat to move, survive storage, and reads leave them alone', () => {
  const state = play(['a2b3', 'c7c6']);
  const text = JSON.stringify(state);
  expect(text).not.toBe(JSON.stringify(play(['a2b3', 'c7c6'], STANDARD, ['second', 'first'])));
  expect(step(JSON.parse(text) as BreakthroughState, 'b3c4')).toEqual(step(state, 'b3c4'));
  for (const seat of [0, 1]) expect(breakthrough.sampleState?.(breakthrough.observe(state, seat), seat, Rng.fromSeed(1))).toEqual(state);
  const reads = [1, 2, 3].map(() => JSON.stringify([breakthrough.observe(state, 0), breakthrough.text(breakthrough.observe(state, 1)), legal(state)]));
  expect(new Set(reads).size).toBe(1);
  expect(JSON.stringify(state)).toBe(text);
});

describe('an independent reference', () => {
  type Step = readonly [player: number, action: string, legal: number, after: string];
  const fixture = JSON.parse(readFileSync(new URL('../fixtures/open-spiel.json', import.meta.url), 'utf8')) as {
    readonly games: readonly { readonly rows: number; readonly cols: number; readonly seed: number; readonly steps: readonly Step[]; readonly returns: readonly number[] }[];
  };

  for (const { rows, cols, seed, steps, returns } of fixture.games) {
    it(`replays OpenSpiel's game of seed ${seed} on ${rows} by ${cols} step by step, upside down`, () => {
      let state = play([], optionsOf({ rows, cols }));
      for (const [player, name, count, after] of steps) {
        expect(breakthrough.seatsToAct(state)).toEqual([player]);
        expect(legal(state)).toHaveLength(count);
        const before = state;
        state = step(state, name.replace('*', '').replaceAll(/\d+/g, (rank) => String(rows + 1 - Number(rank))));
        expect(boardIn(state).toReversed().join('/').replaceAll('X', 'b').replaceAll('O', 'w')).toBe(after);
        expect(boardIn(state).join('').replaceAll('.', '').length - boardIn(before).join('').replaceAll('.', '').length).toBe(name.endsWith('*') ? -1 : 0);
      }
      expect(breakthrough.isTerminal(state)).toBe(true);
      expect(breakthrough.returns(state)).toEqual(returns);
    });
  }
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['breakthrough']);
});
