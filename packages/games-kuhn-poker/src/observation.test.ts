/** What readers of Kuhn poker see and are told: nothing of the other card before a showdown, and texts that say what there is. */
import assert from 'node:assert/strict';
import { readAction, type Reader } from '@spiral-arena/core/game';
import { Match, toldEvents } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { kuhnPoker, type KuhnState } from './index.js';
import { KQ, optionsOf, play, QK, SINGLE } from './scripted-hands.test.support.js';

const READERS: readonly Reader[] = [0, 1, 'spectator'];

/** Everything a reader can get hold of, as text. */
function seenBy(state: KuhnState, reader: Reader): string {
  const seen = kuhnPoker.observe(state, reader);
  const legal = reader === 'spectator' ? [] : kuhnPoker.legalActions(state, reader);
  return JSON.stringify([seen, kuhnPoker.text(seen), kuhnPoker.brief(seen), kuhnPoker.informationKey?.(seen), legal]);
}

/** What a reader is told over one hand of K against Q. */
function toldOver(line: string, reader: Reader) {
  const match = Match.start({ game: kuhnPoker, matchId: 'm', seed: parseSeed(1), options: SINGLE, variant: 'single' }, [KQ]);
  for (const played of line.split(' ')) assert.ok(match.submit(match.pending()[0] as number, { action: { move: played } }).ok);
  return toldEvents(match, reader).map((event) => event.told);
}

describe('secrecy', () => {
  it('the other card changes nothing before a showdown, and a folded card never comes out', () => {
    for (const line of ['', 'check', 'bet', 'check bet', 'bet fold', 'check bet fold']) {
      for (const options of [SINGLE, optionsOf('default', { hands: 2 }), optionsOf('reference')]) {
        const [withJ, withK] = ['J', 'K'].map((second) => play(options, [[{ first: 'Q', second }, line]])) as [KuhnState, KuhnState];
        expect(seenBy(withJ, 0), line).toBe(seenBy(withK, 0));
        expect(seenBy(withJ, 'spectator'), line).toBe(seenBy(withK, 'spectator'));
        const [a, b] = ['J', 'K'].map((first) => play(options, [[{ first, second: 'Q' }, line]])) as [KuhnState, KuhnState];
        expect(seenBy(a, 1), line).toBe(seenBy(b, 1));
      }
    }
    const folded = play(SINGLE, [[KQ, 'bet fold']]);
    for (const reader of READERS) expect(seenBy(folded, reader)).not.toMatch(/"[KQ]"|had [KQ]/);
  });

  it('readers are told their own card, the moves, and both cards at a showdown only', () => {
    expect(toldOver('bet fold', 0)).toEqual([
      { hand: 1, card: 'K' },
      { role: 'first', move: 'bet' },
      { role: 'second', move: 'fold', result: { hand: 1, line: 'bet fold', winner: 'first', won: 1, cards: null } },
    ]);
    expect(toldOver('bet fold', 1)[0]).toEqual({ hand: 1, card: 'Q' });
    expect(toldOver('bet fold', 'spectator')[0]).toEqual({ hand: 1 });
    const shown = { hand: 1, line: 'check check', winner: 'first', won: 1, cards: KQ };
    for (const reader of READERS) expect(toldOver('check check', reader)[2]).toEqual({ role: 'second', move: 'check', result: shown });
  });

  it('a sampled state looks the same to its seat and covers every other card', () => {
    const state = play(optionsOf('five-card'), [[{ first: 'A', second: 'T' }, 'check bet call'], [{ first: 'J', second: 'Q' }, 'bet']]);
    const rng = Rng.fromSeed(8);
    for (const seat of [0, 1]) {
      const seen = kuhnPoker.observe(state, seat);
      const others = new Set<string>();
      for (let sample = 0; sample < 60; sample++) {
        const sampled = kuhnPoker.sampleState?.(seen, seat, rng) as KuhnState;
        expect(kuhnPoker.observe(sampled, seat)).toEqual(seen);
        others.add(sampled.deal?.[seat === 0 ? 'second' : 'first'] as string);
      }
      expect(others.size).toBe(4);
    }
    for (const options of [SINGLE, optionsOf('reference')]) {
      const between = play(options, [[KQ, 'bet fold']], ['second', 'first']);
      const sampled = kuhnPoker.sampleState?.(kuhnPoker.observe(between, 0), 0, rng) as KuhnState;
      expect(sampled).toEqual(between);
    }
  });
});

describe('texts', () => {
  it('the brief has a fixed length and speaks from the declared words', () => {
    expect(kuhnPoker.brief(kuhnPoker.observe(play(SINGLE, [[QK, '']]), 0))).toBe('kuhn-poker first Q . .');
    expect(kuhnPoker.brief(kuhnPoker.observe(play(SINGLE, [[QK, 'check']]), 1))).toBe('kuhn-poker second K check .');
    expect(kuhnPoker.brief(kuhnPoker.observe(play(SINGLE, [[QK, 'check bet']]), 0))).toBe('kuhn-poker first Q check bet');
    const second = play(optionsOf('default'), [[KQ, 'bet call'], [QK, 'bet']]);
    expect(kuhnPoker.brief(kuhnPoker.observe(second, 0))).toBe('kuhn-poker first Q bet . 2 2');
    expect(kuhnPoker.brief(kuhnPoker.observe(second, 1))).toBe('kuhn-poker second K bet . 2 -2');
    expect(kuhnPoker.brief(kuhnPoker.observe(play(optionsOf('reference'), [[KQ, 'bet call'], [QK, '']]), 0))).toBe('kuhn-poker first Q . . 2');
    expect(kuhnPoker.briefWords(SINGLE)).toEqual(['kuhn-poker', 'first', 'second', 'spectator', '.', 'J', 'Q', 'K', 'check', 'bet', 'call', 'fold']);
  });

  it('the text says card, chips, pot, betting and earlier results', () => {
    const state = play(optionsOf('default'), [[KQ, 'check bet call'], [KQ, 'bet']]);
    expect(kuhnPoker.text(kuhnPoker.observe(state, 0))).toBe(
      [
        'Your role: first.',
        'Chips won so far: first +2, second -2.',
        'Finished hands:',
        '  hand 1: check, bet, call; first wins 2 chips; first had K, second Q',
        'Hand 2 of 6, opened by second. Pot: 3 chips.',
        'Your card: K.',
        'Betting in this hand: bet.',
        'It is your turn: fold or call.',
      ].join('\n'),
    );
    expect(kuhnPoker.text(kuhnPoker.observe(state, 'spectator'))).not.toContain('card');
  });

  it('the rules name the real options; their one example is legal for the opener', () => {
    const options = optionsOf('default', { cards: 5, ante: 2, bet: 3, hands: 4 });
    const rules = kuhnPoker.rules('second', options);
    for (const part of ['4 hands', 'T J Q K A', '"second"', 'antes 2 chips', 'puts 3 chips']) expect(rules).toContain(part);
    for (const word of ['check', 'bet', 'call', 'fold']) expect(rules).toContain(word);
    expect(readAction(kuhnPoker, kuhnPoker.observe(play(options, [[KQ, '']]), 0), rules)).toEqual({ ok: true, action: { move: 'check' } });
  });
});
