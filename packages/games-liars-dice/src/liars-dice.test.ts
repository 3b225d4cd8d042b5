/** Liar's Dice: the order of bids, calls, lost dice, endings. More than two seats: `seats.test.ts`; what readers see: `secrecy.test.ts`. */
import { readAction } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { chanceOfAtLeast, liarsDice, type Hands, type LiarsDiceState } from './index.js';
import { actionOf, dealt, DUEL, legalTexts, optionsOf, play, refusal, roll, seatToAct, SMALL, textOf } from './table.test.support.js';

describe('conformance', () => {
  for (const { name, run } of gameConformance(liarsDice, { matches: 4 })) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(liarsDice, { variant: 'three' })).toMatchFileSnapshot('./liars-dice.playthrough.txt');
  });
});

it('GAME-08, GAME-09, GAME-17 1,000 random matches: something is legal, an end within maxSteps, returns that sum to 0', () => {
  const rng = Rng.fromSeed(1);
  for (let index = 0; index < 1000; index++) {
    const options = index % 10 === 0 ? optionsOf('large') : optionsOf('default', { dice: 1 + (index % 5), players: 2 + (index % 4), onesWild: index % 2 === 0 });
    let state = liarsDice.initialState(options, liarsDice.roles(options));
    let plies = 0;
    while (!liarsDice.isTerminal(state)) {
      if (liarsDice.isChance?.(state)) {
        state = liarsDice.apply(state, { kind: 'chance', outcome: liarsDice.sampleChance?.(state, rng) as Hands });
        continue;
      }
      const seat = seatToAct(state);
      const legal = liarsDice.legalActions(state, seat) ?? [];
      expect(legal.length).toBeGreaterThan(0);
      state = liarsDice.apply(state, { kind: 'actions', actions: { [seat]: rng.pick(legal) } });
      plies++;
    }
    expect(plies).toBeLessThanOrEqual(liarsDice.maxSteps(options));
    expect(liarsDice.returns(state).reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 12);
    expect(liarsDice.returns(state).toSorted((a, b) => a - b)).toEqual(liarsDice.returns({ ...state, seats: [...state.out, state.turn] }));
  }
});

const HANDS = { first: [1, 3, 6], second: [3, 3, 5] };
const start = (): LiarsDiceState => dealt(SMALL, HANDS);
const BIDS_OF_SIX = Array.from({ length: 36 }, (_, rank) => `${Math.floor(rank / 6) + 1}x${(rank % 6) + 1}`);

describe('bids', () => {
  it('GAME-01 (a)-(f) a larger quantity, or as many of a larger face', () => {
    const state = play(start(), '2x6');
    for (const higher of ['3x2', '3x1', '6x1']) expect(refusal(state, higher), higher).toBeNull();
    for (const lower of ['2x5', '2x6', '1x6']) expect(refusal(state, lower), lower).toMatch(/must be higher than 2 sixes/);
  });

  it('GAME-01 (g) 630 of the 1,296 ordered pairs are raises: in the legal list, in refusal, in apply and in the listed texts', () => {
    let raises = 0;
    for (const last of BIDS_OF_SIX) {
      const state = play(start(), last);
      const legal = legalTexts(state);
      const [quantity = 0, face = 0] = last.split('x').map(Number);
      for (const next of BIDS_OF_SIX) {
        const [q = 0, f = 0] = next.split('x').map(Number);
        const higher = q > quantity || (q === quantity && f > face);
        expect(legal.includes(next), `${next} after ${last}`).toBe(higher);
        expect(refusal(state, next) === null, `${next} after ${last}`).toBe(higher);
        if (!higher) continue;
        raises++;
        expect(play(state, next).bids.map(textOfBid)).toEqual([last, next]);
        expect(liarsDice.formatAction(actionOf(next))).toBe(`[Bid: ${q}, ${f}]`);
      }
    }
    expect(raises).toBe(630);
  });

  it('GAME-02 (a) (b) the first and the last bid', () => {
    expect(legalTexts(start())).toEqual(BIDS_OF_SIX);
    expect(legalTexts(play(start(), '6x5'))).toEqual(['6x6', 'call']);
    expect(legalTexts(play(start(), '6x6'))).toEqual(['call']);
    expect(refusal(start(), 'call')).toMatch(/no bid to call/);
  });

  it('GAME-02 (c) (d) nonsense does not fit the schema', () => {
    const match = Match.start({ game: liarsDice, matchId: 'm', seed: parseSeed(1), options: SMALL, variant: 'small', profile: 'textarena' });
    const check = (action: unknown) => match.actionSpec.check(action);
    for (const quantity of [0, -1, 1.5, 999, '3', 7]) expect(check({ kind: 'bid', quantity, face: 3 }), String(quantity)).toMatchObject({ pointer: '/quantity' });
    for (const face of [0, 7]) expect(check({ kind: 'bid', quantity: 1, face })).toMatchObject({ pointer: '/face' });
    expect(check({ kind: 'bid', quantity: 2, face: 7 })?.message).toMatch(/at most 6/); // PLUGIN-12 (d)
    expect(check({ kind: 'bid', quantity: '2', face: 3 })).not.toBeNull(); // PLUGIN-11 (g)
    expect(check({ kind: 'call', quantity: 1 })).not.toBeNull();
  });

  it('GAME-02 (e) the rules refuse the same values without a schema before them', () => {
    for (const state of [start(), play(start(), '1x1')]) {
      for (const quantity of [0, -1, 1.5, 999, '3', 7, Number.NaN]) expect(liarsDice.refusal(state, seatToAct(state), { kind: 'bid', quantity: quantity as number, face: 3 }), String(quantity)).not.toBeNull();
      for (const face of [0, 7, 2.5, '3']) expect(liarsDice.refusal(state, seatToAct(state), { kind: 'bid', quantity: 2, face: face as number })).not.toBeNull();
    }
  });

  it('GAME-02 (f) one die less on the table', () => {
    const next = roll(play(start(), '4x3', 'call'), { first: [1, 1], second: [2, 2, 2] }); // three threes: first loses a die
    expect(next.dice).toEqual({ first: 2, second: 3 });
    expect(refusal(next, '6x1')).toMatch(/only 5 dice/);
    expect(refusal(next, '5x6')).toBeNull();
    expect(legalTexts(play(next, '5x6'))).toEqual(['call']);
  });

  it('GAME-02 (g) a refused bid leaves nothing behind', () => {
    const match = Match.start({ game: liarsDice, matchId: 'm', seed: parseSeed(1), options: SMALL, variant: 'small', profile: 'textarena' }, [HANDS]);
    expect(match.submit(0, { action: actionOf('0x3') })).toMatchObject({ ok: false, error: { kind: 'bad-shape', pointer: '/quantity', retriesLeft: 0 } });
    expect(match.observe(1).bids).toEqual([]);
    expect(match.submit(0, { action: actionOf('1x3') })).toMatchObject({ ok: true });
    expect(match.submit(1, { text: '[Call]' })).toMatchObject({ ok: true });
    expect(match.observe(0).results).toEqual([{ round: 1, bids: [{ role: 'first', quantity: 1, face: 3 }], caller: 'second', count: 3, loser: 'second' }]);
    const strict = Match.start({ game: liarsDice, matchId: 'm', seed: parseSeed(1), options: SMALL, variant: 'small' }, [HANDS]);
    strict.submit(0, { action: actionOf('0x3') });
    expect(strict.end?.returns).toEqual([-1, 1]); // the opener, never the caller
  });
});

describe('calls', () => {
  it('a true bid costs the caller a die, a false one the bidder; the loser opens', () => {
    const held = play(start(), '3x3', 'call');
    expect(held).toMatchObject({ dice: { first: 3, second: 2 }, turn: 'second', round: 2, bids: [], hands: null });
    expect(held.results).toEqual([{ round: 1, bids: [{ role: 'first', quantity: 3, face: 3 }], caller: 'second', count: 3, loser: 'second' }]);
    const failed = play(start(), '1x5', '4x3', 'call');
    expect(failed).toMatchObject({ dice: { first: 3, second: 2 }, turn: 'second' });
    expect(failed.results[0]).toMatchObject({ caller: 'first', count: 3, loser: 'second' });
    expect(refusal(roll(held, { first: [1, 1, 1], second: [1, 1] }), 'call')).toMatch(/no bid to call/); // right after a new round
  });

  it('ones are wild by option, and never for ones themselves', () => {
    const wild = dealt(optionsOf('small', { onesWild: true }), { first: [1, 3, 6], second: [1, 3, 5] });
    expect(play(wild, '4x3', 'call').results[0]).toMatchObject({ count: 4, loser: 'second' });
    expect(play(wild, '3x1', 'call').results[0]).toMatchObject({ count: 2, loser: 'first' });
    expect(play(dealt(SMALL, { first: [1, 3, 6], second: [1, 3, 5] }), '4x3', 'call').results[0]).toMatchObject({ count: 2, loser: 'first' });
  });

  it('the last one with dice wins, in either seat', () => {
    for (const [seats, returns] of [[['first', 'second'], [-1, 1]], [['second', 'first'], [1, -1]]] as const) {
      const end = play(dealt(DUEL, { first: [2], second: [5] }, seats), '1x3', 'call');
      expect(liarsDice.isTerminal(end)).toBe(true);
      expect(liarsDice.isChance?.(end)).toBe(false);
      expect(liarsDice.returns(end)).toEqual(returns);
      expect(liarsDice.seatsToAct(end)).toEqual([]);
      expect(liarsDice.observe(end, 0)).toMatchObject({ toAct: null, hand: null, out: ['first'] });
    }
  });

  it('maxSteps is the longest match there is, to the ply', () => {
    const options = optionsOf('default', { dice: 2 });
    let state = liarsDice.initialState(options, ['first', 'second']);
    let plies = 0;
    while (!liarsDice.isTerminal(state)) {
      state = roll(state, Object.fromEntries(Object.entries(state.dice).map(([role, count]) => [role, Array.from({ length: count }, () => 1)])));
      const every = legalTexts(state);
      state = play(state, ...every, 'call');
      plies += every.length + 1;
    }
    expect(plies).toBe(liarsDice.maxSteps(options));
  });
});

describe('rolls', () => {
  it('are listed up to 1,296 rolls and drawn above', () => {
    expect(liarsDice.chance).toBeTypeOf('function');
    for (const [options, kind] of [[DUEL, 'enumerated'], [optionsOf('default', { dice: 2 }), 'enumerated'], [SMALL, 'sampled'], [optionsOf('duel', { players: 5 }), 'sampled']] as const) {
      expect((liarsDice.chance as (options: typeof DUEL) => string)(options)).toBe(kind);
    }
    const duel = liarsDice.chanceOutcomes?.(liarsDice.initialState(DUEL, ['first', 'second'])) ?? [];
    expect(duel).toHaveLength(36);
    for (const { probability } of duel) expect(probability).toBeCloseTo(1 / 36, 15);
    const two = liarsDice.chanceOutcomes?.(liarsDice.initialState(optionsOf('default', { dice: 2 }), ['first', 'second'])) ?? [];
    expect(two).toHaveLength(21 * 21); // the order of dice in a hand does not matter
    expect(two.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12);
    expect(two.find(({ outcome }) => JSON.stringify(outcome) === '{"first":[1,2],"second":[3,3]}')?.probability).toBeCloseTo(2 / 1296, 15);
    expect(liarsDice.chanceOutcomes?.(liarsDice.initialState(SMALL, ['first', 'second']))).toEqual([]);
  });

  it('a role rolls alike in a round, whatever was lost before', () => {
    const rollsOf = (first: number, second: number) => liarsDice.sampleChance?.({ ...liarsDice.initialState(SMALL, ['first', 'second']), dice: { first, second } }, Rng.fromSeed(5)) as { first: number[]; second: number[] };
    const full = rollsOf(3, 3);
    expect(rollsOf(1, 3).second).toEqual(full.second);
    expect(full.first).toEqual(expect.arrayContaining(rollsOf(2, 3).first));
    expect([full.first.length, rollsOf(2, 1).second.length]).toEqual([3, 1]);
  });

  it('are uniform', () => {
    const counts = [0, 0, 0, 0, 0, 0];
    const rng = Rng.fromSeed(2);
    for (let index = 0; index < 2000; index++) {
      const hands = liarsDice.sampleChance?.(liarsDice.initialState(SMALL, ['first', 'second']), rng) as Hands;
      for (const die of Object.values(hands).flat()) (counts[die - 1] as number)++;
    }
    for (const count of counts) expect(Math.abs(count / 12_000 - 1 / 6)).toBeLessThan(0.015);
  });

  it('5 unseen dice, two of the face in hand: a bid of four is true with probability 0.196245', () => {
    expect(chanceOfAtLeast(2, 5, 4, false)).toBeCloseTo(0.196245, 6);
    expect(chanceOfAtLeast(0, 5, 4, false)).toBe(1);
    expect(chanceOfAtLeast(6, 5, 4, false)).toBeCloseTo(0, 12);
    expect(chanceOfAtLeast(1, 1, 4, true)).toBeCloseTo(1 / 3, 12);
    expect(chanceOfAtLeast(1, 1, 1, true)).toBeCloseTo(1 / 6, 12);
  });
});

describe('texts', () => {
  const read = (text: string) => readAction(liarsDice, liarsDice.observe(start(), 0), text);

  it('PARSE-11 (f) a token is call, or bid with two integers; two different ones are ambiguous', () => {
    for (const text of ['[Bid: 3, 4]', '[bid 3 4]', '[BID:3,4]', '[ bid :  3 , 4 ]', 'bid 3,4', 'I say [Bid: 3, 4].']) expect(read(text), text).toEqual({ ok: true, action: actionOf('3x4') });
    for (const text of ['[call]', '[CALL]', 'Call']) expect(read(text), text).toEqual({ ok: true, action: { kind: 'call' } });
    expect(read('[Bid: 2, 3] [Call]')).toMatchObject({ ok: false, kind: 'ambiguous' });
    for (const text of ['[bid x]', '[Bid: 03, 4]', '[Bid: 3]', '[bid 3 4 5]', '[bid 3;4]', '[call it]', '[Bid: +3, 4]', '[Bid 1e0, 4]']) expect(read(text), text).toMatchObject({ ok: false, kind: 'malformed' });
    for (const text of ['[3, 4]', '[toString]', '3 4', '[bid3 4]', '[]']) expect(read(text), text).toMatchObject({ ok: false });
    expect(read('[Bid: 0, 3]')).toEqual({ ok: true, action: actionOf('0x3') }); // a token; the schema refuses it
  });

  it('say what is known', () => {
    const state = roll(play(start(), '1x5', '4x3', 'call'), { first: [2, 2, 6], second: [1, 4] });
    expect(liarsDice.text(liarsDice.observe(play(state, '2x2'), 0))).toBe([
      'You are first.', 'Dice left: first 3, second 2.', 'Finished rounds:',
      '  round 1: first 1 five, second 4 threes; first called; there were 3 threes; second lost a die',
      'Round 2 with 5 dice in play.', 'Your dice: 2 2 6.', 'Bids in this round: second 2 twos.', 'It is your turn: bid higher than 2 twos, or [Call].',
    ].join('\n'));
    expect(liarsDice.brief(liarsDice.observe(play(state, '2x2'), 0))).toBe('liars-dice first 2 2 6 . 3 2 . 2, 2');
    expect(liarsDice.brief(liarsDice.observe(play(state, '2x2'), 'spectator'))).toBe('liars-dice spectator . 3 2 . 2, 2');
    expect(liarsDice.rules('first', optionsOf('default', { onesWild: true }))).toMatch(/ones are wild/);
    expect(liarsDice.text(liarsDice.observe(play(state, '5x6'), 0))).toMatch(/only \[Call\] is left/);
  });
});

it('GAME-18, GAME-19, GAME-20: states differ by seat and turn, survive storage, and reads leave them alone', () => {
  const state = play(start(), '2x3');
  const text = JSON.stringify(state);
  expect(text).not.toBe(JSON.stringify(play(dealt(SMALL, HANDS, ['second', 'first']), '2x3')));
  expect(text).not.toBe(JSON.stringify(start()));
  expect(play(JSON.parse(text) as LiarsDiceState, '3x3', 'call')).toEqual(play(state, '3x3', 'call'));
  for (const reader of [0, 1, 'spectator'] as const) expect(liarsDice.observe(state, reader)).toEqual(liarsDice.observe(state, reader));
  expect(JSON.stringify(state)).toBe(text);
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['liars-dice']);
});

function textOfBid({ quantity, face }: { readonly quantity: number; readonly face: number }): string {
  return textOf({ kind: 'bid', quantity, face });
}
