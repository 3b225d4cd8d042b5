/** What readers of Liar's Dice see and are told: own dice, counts, bids; never a die of another seat, also not after a call. */
import type { Reader } from '@spiral-arena/core/game';
import { Match, toldEvents } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { liarsDice, type Hand, type LiarsDiceObservation, type LiarsDiceState } from './index.js';
import { dealt, legalTexts, optionsOf, play, roll, SMALL, THREE } from './table.test.support.js';

/** Everything a reader can get hold of, as text. */
function seenBy(state: LiarsDiceState, reader: Reader): string {
  const seen = liarsDice.observe(state, reader);
  const legal = reader === 'spectator' ? [] : liarsDice.legalActions(state, reader);
  return JSON.stringify([seen, liarsDice.text(seen), liarsDice.brief(seen), liarsDice.informationKey?.(seen), legal]);
}

const FACES = [1, 2, 3, 4, 5, 6];
const HANDS_OF_THREE: readonly Hand[] = FACES.flatMap((a) => FACES.flatMap((b) => FACES.map((c) => [a, b, c].toSorted((x, y) => x - y))));

describe('secrecy', () => {
  it('SECRET-03 (b) (f) own dice 1 1 1 look the same against all 216 hands of the other, as does the table to spectators', () => {
    expect(HANDS_OF_THREE).toHaveLength(216);
    for (const line of [[], ['2x4'], ['2x4', '3x1']]) {
      for (const [own, other, seat] of [['first', 'second', 0], ['second', 'first', 1]] as const) {
        const seen = new Set<string>();
        const watched = new Set<string>();
        for (const hand of HANDS_OF_THREE) {
          const state = play(dealt(SMALL, { [own]: [1, 1, 1], [other]: hand }), ...line);
          seen.add(seenBy(state, seat));
          watched.add(seenBy(state, 'spectator'));
        }
        expect(seen.size).toBe(1);
        expect(watched.size).toBe(1);
      }
    }
  });

  it('after a call the count is known and nothing else: equal counts, equal bytes', () => {
    const ends = HANDS_OF_THREE.map((hand) => play(dealt(SMALL, { first: [1, 1, 1], second: hand }), '2x4', 'call'));
    for (const reader of [0, 1, 'spectator'] as const) {
      const byCount = new Map<number, Set<string>>();
      for (const end of ends) {
        const count = end.results[0]?.count as number;
        byCount.set(count, (byCount.get(count) ?? new Set()).add(seenBy(end, reader)));
      }
      expect([...byCount.keys()].toSorted()).toEqual([0, 1, 2, 3]);
      for (const views of byCount.values()) expect(views.size).toBe(1);
    }
  });

  it('the leak test against two opponents: their dice, and which of them has which, change nothing', () => {
    for (const seat of [0, 1, 2]) {
      const roles = ['first', 'second', 'third'] as const;
      const own = { [roles[seat] as string]: [1, 1, 1] };
      const [a, b] = roles.filter((_, other) => other !== seat) as [string, string];
      const seen = HANDS_OF_THREE.filter((_, index) => index % 5 === 0).flatMap((hand) => [{ [a]: hand, [b]: [2, 5, 6], ...own }, { [b]: hand, [a]: [2, 5, 6], ...own }]).map((hands) => seenBy(play(dealt(THREE, hands), '1x2', '2x2'), seat));
      expect(new Set(seen).size).toBe(1);
    }
  });

  it('SECRET-04 refused bids leave no trace with the other seat', () => {
    const run = (attempts: readonly string[]) => {
      const match = Match.start({ game: liarsDice, matchId: 'm', seed: parseSeed(4), options: SMALL, variant: 'small', profile: 'textarena' });
      for (const text of attempts) match.submit(0, { text });
      return JSON.stringify([match.turnId, match.observe(1), liarsDice.text(match.observe(1) as LiarsDiceObservation), match.legalActions(1), toldEvents(match, 1), toldEvents(match, 'spectator')]);
    };
    const plain = run(['[Bid: 2, 3]']);
    for (const refused of ['[Call]', '[Bid: 9, 3]', '[bid 2', 'I have three fours.']) expect(run([refused, '[Bid: 2, 3]']), refused).toBe(plain);
  });

  it('SECRET-07 what a seat is told of a running match holds no die of another', () => {
    const match = Match.start({ game: liarsDice, matchId: 'm', seed: parseSeed(4), options: SMALL, variant: 'small' }, [{ first: [1, 1, 1], second: [6, 6, 6] }, { first: [1, 1, 1], second: [6, 6] }]);
    for (const text of ['[Bid: 3, 1]', '[Call]']) match.submit(match.pending()[0] as number, { text });
    expect(toldEvents(match, 0).map(({ told }) => told)).toEqual([
      { round: 1, hand: [1, 1, 1] },
      { role: 'first', bid: { quantity: 3, face: 1 } },
      { role: 'second', call: { round: 1, bids: [{ role: 'first', quantity: 3, face: 1 }], caller: 'second', count: 3, loser: 'second' } },
      { round: 2, hand: [1, 1, 1] },
    ]);
    expect(toldEvents(match, 1).map(({ told }) => told)[3]).toEqual({ round: 2, hand: [6, 6] });
    expect(toldEvents(match, 'spectator').map(({ told }) => told)[0]).toEqual({ round: 1, hand: null });
  });

  it('SECRET-08 the same seed deals the same, another seed deals otherwise', () => {
    const hands = (seed: number) => JSON.stringify((Match.start({ game: liarsDice, matchId: 'm', seed: parseSeed(seed) }).state as LiarsDiceState).hands);
    expect(hands(7)).toBe(hands(7));
    expect(new Set([1, 2, 3, 4, 5].map(hands)).size).toBe(5);
  });
});

describe('sampled states', () => {
  it('look the same to their seat, and the dice of the others are uniform and independent', () => {
    const state = play(roll(play(dealt(THREE, { first: [1, 1, 2], second: [3, 3, 4], third: [5, 6, 6] }), '3x2', 'call'), { first: [2, 2], second: [3, 5, 6], third: [1, 4, 4] }), '2x2');
    const rng = Rng.fromSeed(6);
    const seen = liarsDice.observe(state, 1);
    const samples = 3000;
    const faces = new Map<string, number>();
    for (let sample = 0; sample < samples; sample++) {
      const sampled = liarsDice.sampleState?.(seen, 1, rng) as LiarsDiceState;
      if (sample < 20) {
        expect(liarsDice.observe(sampled, 1)).toEqual(seen);
        expect({ ...sampled, hands: null }).toEqual({ ...state, hands: null });
      }
      const key = `${sampled.hands?.['first']?.join('')}`;
      faces.set(key, (faces.get(key) ?? 0) + 1);
    }
    expect(faces.size).toBe(21);
    for (const [pair, count] of faces) expect(Math.abs(count / samples - (pair[0] === pair[1] ? 1 : 2) / 36), pair).toBeLessThan(0.015);
  });

  it('also between rounds and for a seat that is out', () => {
    const out = play(dealt(optionsOf('three', { dice: 1 }), { first: [2], second: [4], third: [6] }), '1x1', 'call');
    for (const state of [out, roll(out, { second: [4], third: [6] })]) {
      for (const seat of [0, 1, 2]) {
        const sampled = liarsDice.sampleState?.(liarsDice.observe(state, seat), seat, Rng.fromSeed(1)) as LiarsDiceState;
        expect(liarsDice.observe(sampled, seat)).toEqual(liarsDice.observe(state, seat));
        expect(liarsDice.seatsToAct(sampled)).toEqual(liarsDice.seatsToAct(state));
        if (liarsDice.seatsToAct(state).length > 0) expect(legalTexts(sampled)).toEqual(legalTexts(state));
      }
    }
  });
});
