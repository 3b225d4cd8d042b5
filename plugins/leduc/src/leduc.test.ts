/** Leduc Hold'em: betting, showdowns, every ending, several hands, stored states. What readers see: `secrecy.test.ts`; strategies: `policy.test.ts`. */
import { readFileSync } from 'node:fs';
import { readAction } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { CARDS, leduc, LINES, publicCards, rankOf, showdown, type LeducMove, type LeducState } from './index.js';
import { chance, move, optionsOf, play, seatToAct, SINGLE } from './hands.test.support.js';

describe('conformance', () => {
  for (const { name, run } of gameConformance(leduc, { matches: 100 })) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(leduc, { variant: 'six-hands' })).toMatchFileSnapshot('./leduc.playthrough.txt');
  });
});

const moves = (state: LeducState): string[] => (leduc.legalActions(state, seatToAct(state)) ?? []).map((action) => action.move);

describe('one hand', () => {
  it('legal moves follow the betting, with at most two bets in a round', () => {
    for (const [line, seat, legal] of [
      ['', 0, 'check bet'], ['check', 1, 'check bet'], ['bet', 1, 'fold call raise'], ['check bet', 0, 'fold call raise'], ['bet raise', 0, 'fold call'], ['check bet raise', 1, 'fold call'],
      ['bet call Qs', 0, 'check bet'], ['check check Qs check bet', 0, 'fold call raise'], ['bet raise call Qs bet raise', 0, 'fold call'],
    ] as const) {
      const state = play(SINGLE, [`Kh Js ${line}`.trim()]);
      expect(seatToAct(state), line).toBe(seat);
      expect(moves(state).join(' '), line).toBe(legal);
      for (const word of ['check', 'bet', 'call', 'raise', 'fold'] as const) expect(leduc.refusal(state, seat, { move: word }) === null, `${line} ${word}`).toBe(legal.split(' ').includes(word));
      expect(leduc.legalActions(state, 1 - seat)).toEqual([]);
    }
  });

  it('a raise commits the call and one bet: 2 in the first round, 4 in the second', () => {
    const pots = ['', 'check', 'bet', 'bet raise', 'check bet raise', 'bet call Qs', 'bet raise call Qs', 'check check Qs bet', 'check check Qs bet raise', 'bet raise call Qs bet raise'].map((line) => leduc.observe(play(SINGLE, [`Kh Js ${line}`.trim()]), 0).pot);
    expect(pots).toEqual([2, 2, 4, 8, 8, 6, 10, 6, 14, 22]);
  });

  it('pays what both have put in: 9 lines of the first round, 5 of which go on to 9 of the second', () => {
    const paid: Record<string, number> = { 'check check': 0, 'bet call': 1, 'check bet call': 1, 'bet raise call': 2, 'check bet raise call': 2, 'bet fold': 0, 'check bet fold': 0, 'bet raise fold': 1, 'check bet raise fold': 1 };
    let endings = 0;
    for (const before of LINES) {
      if (before.endsWith('fold')) {
        const chips = 1 + 2 * (paid[before] as number);
        const folderIsFirst = before === 'check bet fold' || before === 'bet raise fold';
        expect(leduc.returns(play(SINGLE, [`Kh Js ${before}`])), before).toEqual(folderIsFirst ? [-chips, chips] : [chips, -chips]);
        endings++;
        continue;
      }
      for (const line of LINES) {
        const chips = 1 + 2 * (paid[before] as number) + 4 * (paid[line] as number);
        const firstLoses = line === 'check bet fold' || line === 'bet raise fold';
        const end = play(SINGLE, [`Kh Js ${before} Qs ${line}`]);
        expect(leduc.isTerminal(end)).toBe(true);
        expect(leduc.returns(end), `${before} ${line}`).toEqual(firstLoses ? [-chips, chips] : [chips, -chips]);
        expect(leduc.returns(play(SINGLE, [`Kh Js ${before} Qs ${line}`], ['second', 'first']))).toEqual(firstLoses ? [chips, -chips] : [-chips, chips]);
        endings++;
      }
    }
    expect(endings).toBe(4 + 5 * 9);
    expect(leduc.returnsRange(SINGLE)).toEqual({ min: -13, max: 13 });
  });

  it('a pair with the public card beats every other hand, then ranks count, equal ranks split', () => {
    expect([showdown('Js', 'Kh', 'Jh'), showdown('Ks', 'Jh', 'Js'), showdown('Ks', 'Qh', 'Js'), showdown('Jh', 'Qs', 'Kh'), showdown('Qs', 'Qh', 'Ks')]).toEqual([1, -1, 1, -1, 0]);
    const split = play(SINGLE, ['Qs Qh bet call Ks bet raise call']);
    expect(leduc.returns(split)).toEqual([0, 0]);
    expect(split.results[0]).toMatchObject({ winner: null, won: 0, cards: { first: 'Qs', second: 'Qh' } });
  });

  it('chance: 30 deals, then 4 public cards, which do not exist before their step', () => {
    const start = leduc.initialState(SINGLE, ['first', 'second']);
    expect(leduc.chanceOutcomes?.(start)).toHaveLength(30);
    const round = play(SINGLE, ['Kh Js bet']);
    expect(round.public).toBeNull();
    const closed = move(round, 'call');
    expect(leduc.isChance?.(closed)).toBe(true);
    expect(leduc.seatsToAct(closed)).toEqual([]);
    expect(leduc.chanceOutcomes?.(closed).map(({ outcome }) => outcome)).toEqual(['Jh', 'Qh', 'Qs', 'Ks']);
    expect(publicCards({ first: 'Jh', second: 'Js' }).reduce((sum, { probability }) => sum + probability, 0)).toBe(1);
    const second = chance(closed, 'Qs');
    expect(second).toMatchObject({ betting: '', before: 'bet call', public: 'Qs' }); // nothing of the first round's betting is left open
    expect(leduc.isTerminal(play(SINGLE, ['Kh Js bet fold']))).toBe(true); // no public card after a fold
  });

  it('has 936 information sets (288 by rank) and 5,520 endings; uniform play is worth -0.078125 to first', () => {
    const keys = new Set<string>();
    const byRank = new Set<string>();
    let endings = 0;
    const walk = (state: LeducState): number => {
      if (leduc.isTerminal(state)) {
        endings++;
        return leduc.returns(state)[0] as number;
      }
      if (leduc.isChance?.(state)) return (leduc.chanceOutcomes?.(state) ?? []).reduce((sum, { outcome, probability }) => sum + probability * walk(leduc.apply(state, { kind: 'chance', outcome })), 0);
      const key = leduc.informationKey?.(leduc.observe(state, seatToAct(state))) as string;
      keys.add(key);
      byRank.add(key.replaceAll(/([JQK])[hs]/g, '$1'));
      const legal = moves(state) as LeducMove[];
      return legal.reduce((sum, played) => sum + walk(move(state, played)), 0) / legal.length;
    };
    expect(walk(leduc.initialState(SINGLE, ['first', 'second']))).toBeCloseTo(-0.078125, 12);
    expect([keys.size, byRank.size, endings]).toEqual([936, 288, 5520]);
  });
});

describe('several hands', () => {
  it('alternate the opener of both rounds and sum up', () => {
    const six = optionsOf({ hands: 6 });
    const state = play(six, ['Kh Js bet call Qs bet call', 'Kh Js check']);
    expect(state).toMatchObject({ net: 7, hand: 2, betting: 'check' });
    expect(leduc.observe(state, 0)).toMatchObject({ opener: 'second', toAct: 'first', chips: { first: 7, second: -7 } });
    expect(leduc.observe(play(six, ['Kh Js bet call Qs bet call', 'Kh Js check check Qs']), 0).toAct).toBe('second');
    expect(leduc.returns(play(optionsOf({ hands: 2 }), ['Kh Js bet call Qs bet call', 'Js Kh check check Qs check check']))).toEqual([1, -1]); // +7, -1
    expect(leduc.returns(play(optionsOf({ hands: 2 }), ['Kh Js bet fold', 'Js Kh check check Qs check check']))).toEqual([0, 0]);
    expect(leduc.returns(play(optionsOf({ hands: 2, scoring: 'chips' }), ['Kh Js bet call Qs bet call', 'Js Kh check check Qs check check']))).toEqual([6, -6]);
  });

  it('GAME-04 nothing is dealt or anted after the last hand', () => {
    const end = play(optionsOf({ hands: 2 }), ['Kh Js bet fold', 'Kh Js bet fold']);
    expect(end).toMatchObject({ over: true, deal: null, hand: 2 });
    expect(leduc.isChance?.(end)).toBe(false);
    expect(leduc.observe(end, 0)).toMatchObject({ pot: 0, toAct: null, card: null });
  });

  it('are one or an even number; chips are returned for one, the sign for more', () => {
    expect(() => optionsOf({ hands: 3 })).toThrow(/hands must be 1 or even/);
    expect(leduc.returnsRange(optionsOf({ hands: 4 }))).toEqual({ min: -1, max: 1 });
    expect(leduc.returnsRange(optionsOf({ hands: 4, scoring: 'chips' }))).toEqual({ min: -52, max: 52 });
    expect(leduc.returns(play(optionsOf({ scoring: 'match' }), ['Kh Js bet call Qs bet call']))).toEqual([1, -1]);
  });

  it('hand 2 is dealt alike whatever was played before; maxSteps is reached and never passed', () => {
    const deal = (first: string) => {
      const match = Match.start({ game: leduc, matchId: 'm', seed: parseSeed(4), options: optionsOf({ hands: 2 }), variant: '{"hands":2}' });
      for (let hand = 1; hand === (match.state as LeducState).hand && !match.end; ) {
        const legal = moves(match.state as LeducState);
        match.submit(match.pending()[0] as number, { action: { move: legal.find((word) => word === first) ?? legal.find((word) => word === 'call' || word === 'check') } });
      }
      return (match.state as LeducState).deal;
    };
    expect(deal('fold')).toEqual(deal('raise'));
    expect(deal('bet')).toEqual(deal('check'));
    const longest = 'Kh Js check bet raise call Qs check bet raise call';
    expect(longest.split(' ').length - 3).toBe(leduc.maxSteps(SINGLE));
    expect(leduc.isTerminal(play(SINGLE, [longest]))).toBe(true);
  });
});

it('PARSE-10, PARSE-11 reads one of five words', () => {
  const read = (text: string) => readAction(leduc, leduc.observe(play(SINGLE, ['Kh Js bet']), 1), text);
  for (const text of ['[raise]', '[RAISE]', 'Raise', 'I [ raise ] now']) expect(read(text), text).toEqual({ ok: true, action: { move: 'raise' } });
  expect(read('[call] [fold]')).toMatchObject({ ok: false, kind: 'ambiguous' });
  expect(read('[raise 4]')).toMatchObject({ ok: false, kind: 'malformed' });
  for (const text of ['[constructor]', '[__proto__]', '[all in]', '[K]']) expect(read(text), text).toMatchObject({ ok: false, kind: 'no-action' });
});

it('GAME-18, GAME-19, GAME-20: states differ by their seats, survive storage, and reads leave them alone', () => {
  const state = play(SINGLE, ['Kh Js bet call Qs check']);
  const text = JSON.stringify(state);
  expect(text).not.toBe(JSON.stringify(play(SINGLE, ['Kh Js bet call Qs check'], ['second', 'first'])));
  expect(move(JSON.parse(text) as LeducState, 'bet')).toEqual(move(state, 'bet'));
  for (const reader of [0, 1, 'spectator'] as const) expect(leduc.observe(state, reader)).toEqual(leduc.observe(state, reader));
  expect(JSON.stringify(state)).toBe(text);
});

it('says what is known', () => {
  const state = play(optionsOf({ hands: 2 }), ['Kh Js check bet fold', 'Qh Js bet call Js check']);
  expect(leduc.text(leduc.observe(state, 0))).toBe([
    'Your role: first.', 'Chips won so far: first -1, second +1.', 'Finished hands:', '  hand 1: check, bet, fold; second wins 1 chip',
    'Hand 2 of 2, opened by second. Pot: 6 chips.', 'Your card: Q.', 'First round: bet, call. Public card: J.', 'Second round: check.', 'It is your turn: check or bet.',
  ].join('\n'));
  expect(leduc.brief(leduc.observe(state, 0))).toBe('leduc first Q bet call . . J check . . 2 -1');
  expect(leduc.brief(leduc.observe(play(SINGLE, ['Kh Js check']), 1))).toBe('leduc second J check . . . . . . .');
});

describe('an independent reference', () => {
  const fixture = JSON.parse(readFileSync(new URL('../fixtures/open-spiel.json', import.meta.url), 'utf8')) as {
    readonly games: readonly { readonly seed: number; readonly cards: readonly [number, number]; readonly steps: readonly (readonly [player: number | 'turn', action: string | number, legal: string, pot: number])[]; readonly returns: readonly number[] }[];
  };
  const NAMES: Record<string, readonly string[]> = { Fold: ['fold'], Call: ['check', 'call'], Raise: ['bet', 'raise'] };

  it.each(fixture.games)("replays OpenSpiel's hand of seed $seed step by step", ({ cards, steps, returns }) => {
    let state = play(SINGLE, [cards.map((card) => CARDS[card]).join(' ')]);
    for (const [player, action, legal, pot] of steps) {
      if (player === 'turn') {
        state = chance(state, CARDS[action as number] as (typeof CARDS)[number]);
        continue;
      }
      expect(seatToAct(state)).toBe(player);
      const ours = moves(state);
      expect(ours.map((word) => Object.keys(NAMES).find((name) => NAMES[name]?.includes(word))).join(' ')).toBe(legal);
      const played = ours.find((word) => NAMES[action as string]?.includes(word)) as LeducMove;
      state = move(state, played);
      if (leduc.observe(state, 0).toAct !== null && state.betting !== '') expect(leduc.observe(state, 0).pot).toBe(pot);
    }
    expect(leduc.isTerminal(state)).toBe(true);
    expect(leduc.returns(state)).toEqual(returns);
  });
});

it('GAME-08, GAME-09, GAME-17 1,000 random matches end within maxSteps and sum to 0', () => {
  const rng = Rng.fromSeed(1);
  const six = optionsOf({ hands: 6, scoring: 'chips' });
  for (let index = 0; index < 1000; index++) {
    let state = leduc.initialState(six, ['first', 'second']);
    let plies = 0;
    while (!leduc.isTerminal(state)) {
      if (leduc.isChance?.(state)) state = leduc.apply(state, { kind: 'chance', outcome: rng.pick(leduc.chanceOutcomes?.(state) ?? []).outcome });
      else {
        state = move(state, rng.pick(moves(state)) as LeducMove);
        plies++;
      }
    }
    expect(plies).toBeLessThanOrEqual(leduc.maxSteps(six));
    expect(leduc.returns(state).reduce((sum, value) => sum + value, 0)).toBe(0);
    expect(state.results.reduce((sum, { winner, won }) => sum + (winner === 'second' ? -won : won), 0)).toBe(state.net);
  }
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['leduc']);
  expect(CARDS.map(rankOf)).toEqual([0, 0, 1, 1, 2, 2]);
});
