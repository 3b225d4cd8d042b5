/** What readers of Leduc Hold'em see and are told: own card, public card, moves; both cards at a showdown only. */
import type { Reader } from '@spiral-arena/core/game';
import { Match, toldEvents } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { CARDS, leduc, type LeducObservation, type LeducState } from './index.js';
import { optionsOf, play, SINGLE } from './hands.test.support.js';

/** Everything a reader can get hold of, as text. */
function seenBy(state: LeducState, reader: Reader): string {
  const seen = leduc.observe(state, reader);
  const legal = reader === 'spectator' ? [] : leduc.legalActions(state, reader);
  return JSON.stringify([seen, leduc.text(seen), leduc.brief(seen), leduc.informationKey?.(seen), legal]);
}

const LINES = ['', 'check', 'bet raise', 'check bet fold', 'bet call Qs', 'check check Qs bet raise', 'bet call Qs bet fold', 'bet raise fold'];

describe('secrecy', () => {
  it.each(LINES)('SECRET-03 the other card changes nothing before a showdown, nor after a fold: "%s"', (line) => {
    for (const options of [SINGLE, optionsOf({ hands: 2 })]) {
      const others = CARDS.filter((card) => card !== 'Qh' && card !== 'Qs');
      expect(new Set(others.map((card) => seenBy(play(options, [`Qh ${card} ${line}`.trim()]), 0))).size).toBe(1);
      expect(new Set(others.map((card) => seenBy(play(options, [`${card} Qh ${line}`.trim()]), 1))).size).toBe(1);
      const deals = others.flatMap((first) => others.filter((second) => second !== first).map((second) => `${first} ${second} ${line}`.trim()));
      expect(new Set(deals.map((deal) => seenBy(play(options, [deal]), 'spectator'))).size).toBe(1);
    }
  });

  it('a showdown shows both cards to everybody', () => {
    for (const reader of [0, 1, 'spectator'] as const) expect(leduc.observe(play(SINGLE, ['Kh Js check check Qs check check']), reader).results[0]?.cards).toEqual({ first: 'Kh', second: 'Js' });
  });

  it('readers are told their own card, the moves, the public card when it is turned', () => {
    const match = Match.start({ game: leduc, matchId: 'm', seed: parseSeed(1), options: SINGLE }, [{ first: 'Kh', second: 'Js' }, 'Qs']);
    const told = (reader: Reader) => toldEvents(match, reader).map((event) => event.told);
    for (const [seat, word] of [[0, 'bet'], [1, 'call']] as const) match.submit(seat, { action: { move: word } });
    expect(told(0)).toEqual([{ hand: 1, card: 'Kh' }, { role: 'first', move: 'bet' }, { role: 'second', move: 'call' }, { hand: 1, public: 'Qs' }]);
    expect(told(1)[0]).toEqual({ hand: 1, card: 'Js' });
    expect(told('spectator')[0]).toEqual({ hand: 1 });
    for (const [seat, word] of [[0, 'bet'], [1, 'fold']] as const) match.submit(seat, { action: { move: word } });
    expect(told(1).at(-1)).toEqual({ role: 'second', move: 'fold', result: { hand: 1, lines: ['bet call', 'bet fold'], public: 'Qs', winner: 'first', won: 3, cards: null } });
  });

  it('SECRET-04 a refused attempt leaves no trace with the other seat', () => {
    const run = (attempts: readonly string[]) => {
      const match = Match.start({ game: leduc, matchId: 'm', seed: parseSeed(2), options: SINGLE, profile: 'textarena' });
      for (const text of attempts) match.submit(0, { text });
      return JSON.stringify([match.turnId, match.observe(1), leduc.text(match.observe(1) as LeducObservation), toldEvents(match, 1), toldEvents(match, 'spectator')]);
    };
    for (const refused of ['[fold]', '[raise]', 'I hold the king']) expect(run([refused, '[bet]'])).toBe(run(['[bet]']));
  });
});

describe('sampled states', () => {
  it.each([['Qh Ks bet', 1], ['Qh Ks bet call Js', 0], ['Ks Qh bet call Js check', 1]] as const)('%s: look the same to seat %i, with every unseen card equally often', (hand, seat) => {
    const state = play(optionsOf({ hands: 2 }), ['Kh Js bet call Qs bet fold', hand]);
    const seen = leduc.observe(state, seat);
    const rng = Rng.fromSeed(3);
    const counts = new Map<string, number>();
    for (let sample = 0; sample < 1500; sample++) {
      const sampled = leduc.sampleState?.(seen, seat, rng) as LeducState;
      if (sample < 20) {
        expect(leduc.observe(sampled, seat)).toEqual(seen);
        expect({ ...sampled, deal: null }).toEqual({ ...state, deal: null });
      }
      const other = sampled.deal?.[seen.role === 'first' ? 'second' : 'first'] as string;
      counts.set(other, (counts.get(other) ?? 0) + 1);
    }
    const unseen = CARDS.filter((card) => card !== seen.card && card !== seen.public);
    expect([...counts.keys()].toSorted()).toEqual(unseen.toSorted());
    for (const count of counts.values()) expect(Math.abs(count / 1500 - 1 / unseen.length)).toBeLessThan(0.05);
  });

  it('also before a deal and at the end', () => {
    for (const state of [leduc.initialState(SINGLE, ['second', 'first']), play(SINGLE, ['Kh Js bet fold'])]) {
      for (const seat of [0, 1]) expect(leduc.observe(leduc.sampleState?.(leduc.observe(state, seat), seat, Rng.fromSeed(1)) as LeducState, seat)).toEqual(leduc.observe(state, seat));
    }
  });
});
