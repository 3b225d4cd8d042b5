/** Dots and Boxes: lines, boxes and turns, endings, texts, the solved 3x3 grid, an independent reference, and the fault cases of its kind. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readAction, resolveOptions } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { bestLines, dotsAndBoxes, gridOf, type DotsAndBoxesOptions, type DotsAndBoxesState, type LineAction } from './index.js';

const STANDARD = optionsOf({});
/** All lines around the left box of 1x2, its last one being the wall between both. */
const LEFT_BOX = ['h 0 0', 'h 1 0', 'v 0 0', 'v 0 1'];
/** The outline of 1x2: the wall between the boxes closes both. */
const OUTLINE = ['h 0 0', 'h 1 0', 'v 0 0', 'h 0 1', 'h 1 1', 'v 0 2'];

function optionsOf(options: { readonly [name: string]: unknown }): DotsAndBoxesOptions {
  return resolveOptions(dotsAndBoxes, { options }).options as DotsAndBoxesOptions;
}

function actionOf(text: string): LineAction {
  const [dir, row, col] = text.split(' ');
  return { dir: dir as 'h' | 'v', row: Number(row), col: Number(col) };
}

function step(state: DotsAndBoxesState, text: string): DotsAndBoxesState {
  const seat = dotsAndBoxes.seatsToAct(state)[0] as number;
  assert.equal(dotsAndBoxes.refusal(state, seat, actionOf(text)), null);
  return dotsAndBoxes.apply(state, { kind: 'actions', actions: { [seat]: actionOf(text) } });
}

function play(texts: readonly string[], options = STANDARD, roles: readonly string[] = ['first', 'second']): DotsAndBoxesState {
  return texts.reduce(step, dotsAndBoxes.initialState(options, roles));
}

function legal(state: DotsAndBoxesState): string[] {
  const seat = dotsAndBoxes.seatsToAct(state)[0];
  return seat === undefined ? [] : (dotsAndBoxes.legalActions(state, seat) as readonly LineAction[]).map((action) => dotsAndBoxes.formatAction(action).slice(1, -1));
}

describe('conformance', () => {
  for (const { name, run } of gameConformance(dotsAndBoxes, { matches: 15 })) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(dotsAndBoxes, { variant: '2x2' })).toMatchFileSnapshot('./dots-and-boxes.playthrough.txt');
  });

  it('on 3x3 second wins by 3 under best play, whatever line comes first', () => {
    const grid = gridOf(STANDARD);
    const best = bestLines(grid, grid.noLines);
    expect(best).toEqual({ margin: -3, lines: grid.actions.map((_, line) => line) });
  });
});

describe('lines and boxes', () => {
  const two = optionsOf({ rows: 1, cols: 2 });

  it('every line of the grid is legal until it is drawn', () => {
    expect(legal(play([], two))).toEqual(['h 0 0', 'h 0 1', 'h 1 0', 'h 1 1', 'v 0 0', 'v 0 1', 'v 0 2']);
    expect(legal(play(['v 0 1', 'h 0 0'], two))).toEqual(['h 0 1', 'h 1 0', 'h 1 1', 'v 0 0', 'v 0 2']);
    expect(legal(play([]))).toHaveLength(24);
  });

  it('who closes a box owns it and draws again; else the turn passes', () => {
    const before = play(LEFT_BOX.slice(0, 3), two);
    expect(before).toMatchObject({ toMove: 'second', boxes: ['', ''] });
    const closed = step(before, 'v 0 1');
    expect(closed).toMatchObject({ toMove: 'second', boxes: ['O', ''], free: 3 });
    expect(dotsAndBoxes.seatsToAct(closed)).toEqual([1]);
    expect(step(closed, 'h 0 1')).toMatchObject({ toMove: 'first', boxes: ['O', ''] });
  });

  it('one line can close two boxes, and the last line of all can', () => {
    const end = step(play(OUTLINE, two), 'v 0 1');
    expect(end).toMatchObject({ boxes: ['X', 'X'], free: 0 });
    expect(dotsAndBoxes.returns(end)).toEqual([1, -1]);
  });

  it('after the last box nobody is to move', () => {
    const end = step(play(OUTLINE, two), 'v 0 1');
    expect(dotsAndBoxes.isTerminal(end)).toBe(true);
    expect([dotsAndBoxes.seatsToAct(end), dotsAndBoxes.legalActions(end, 0), dotsAndBoxes.legalActions(end, 1)]).toEqual([[], [], []]);
    expect(dotsAndBoxes.observe(end, 0)).toMatchObject({ toMove: null, winner: 'first', scores: { first: 2, second: 0 } });
  });

  it('others are refused with the reason', () => {
    const state = play(['h 0 0']);
    const why = (text: string): string | null => dotsAndBoxes.refusal(state, 1, actionOf(text));
    expect(why('h 0 0')).toBe('line h 0 0 is drawn already');
    for (const text of ['h 0 3', 'v 3 0', 'h 4 0', 'v 0 4', 'h -1 0', 'v 0 1.5', 'h NaN 0']) expect(why(text)).toMatch(/^there is no line .*: h goes from 0 0 to 3 2, v from 0 0 to 2 3$/);
    expect(why('h 3 2')).toBeNull();
    expect(why('v 2 3')).toBeNull();
    expect(step(play([]), 'v 0 0')).toStrictEqual(dotsAndBoxes.apply(play([]), { kind: 'actions', actions: { 0: { dir: 'v', row: -0, col: -0 } } }));
  });

  it('GAME-07: a refused line costs no turn, and a second turn in a row is no error', () => {
    const match = Match.start({ game: dotsAndBoxes, matchId: 'm', seed: parseSeed(1), profile: 'textarena', options: two });
    const submit = (seat: number, text: string) => match.submit(seat, { text: `[${text}]` });
    for (const [seat, text] of [[0, 'h 0 0'], [1, 'h 1 0'], [0, 'v 0 0']] as const) assert.ok(submit(seat, text).ok);
    const before = match.hash();
    expect(submit(1, 'v 0 0')).toMatchObject({ ok: false, error: { kind: 'illegal-action', final: false } });
    expect([match.hash(), match.ply, match.pending()]).toEqual([before, 3, [1]]);
    assert.ok(submit(1, 'v 0 1').ok);
    expect(match.pending()).toEqual([1]);
    expect(submit(0, 'h 0 1')).toMatchObject({ ok: false, error: { kind: 'not-your-turn' } });
    assert.ok(submit(1, 'h 0 1').ok);
    expect(match.pending()).toEqual([0]);
  });
});

describe('endings', () => {
  it('more boxes win, equal numbers are a draw; returns follow the role', () => {
    const two = optionsOf({ rows: 1, cols: 2 });
    const won = play([...LEFT_BOX, 'h 0 1', 'h 1 1', 'v 0 2'], two);
    expect(won.boxes).toEqual(['O', 'O']);
    expect(dotsAndBoxes.returns(won)).toEqual([-1, 1]);
    expect(dotsAndBoxes.returns(play([...LEFT_BOX, 'h 0 1', 'h 1 1', 'v 0 2'], two, ['second', 'first']))).toEqual([1, -1]);
    const shared = play(['v 0 1', 'h 0 0', 'h 1 0', 'h 0 1', 'v 0 0', 'h 1 1', 'v 0 2'], two);
    expect(shared.boxes).toEqual(['X', 'O']);
    expect(dotsAndBoxes.returns(shared)).toEqual([0, 0]);
    expect(dotsAndBoxes.text(dotsAndBoxes.observe(shared, 0))).toContain('All lines are drawn: a draw.');
  });

  it('one box: who draws the last line has it', () => {
    expect(dotsAndBoxes.returns(play(['h 0 0', 'h 1 0', 'v 0 0', 'v 0 1'], optionsOf({ rows: 1, cols: 1 })))).toEqual([-1, 1]);
  });

  it('GAME-12: every match has as many plies as lines, and is 0 each where it is cut', () => {
    expect([optionsOf({ rows: 1, cols: 1 }), STANDARD, optionsOf({ rows: 5, cols: 5 })].map((options) => dotsAndBoxes.maxSteps(options))).toEqual([4, 24, 60]);
    const short = { ...dotsAndBoxes, maxSteps: () => 4 };
    const match = Match.start({ game: short, matchId: 'm', seed: parseSeed(1), options: optionsOf({ rows: 1, cols: 2 }) });
    for (const text of LEFT_BOX) match.submit(match.pending()[0] as number, { text: `[${text}]` });
    expect(match.end).toMatchObject({ reason: 'truncated', returns: [0, 0], ply: 4 });
  });

  it('GAME-08, GAME-09, GAME-17: random matches use every line, share out every box and sum to zero', () => {
    for (const [rows, cols, games] of [[1, 1, 500], [2, 2, 2_000], [3, 3, 2_000], [2, 5, 500], [8, 8, 50]] as const) {
      const rng = Rng.fromSeed(rows);
      for (let game = 0; game < games; game++) {
        let state = play([], optionsOf({ rows, cols }));
        let plies = 0;
        while (!dotsAndBoxes.isTerminal(state)) {
          const seat = dotsAndBoxes.seatsToAct(state)[0] as number;
          const actions = dotsAndBoxes.legalActions(state, seat) as readonly LineAction[];
          assert.equal(actions.length, dotsAndBoxes.maxSteps(state.options) - plies);
          state = dotsAndBoxes.apply(state, { kind: 'actions', actions: { [seat]: rng.pick(actions) } });
          plies++;
        }
        const [first, second] = ['X', 'O'].map((mark) => state.boxes.filter((box) => box === mark).length) as [number, number];
        assert.equal(first + second, rows * cols);
        const sign = Math.sign(first - second);
        assert.deepEqual(dotsAndBoxes.returns(state), sign === 0 ? [0, 0] : [sign, -sign]);
      }
    }
  });
});

describe('reading', () => {
  const read = (text: string) => {
    const result = readAction(dotsAndBoxes, dotsAndBoxes.observe(play([]), 0), text);
    return result.ok ? result.action : result.kind;
  };

  it('PARSE-03, PARSE-08, PARSE-11: a direction and two integers, with spaces or commas', () => {
    for (const text of ['[h 0 2]', '[H 0 2]', '[h, 0, 2]', '[h 0,2]', '[ h  0  2 ]', 'h 0 2', 'I draw [h 0 2], [note] that.']) expect(read(text), text).toEqual({ dir: 'h', row: 0, col: 2 });
    expect(read('[v 9 9]')).toEqual({ dir: 'v', row: 9, col: 9 }); // a token; the schema refuses it
    for (const text of ['[h 0]', '[0 2]', '[h02]', '[h 0 02]', '[x 0 2]', '[horizontal 0 2]', '[h 0 2 1]', '[h -1 0]', '[h,,0 2]', '[constructor]', '[]', '[ ]', '', '\n\n']) expect(read(text), text).toBe('no-action');
    expect(read('[h 0 2] or [v 0 2]')).toBe('ambiguous');
  });

  it('PARSE-07, PARSE-09, PARSE-10: what does not fit the schema is refused with a pointer', () => {
    const submit = (action: unknown) => Match.start({ game: dotsAndBoxes, matchId: 'm', seed: parseSeed(1) }).submit(0, { action });
    for (const [action, pointer] of [[{ dir: 'h', row: 4, col: 0 }, '/row'], [{ dir: 'h', row: 0, col: -1 }, '/col'], [{ dir: 'd', row: 0, col: 0 }, '/dir'], [{ dir: 'h', row: '0', col: 0 }, '/row'], [{ dir: 'h', row: 0 }, ''], [null, ''], [['h', 0, 0], ''], [{ dir: 'constructor', row: 0, col: 0 }, '/dir']] as const) {
      expect(submit(action), JSON.stringify(action)).toMatchObject({ ok: false, error: { kind: 'bad-shape', pointer } });
    }
    expect(submit({ dir: 'h', row: 0, col: 3 })).toMatchObject({ ok: false, error: { kind: 'illegal-action' } });
  });
});

describe('texts', () => {
  it('draw dots, lines and boxes', () => {
    const state = play(['h 0 0', 'h 1 0', 'v 0 0', 'v 0 1', 'h 2 1'], optionsOf({ rows: 2, cols: 2 }));
    expect(dotsAndBoxes.text(dotsAndBoxes.observe(state, 0))).toBe(
      ['You are first and mark your boxes X.', 'Grid:', '+---+   +', '| O |', '+---+   +', '', '+   +---+', 'Boxes: first (X) 0, second (O) 1.', 'Last line: h 2 1.', 'It is your turn.'].join('\n'),
    );
    expect(dotsAndBoxes.brief(dotsAndBoxes.observe(state, 0))).toBe('dots-and-boxes first 0 1 - . - . . - - - . . . .');
    expect(dotsAndBoxes.brief(dotsAndBoxes.observe(state, 1))).toBe('dots-and-boxes second 1 0 - . - . . - - - . . . .');
  });

  it('PARSE-06: the example in the rules is legal at the start', () => {
    for (const options of [STANDARD, optionsOf({ rows: 1, cols: 1 }), optionsOf({ rows: 8, cols: 8 })]) {
      expect(readAction(dotsAndBoxes, dotsAndBoxes.observe(play([], options), 0), dotsAndBoxes.rules('second', options))).toEqual({ ok: true, action: { dir: 'h', row: 0, col: 0 } });
    }
  });
});

it('GAME-18, GAME-19, GAME-20: states differ by the seat to move, survive storage, and reads leave them alone', () => {
  const state = play(['h 0 0', 'v 1 1']);
  const text = JSON.stringify(state);
  expect(text).not.toBe(JSON.stringify({ ...state, toMove: 'second' }));
  expect(text).not.toBe(JSON.stringify(play(['h 0 0', 'v 1 1'], STANDARD, ['second', 'first'])));
  expect(step(JSON.parse(text) as DotsAndBoxesState, 'h 3 2')).toEqual(step(state, 'h 3 2'));
  for (const seat of [0, 1]) expect(dotsAndBoxes.sampleState?.(dotsAndBoxes.observe(state, seat), seat, Rng.fromSeed(1))).toEqual(state);
  const reads = [1, 2, 3].map(() => JSON.stringify([dotsAndBoxes.observe(state, 0), dotsAndBoxes.text(dotsAndBoxes.observe(state, 1)), legal(state)]));
  expect(new Set(reads).size).toBe(1);
  expect(JSON.stringify(state)).toBe(text);
});

describe('an independent reference', () => {
  type Step = readonly [player: number, line: string, legal: number, lines: string, boxes: string];
  const fixture = JSON.parse(readFileSync(new URL('../fixtures/open-spiel.json', import.meta.url), 'utf8')) as {
    readonly games: readonly { readonly rows: number; readonly cols: number; readonly seed: number; readonly steps: readonly Step[]; readonly returns: readonly number[] }[];
  };

  for (const { rows, cols, seed, steps, returns } of fixture.games) {
    it(`replays OpenSpiel's game of seed ${seed} on ${rows} by ${cols} step by step`, () => {
      let state = play([], optionsOf({ rows, cols }));
      for (const [player, line, count, lines, boxes] of steps) {
        expect(dotsAndBoxes.seatsToAct(state)).toEqual([player]);
        expect(legal(state)).toHaveLength(count);
        state = step(state, line);
        expect(state.lines.join('')).toBe(lines);
        expect(state.boxes.map((box) => (box === '' ? '.' : box === 'X' ? '1' : '2')).join('')).toBe(boxes);
      }
      expect(dotsAndBoxes.isTerminal(state)).toBe(true);
      expect(dotsAndBoxes.returns(state)).toEqual(returns.map(Math.sign));
    });
  }
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['dots-and-boxes']);
});
