/** Snake: set-up and apples, endings, texts, and that a move stays secret until both are in. */
import { readAction } from '@spiral-arena/core/game';
import { Match, recordForOwner, recordOf, replay, toldEvents } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { snake, type SnakeOptions, type SnakeState, type Spawn } from './index.js';
import { OPTIONS, optionsOf, position, tick } from './positions.test.support.js';

const READERS = [0, 1, 'spectator'] as const;
const SEED = parseSeed(3);

describe('conformance', () => {
  const { standard, large } = snake.variants;
  const more = { ...snake, variants: { standard, random: { spawn: 'random', apples: 3 }, 'odd apples': { apples: 3, maxTicks: 8, scoreBreaksTies: true } } } as typeof snake;
  for (const { name, run } of gameConformance(more, { matches: 40 })) it(name, run);
  for (const { name, run } of gameConformance({ ...snake, variants: { large } } as typeof snake, { matches: 3 })) it(`large: ${name}`, run);

  it('plays its golden match', async () => {
    await expect(playthrough(snake, { seed: 2 })).toMatchFileSnapshot('./snake.playthrough.txt');
  });
});

describe('endings', () => {
  it('at the limit of ticks the higher score wins, equal scores are 0 for both', () => {
    const last = (scores: readonly [number, number]) => tick(position([[1, 1]], [[3, 3]], [], { scores, tick: 19 }), 'ud');
    expect(snake.isTerminal(last([2, 1]))).toBe(true);
    expect([[2, 1], [1, 2], [2, 2]].map((scores) => snake.returns(last(scores as [number, number])))).toEqual([[1, -1], [-1, 1], [0, 0]]);
    expect(snake.isTerminal(tick(position([[1, 1]], [[3, 3]], [], { tick: 18 }), 'ud'))).toBe(false);
    expect(snake.maxSteps(OPTIONS)).toBe(20);
  });

  it('GAME-12: an apple, or a death, in the last tick still counts, and no apple is placed after it', () => {
    const eaten = tick(position([[1, 1]], [[3, 3]], [[1, 2]], { tick: 19 }), 'ud');
    expect([snake.returns(eaten), snake.isChance?.(eaten)]).toEqual([[1, -1], false]);
    const dead = tick(position([[1, 1]], [[4, 4]], [[1, 2]], { scores: [0, 5], tick: 19 }), 'uu');
    expect(snake.returns(dead)).toEqual([1, -1]);
  });

  it('when both die it is a draw, or with scoreBreaksTies the higher score wins', () => {
    const clash = (options: SnakeOptions) => snake.returns(tick(position([[1, 2]], [[3, 2]], [], { options, scores: [2, 1] }), 'rl'));
    expect([clash(OPTIONS), clash(optionsOf({ scoreBreaksTies: true }))]).toEqual([[0, 0], [1, -1]]);
    const even = tick(position([[1, 2]], [[3, 2]], [], { options: optionsOf({ scoreBreaksTies: true }) }), 'rl');
    expect(snake.returns(even)).toEqual([0, 0]);
    const one = tick(position([[0, 2]], [[3, 2]], [], { options: optionsOf({ scoreBreaksTies: true }), scores: [5, 0] }), 'lr');
    expect(snake.returns(one)).toEqual([-1, 1]);
  });

  it('an invalid answer of one seat while the other moved legally is a forfeit without a tick', () => {
    const match = Match.start({ game: snake, matchId: 'm', seed: SEED });
    const before = JSON.stringify(match.state);
    match.submit(0, { text: '[up]' });
    match.submit(1, { text: 'north' });
    expect(match.end).toMatchObject({ reason: 'illegal', offenders: [1], returns: [1, -1], ply: 0 });
    expect(JSON.stringify(match.state)).toBe(before);
  });
});

describe('set-up', () => {
  function startOf(options: SnakeOptions): SnakeState {
    return snake.initialState(options, ['player', 'player']) as SnakeState;
  }

  const place = (state: SnakeState, outcome: Spawn): SnakeState => snake.apply(state, { kind: 'chance', outcome }) as SnakeState;

  it('symmetric: starts on inner cells at distance 2 or more from their image, apples in half-turn pairs', () => {
    const start = startOf(OPTIONS);
    const starts = snake.chanceOutcomes?.(start) ?? [];
    expect(starts.map(({ outcome }) => (outcome as { heads: number[] }).heads)).toEqual([[6, 18], [7, 17], [8, 16], [11, 13], [13, 11], [16, 8], [17, 7], [18, 6]]);
    const placed = place(start, { heads: [11, 13] });
    const pairs = (snake.chanceOutcomes?.(placed) ?? []).map(({ outcome }) => (outcome as { apples: number[] }).apples);
    expect(pairs).toHaveLength(11);
    for (const [a = 0, b = 0] of pairs) expect([a + b, a === b, [11, 13].includes(a)]).toEqual([24, false, false]);
    const ready = place(placed, { apples: [0, 24] });
    expect([snake.isChance?.(ready), ready.apples]).toEqual([false, [0, 24]]);
  });

  it('an odd apple lies on the centre, or anywhere free where there is none', () => {
    const odd = place(place(startOf(optionsOf({ apples: 3 })), { heads: [11, 13] }), { apples: [0, 24] });
    expect(snake.chanceOutcomes?.(odd)).toEqual([{ outcome: { apples: [12] }, probability: 1 }]);
    const even = place(startOf(optionsOf({ width: 4, height: 4, apples: 1 })), { heads: [5, 10] });
    expect(snake.chanceOutcomes?.(even)).toHaveLength(14);
    const starts = snake.chanceOutcomes?.(startOf(optionsOf({ width: 4, height: 4 }))) ?? [];
    expect(starts.map(({ outcome }) => (outcome as { heads: number[] }).heads[0])).toEqual([5, 6, 9, 10]);
    expect((snake.chanceOutcomes?.(startOf(optionsOf({ width: 4, height: 5 }))) ?? []).map(({ outcome }) => (outcome as { heads: number[] }).heads[0])).toEqual([5, 6, 13, 14]); // not the two next to each other
  });

  it('random: distinct cells, one draw each', () => {
    const options = optionsOf({ spawn: 'random' });
    const first = startOf(options);
    expect(snake.chanceOutcomes?.(first)).toHaveLength(25);
    const second = place(first, { heads: [4] });
    expect(snake.chanceOutcomes?.(second)?.map(({ outcome }) => (outcome as { heads: number[] }).heads[0])).not.toContain(4);
    const ready = place(place(place(second, { heads: [0] }), { apples: [7] }), { apples: [8] });
    expect([ready.bodies, ready.apples, snake.isChance?.(ready)]).toEqual([[[4], [0]], [7, 8], false]);
  });

  it('no apple is placed where no cell is free', () => {
    const options = optionsOf({ width: 4, height: 4, apples: 1 });
    const path = [0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13];
    const full: SnakeState = { options, bodies: [path, [12]], apples: [], scores: [14, 0], tick: 5 };
    expect([snake.isChance?.(full), snake.seatsToAct(full)]).toEqual([false, [0, 1]]);
  });

  it('more apples than cells are refused', () => {
    expect(() => optionsOf({ width: 4, height: 4, apples: 15 })).toThrow(/15 apples/);
    for (const options of [{ width: 4, height: 4, apples: 14 }, { width: 5, height: 5, apples: 23 }, { width: 4, height: 5, apples: 17 }]) {
      const match = Match.start({ game: snake, matchId: 'm', seed: SEED, options: optionsOf(options) });
      expect((match.state as SnakeState).apples).toHaveLength(options.apples);
    }
  });

  it('SECRET-08 (f): the same seed sets up the same board, another seed another', () => {
    const starts = [1, 2, 3].map((seed) => JSON.stringify(Match.start({ game: snake, matchId: 'm', seed: parseSeed(seed) }).state));
    expect(starts).toEqual([1, 2, 3].map((seed) => JSON.stringify(Match.start({ game: snake, matchId: 'other', seed: parseSeed(seed) }).state)));
    expect(new Set(starts).size).toBe(3);
  });
});

describe('secrecy', () => {
  it('SECRET-03 e: before both moves are in, nobody else learns whether or what the other has chosen', () => {
    for (const seat of [0, 1]) {
      const known = [null, 'up', 'left'].map((direction) => {
        const match = Match.start({ game: snake, matchId: 'm', seed: SEED });
        if (direction !== null) match.submit(seat, { action: { direction } });
        const others = READERS.filter((reader) => reader !== seat);
        return JSON.stringify([match.turnId, match.ply, match.retriesLeft(1 - seat), match.legalActions(1 - seat), others.map((reader) => [match.observe(reader), toldEvents(match, reader)]), recordForOwner(recordOf(match), (owner) => owner !== seat)]);
      });
      expect(new Set(known).size).toBe(1);
    }
  });

  it('each seat sees its own snake first; the record replays', () => {
    const state = position([[1, 1], [1, 0]], [[3, 3]]);
    expect(snake.observe(state, 0)).toMatchObject({ own: { body: [6, 1], score: 1, length: 2 }, other: { body: [18], score: 0 } });
    expect(snake.observe(state, 1)).toMatchObject({ own: { body: [18] }, other: { body: [6, 1] } });
    expect(snake.observe(state, 'spectator')).toMatchObject({ role: 'spectator', own: { body: [6, 1] } });
    const match = Match.start({ game: snake, matchId: 'm', seed: SEED });
    const rng = Rng.fromSeed(1);
    while (!match.end) for (const seat of match.pending()) match.submit(seat, { action: rng.pick(match.legalActions(seat) ?? []) });
    expect(replay(recordOf(match), snake).hash()).toBe(match.hash());
  });
});

describe('texts', () => {
  const seen = snake.observe(position([[1, 1], [1, 0], [0, 0]], [[3, 3], [4, 3]], [[2, 2]]), 0);
  const read = (text: string) => readAction(snake, seen, text);

  it('reads one direction, also as w, a, s, d', () => {
    for (const text of ['[up]', '[UP]', 'w', '[ W ]', 'I go [up].']) expect(read(text), text).toEqual({ ok: true, action: { direction: 'up' } });
    expect(['s', 'a', 'd'].map(read)).toEqual(['down', 'left', 'right'].map((direction) => ({ ok: true, action: { direction } })));
    expect(read('[up or down]')).toMatchObject({ ok: false, kind: 'malformed' });
    for (const text of ['[north]', '[u]', '[constructor]', '[]', '']) expect(read(text), text).toMatchObject({ ok: false, kind: 'no-action' });
  });

  it('PARSE-11 (c) two directions are ambiguous', () => {
    for (const text of ['[right] then [up]', '[d] [w]']) expect(read(text), text).toMatchObject({ ok: false, kind: 'ambiguous' });
    expect(read('[right] [d]')).toEqual({ ok: true, action: { direction: 'right' } });
  });

  it('draw the board with y upwards', () => {
    expect(snake.text(seen).split('\n')).toEqual([
      'You are a player.', 'Tick 3 of 20 is over.', 'you: alive, score 2, length 3, head to tail (1,1) (1,0) (0,0)', 'opponent: alive, score 1, length 2, head to tail (3,3) (4,3)', 'apples: (2,2)',
      'Board, top row first; you: H head, o body, t tail; opponent: E head, x body, y tail; * apple:',
      '. . . . .', '. . . E y', '. . * . .', '. H . . .', 't o . . .', 'Choose a direction: [up], [down], [left] or [right].',
    ]);
    expect(snake.brief(seen)).toBe('snake player 17 2 1 . . . . . . . . foe itstail . . apple . . . me . . . mytail my . . .');
    expect(snake.text(snake.observe(tick(position([[0, 0]], [[3, 3]]), 'lu'), 1))).toContain('The match is over: you won.');
    expect(snake.text(snake.observe(tick(position([[1, 2]], [[3, 2]]), 'rl'), 'spectator'))).toContain('The match is over: a draw.');
  });

  it('GAME-18: the snakes of the seats exchanged, another tick, another way to wind are other states', () => {
    const states = [position([[1, 1]], [[3, 3]]), position([[3, 3]], [[1, 1]]), position([[1, 1]], [[3, 3]], [], { tick: 4 })];
    expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(3);
  });
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['snake']);
});
