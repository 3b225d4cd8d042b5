/** Liar's Dice with more than two seats: turns, going out, dropping out, returns, all seatings. */
import type { Role } from '@spiral-arena/core/game';
import { Match, readRecord, recordOf, replay, toldEvents, writeRecord } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import { liarsDice, ROLES, type LiarsDiceState } from './index.js';
import { dealt, optionsOf, play, roll, seatToAct, THREE } from './table.test.support.js';

const { properties } = liarsDice.optionsSchema as { properties: { [name: string]: object } };
const four = { ...liarsDice, optionsSchema: { ...liarsDice.optionsSchema, properties: { ...properties, players: { type: 'integer', default: 4 }, dice: { type: 'integer', default: 1 } } }, variants: { five: { players: 5, dice: 2, onesWild: true } } };
describe('conformance with four and five seats', () => {
  for (const { name, run } of gameConformance(four, { matches: 4 })) it(name, run);
});

const ONE_EACH = optionsOf('three', { dice: 1 });
const HANDS = { first: [2], second: [4], third: [6] };

describe('three seats', () => {
  it('bid in the order of roles, whatever their seats', () => {
    const seats: readonly Role[] = ['third', 'first', 'second'];
    let state = dealt(ONE_EACH, HANDS, seats);
    for (const [bid, seat] of [['1x1', 1], ['1x2', 2], ['1x3', 0], ['1x4', 1]] as const) {
      expect(seatToAct(state)).toBe(seat);
      state = play(state, bid);
    }
    expect(liarsDice.observe(state, 0).role).toBe('third');
  });

  it('skip who is out; the loser opens, or if out the next living seat', () => {
    const second = play(dealt(ONE_EACH, HANDS), '1x1', 'call'); // no ones: first is out
    expect(second).toMatchObject({ out: ['first'], turn: 'second', round: 2, dice: { first: 0, second: 1, third: 1 } });
    const state = roll(second, { second: [4], third: [6] });
    expect(play(state, '1x4').turn).toBe('third');
    expect(play(state, '1x4', '1x5').turn).toBe('second');
    expect(liarsDice.legalActions(state, 0)).toEqual([]);
    const end = play(state, '1x4', 'call');
    expect(liarsDice.returns(end)).toEqual([-1, 1, 0]);
    expect(end.out).toEqual(['first', 'third']);
  });

  it('pay by the order of going out: -1, 0, +1', () => {
    for (const seats of permutations(['first', 'second', 'third'])) {
      const end = play(roll(play(dealt(ONE_EACH, HANDS, seats), '1x1', 'call'), { second: [4], third: [6] }), '1x4', 'call');
      expect(liarsDice.returns(end)).toEqual(seats.map((role) => ({ first: -1, second: 1, third: 0 })[role]));
    }
  });

  it('an eliminated seat sees public events only', () => {
    const out = play(dealt(ONE_EACH, HANDS), '1x1', 'call');
    const pairs = [{ second: [4], third: [6] }, { second: [5], third: [1] }].map((hands) => play(roll(out, hands), '1x4'));
    const [a, b] = pairs.map((state) => JSON.stringify([liarsDice.observe(state, 0), liarsDice.text(liarsDice.observe(state, 0))]));
    expect(a).toBe(b);
    expect(liarsDice.observe(pairs[0] as LiarsDiceState, 0).hand).toBeNull();
    expect(liarsDice.text(liarsDice.observe(pairs[0] as LiarsDiceState, 0))).toMatch(/^You are first\. You are out\./);
    expect(liarsDice.told(out, { kind: 'chance', outcome: { second: [4], third: [6] } }, 0)).toEqual({ round: 2, hand: null });
  });
});

describe('a seat that fails', () => {
  const start = (): Match => Match.start({ game: liarsDice, matchId: 'm', seed: parseSeed(3), options: THREE, variant: 'three' });

  it('GAME-17 times out: it is out next, the others play on with a new round, and the returns sum to 0', () => {
    const match = start();
    match.submit(0, { text: '[Bid: 1, 3]' });
    match.fail([1], 'timeout');
    expect(match.end).toBeNull();
    expect(match.state).toMatchObject({ out: ['second'], dice: { first: 3, second: 0, third: 3 }, round: 2, bids: [], turn: 'third' });
    expect((match.state as LiarsDiceState).results).toEqual([{ round: 1, bids: [{ role: 'first', quantity: 1, face: 3 }], caller: null, count: null, loser: 'second' }]);
    expect(match.pending()).toEqual([2]);
    playOut(match);
    expect(match.end?.reason).toBe('completed');
    const returns = match.end?.returns as readonly number[];
    expect(returns[1]).toBe(-1);
    expect(returns.reduce((sum, value) => sum + value, 0)).toBe(0);
    expect(replay(readRecord(writeRecord(recordOf(match))), liarsDice).hash()).toBe(match.hash());
  });

  it('plays illegally, resigns or goes: the same, also when it was not its turn', () => {
    for (const fail of [(match: Match) => match.submit(0, { text: '[Call]' }), (match: Match) => match.fail([0], 'resigned'), (match: Match) => match.fail([2], 'disconnected')]) {
      const match = start();
      fail(match);
      expect(match.end).toBeNull();
      expect((match.state as LiarsDiceState).out).toHaveLength(1);
      expect(match.pending()).toHaveLength(1);
      playOut(match);
      expect(match.end?.returns?.toSorted()).toEqual([-1, 0, 1].toSorted());
    }
  });

  it('fails after it went out: nothing changes', () => {
    const out = play(dealt(ONE_EACH, HANDS), '1x1', 'call');
    const state = roll(out, { second: [4], third: [6] });
    expect(liarsDice.forfeit?.(state, 0)).toBe(state);
  });

  it('one after the other: the last one in wins', () => {
    const match = start();
    match.fail([0], 'timeout');
    match.fail([2], 'disconnected');
    expect(match.end?.returns).toEqual([-1, 1, 0]);
  });

  it('of two seats loses the match', () => {
    for (const seat of [0, 1]) {
      const match = Match.start({ game: liarsDice, matchId: 'm', seed: parseSeed(3) });
      match.fail([seat], 'resigned');
      expect(match.end?.returns).toEqual(seat === 0 ? [-1, 1] : [1, -1]);
    }
  });

  it('is told to everybody without its dice', () => {
    const match = start();
    match.fail([0], 'timeout');
    const told = toldEvents(match, 1).map((event) => event.told);
    expect(told.at(-2)).toEqual({ forfeited: { seat: 0, role: 'first', reason: 'timeout' } });
    expect(told.at(-1)).toMatchObject({ round: 2 });
  });
});

it('plays all six seatings alike: the same seed deals the same dice to a role', () => {
  const deals = permutations(['first', 'second', 'third']).map((roles) => JSON.stringify((Match.start({ game: liarsDice, matchId: 'm', seed: parseSeed(9), options: THREE, variant: 'three', roles }).state as LiarsDiceState).hands));
  expect(deals).toHaveLength(6);
  expect(new Set(deals).size).toBe(1);
});

it('returns are linear in the order of going out', () => {
  for (const players of [2, 3, 4, 5]) {
    const roles = ROLES.slice(0, players);
    const state: LiarsDiceState = { ...liarsDice.initialState(optionsOf('duel', { players }), roles), out: roles.slice(0, -1), turn: roles.at(-1) as Role };
    expect(liarsDice.returns(state)).toEqual(roles.map((_, index) => (2 * index - (players - 1)) / (players - 1)));
  }
});

function playOut(match: Match): void {
  const rng = Rng.fromSeed(1);
  while (!match.end) {
    const seat = match.pending()[0] as number;
    match.submit(seat, { action: rng.pick(match.legalActions(seat) ?? []) });
  }
}

function permutations(roles: readonly Role[]): (readonly Role[])[] {
  if (roles.length < 2) return [roles];
  return roles.flatMap((role) => permutations(roles.filter((other) => other !== role)).map((rest) => [role, ...rest]));
}
