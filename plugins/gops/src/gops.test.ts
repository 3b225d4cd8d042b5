/** The Game of Pure Strategy: rounds, ties and endings, a strategy worked by hand, an independent reference, and that bids stay hidden until both are in. */
import { readFileSync } from 'node:fs';
import { fact, readAction, resolveOptions, type ScriptedAgent } from '@spiral-arena/core/game';
import { Match, recordForOwner, recordOf, replay, toldEvents } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { gops, type GopsAction, type GopsObservation, type GopsOptions, type GopsState } from './index.js';

const READERS = [0, 1, 'spectator'] as const;
const SEED = parseSeed(3);

function optionsOf(options: Partial<GopsOptions> = {}): GopsOptions {
  return resolveOptions(gops, { options }).options as GopsOptions;
}

function start(options: GopsOptions): GopsState {
  return gops.initialState(options, ['player', 'player']) as GopsState;
}

function reveal(state: GopsState, prize: number): GopsState {
  return gops.apply(state, { kind: 'chance', outcome: prize }) as GopsState;
}

function bid(state: GopsState, first: number, second: number): GopsState {
  return gops.apply(state, { kind: 'actions', actions: { 0: { card: first }, 1: { card: second } } }) as GopsState;
}

/** Plays rounds of [prize, bid, bid]. */
function play(options: Partial<GopsOptions>, rounds: readonly (readonly [number, number, number])[]): GopsState {
  let state = start(optionsOf({ cards: rounds.length, ...options }));
  for (const [prize, a, b] of rounds) state = bid(gops.isChance?.(state) ? reveal(state, prize) : state, a, b);
  return state;
}

function agent(name: string): ScriptedAgent<GopsAction, GopsObservation> {
  return gops.agents?.[name] as ScriptedAgent<GopsAction, GopsObservation>;
}

describe('conformance', () => {
  // Options that games.md gives no variant for, so that the kit sees them too.
  const more = { ...gops, variants: { descending: { prizes: 'descending' }, 'discard 5': { cards: 5, ties: 'discard' }, 'two cards': { cards: 2 } } } as typeof gops;
  for (const { name, run } of gameConformance(more, { matches: 60 })) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(gops)).toMatchFileSnapshot('./gops.playthrough.txt');
  });
});

describe('rules', () => {
  it('the higher bid takes the prize, the higher total wins', () => {
    const end = play({}, [[3, 2, 3], [1, 3, 1], [2, 1, 2]]);
    expect([end.points, gops.isTerminal(end), gops.returns(end)]).toEqual([[1, 5], true, [-1, 1]]);
    expect(gops.returns(play({}, [[3, 1, 2], [1, 3, 1], [2, 2, 3]]))).toEqual([-1, 1]);
    const level = play({}, [[3, 3, 2], [2, 1, 3], [1, 2, 1]]); // 3 + 1 against 2
    expect([level.points, gops.returns(level)]).toEqual([[4, 2], [1, -1]]);
    expect(gops.returns(play({}, [[3, 3, 1], [1, 1, 2], [2, 2, 3]]))).toEqual([0, 0]); // 3 against 1 + 2
  });

  it('a tie carries its prize to the next winner, ties after ties add up', () => {
    const carried = play({}, [[3, 2, 2], [1, 3, 1], [2, 1, 3]]);
    expect([carried.points, gops.returns(carried)]).toEqual([[4, 2], [1, -1]]);
    expect(play({}, [[3, 2, 2], [1, 3, 3], [2, 1, 1]])).toMatchObject({ points: [0, 0], carried: 6 });
    const twice = bid(reveal(bid(reveal(bid(reveal(start(optionsOf({ cards: 4 })), 4), 1, 1), 3), 2, 2), 2), 4, 3);
    expect([twice.points, twice.carried]).toEqual([[9, 0], 0]);
  });

  it('what is carried at the end is lost; all ties are a draw', () => {
    const last = play({}, [[1, 2, 1], [2, 1, 2], [3, 3, 3]]);
    expect([last.points, last.carried, gops.returns(last)]).toEqual([[1, 2], 3, [-1, 1]]);
    expect(gops.returns(play({}, [[3, 2, 2], [1, 3, 3], [2, 1, 1]]))).toEqual([0, 0]);
  });

  it('discard: a tied prize is lost at once', () => {
    const end = play({ ties: 'discard' }, [[3, 2, 2], [1, 3, 1], [2, 1, 3]]);
    expect([end.points, end.carried, gops.returns(end)]).toEqual([[1, 2], 0, [-1, 1]]);
  });

  it('descending prizes come without chance, the highest first', () => {
    const options = optionsOf({ prizes: 'descending', cards: 3 });
    expect([fact(gops.chance, options), fact(gops.chance, optionsOf())]).toEqual(['none', 'enumerated']);
    let state = start(options);
    const prizes: unknown[] = [];
    for (let round = 1; round <= 3; round++) {
      prizes.push(state.prize);
      expect(gops.isChance?.(state)).toBe(false);
      state = bid(state, round, round);
    }
    expect([prizes, gops.isTerminal(state)]).toEqual([[3, 2, 1], true]);
  });

  it('the next prize is uniform over the rest, whatever was bid', () => {
    const state = bid(reveal(start(optionsOf({ cards: 4 })), 3), 1, 2);
    expect(gops.chanceOutcomes?.(state)).toEqual([1, 2, 4].map((outcome) => ({ outcome, probability: 1 / 3 })));
    const prizes = (bids: (round: number) => readonly [number, number]): unknown[] => {
      const match = Match.start({ game: gops, matchId: 'm', seed: SEED });
      for (let round = 0; !match.end; round++) for (const seat of [0, 1]) match.submit(seat, { action: { card: bids(round)[seat] as number } });
      return match.events.flatMap((event) => (event.type === 'chance' ? [event.outcome] : []));
    };
    const upwards = prizes((round) => [round + 1, 13 - round]);
    expect(upwards.toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(prizes((round) => [13 - round, 13 - round])).toEqual(upwards);
  });

  it('a used card, and one that never was, are refused, also past the schema', () => {
    const match = Match.start({ game: gops, matchId: 'm', seed: SEED, profile: 'textarena' }, [5, 6]);
    for (const seat of [0, 1]) match.submit(seat, { action: { card: 7 } });
    expect(match.submit(0, { text: '[7]' })).toMatchObject({ ok: false, error: { kind: 'illegal-action', message: expect.stringContaining('you do not hold 7') } });
    expect(match.submit(1, { text: '[14]' })).toMatchObject({ ok: false, error: { kind: 'bad-shape', pointer: '/card' } });
    for (const card of [0, -1, 7, 14, 33, 39, 1.5]) expect(gops.refusal(match.state as GopsState, 0, { card }), String(card)).toMatch(/do not hold/);
    expect(match.legalActions(0)?.map((action) => action['card'])).toEqual([1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13]);
  });
});

describe('theory', () => {
  it('matching each prize against a uniformly random bidder, with discard, is 28 points ahead on average', () => {
    const match = agent('match').make({}, Rng.fromSeed(1));
    // Of 13 shifts of the other hand every prize meets every card once: the mean over them is the mean over random bids.
    let margin = 0;
    for (let shift = 0; shift < 13; shift++) {
      let state = start(optionsOf({ ties: 'discard' }));
      for (let prize = 1; prize <= 13; prize++) {
        state = reveal(state, prize);
        state = bid(state, match(gops.observe(state, 0) as GopsObservation, null).card, ((prize - 1 + shift) % 13) + 1);
      }
      margin += state.points[0] - state.points[1];
    }
    expect(margin / 13).toBe(28);
  });

  it('value 0 by symmetry: with the seats changed every match pays the negative', () => {
    const orders = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] as const;
    for (const ties of ['carry', 'discard'] as const) {
      let sum = 0;
      for (const prizes of orders) for (const a of orders) for (const b of orders) {
        const at = (first: readonly number[], second: readonly number[]) => gops.returns(play({ ties }, prizes.map((prize, round) => [prize, first[round] as number, second[round] as number])))[0] as number;
        expect(at(a, b) + at(b, a)).toBe(0);
        sum += at(a, b);
      }
      expect(sum).toBe(0);
    }
  });

  it('match+1 beats match at every prize but the highest', () => {
    let state = start(optionsOf());
    const policies = ['match+1', 'match'].map((name) => agent(name).make({}, Rng.fromSeed(1)));
    for (const prize of [13, 4, 7, 1, 12, 2, 3, 5, 6, 8, 9, 10, 11]) {
      state = reveal(state, prize);
      const [a, b] = policies.map((policy, seat) => policy(gops.observe(state, seat) as GopsObservation, null).card) as [number, number];
      expect([a, b]).toEqual([prize === 13 ? 1 : prize + 1, prize]);
      state = bid(state, a, b);
    }
    expect(state.points).toEqual([78, 13]);
  });
});

describe('secrecy', () => {
  it('SECRET-03 e: before both bids are in, nobody else learns whether or what the other has bid', () => {
    for (const seat of [0, 1]) {
      const known = [null, 1, 13].map((card) => {
        const match = Match.start({ game: gops, matchId: 'm', seed: SEED });
        if (card !== null) match.submit(seat, { action: { card } });
        const others = READERS.filter((reader) => reader !== seat);
        return JSON.stringify([match.turnId, match.ply, match.retriesLeft(1 - seat), match.legalActions(1 - seat), others.map((reader) => [match.observe(reader), toldEvents(match, reader)]), recordForOwner(recordOf(match), (owner) => owner !== seat)]);
      });
      expect(new Set(known).size).toBe(1);
    }
  });

  it('prizes to come are in nobody\'s view, and bids are public once both are in', () => {
    const match = Match.start({ game: gops, matchId: 'm', seed: SEED, options: optionsOf({ cards: 3 }) }, [2, 3, 1]);
    match.submit(1, { action: { card: 3 } });
    match.submit(0, { action: { card: 1 } });
    expect(match.observe(0)).toMatchObject({ prize: 3, left: [1], hand: [2, 3], otherHand: [1, 2], points: [0, 2], past: [{ prize: 2, bids: [1, 3] }] });
    expect(match.observe(1)).toMatchObject({ hand: [1, 2], otherHand: [2, 3], points: [2, 0], past: [{ prize: 2, bids: [3, 1] }] });
    expect(toldEvents(match, 'spectator').map(({ told }) => told)).toEqual([{ prize: 2 }, { round: 1, prize: 2, bids: [1, 3] }, { prize: 3 }]);
    for (const [a, b] of [[2, 1], [3, 2]] as const) {
      match.submit(0, { action: { card: a } });
      match.submit(1, { action: { card: b } });
    }
    expect(match.end).toMatchObject({ reason: 'completed', returns: [1, -1] });
    expect(gops.text(match.observe(1) as GopsObservation)).toContain('The match is over: opponent won.');
  });

  it('the record replays, dealt by its seed', () => {
    const match = Match.start({ game: gops, matchId: 'm', seed: SEED, options: optionsOf({ cards: 4 }) });
    while (!match.end) for (const seat of match.pending()) match.submit(seat, { action: match.legalActions(seat)?.[seat === 0 ? 0 : (match.legalActions(seat)?.length ?? 1) - 1] });
    expect(replay(recordOf(match), gops).hash()).toBe(match.hash());
  });
});

describe('texts', () => {
  const seen = gops.observe(reveal(bid(reveal(start(optionsOf({ cards: 4 })), 3), 2, 2), 4), 1);
  const read = (text: string) => readAction(gops, seen, text);

  it('read one card', () => {
    for (const text of ['[4]', ' 4', 'I bid [ 4 ].', '[4] [4]']) expect(read(text), text).toEqual({ ok: true, action: { card: 4 } });
    for (const text of ['[04]', '[+4]', '[4.0]', '[four]', '[]', '[\uFF14]', '[1e0]']) expect(read(text), text).toMatchObject({ ok: false, kind: 'no-action' });
  });

  it('PARSE-11: two cards in one text are ambiguous', () => {
    expect(read('[1] or [4]')).toMatchObject({ ok: false, kind: 'ambiguous' });
  });

  it('show the table from the side of the reader', () => {
    expect(gops.brief(seen)).toBe('gops player 4 3 0 0 hand 1 3 4 other 1 3 4 left 1 2');
    expect(gops.text(seen)).toBe(
      'You are a player.\nPoints: you 0, opponent 0.\nRound 1, prize 3: you bid 2, opponent bid 2: a tie.\nRound 2 of 4. Prize on the table: 4 and 3 carried over.\nPrizes still to come: 1, 2.\nCards: you 1, 3, 4; opponent 1, 3, 4.\nBid one of your cards.',
    );
  });
});

describe('an independent reference', () => {
  type Played = readonly [prize: number, a: number, b: number, points0: number | null, points1: number | null];
  const fixture = JSON.parse(readFileSync(new URL('../fixtures/open-spiel.json', import.meta.url), 'utf8')) as {
    readonly games: readonly { readonly seed: number; readonly cards: number; readonly prizes: 'random' | 'descending'; readonly rounds: readonly Played[]; readonly returned: number }[];
  };

  for (const { seed, cards, prizes, rounds, returned } of fixture.games) {
    it(`replays OpenSpiel's game of seed ${seed} with ${cards} cards, prizes ${prizes}, round by round`, () => {
      let state = start(optionsOf({ cards, prizes, ties: 'discard' }));
      for (const [prize, a, b, points0, points1] of rounds) {
        if (gops.isChance?.(state)) state = reveal(state, prize);
        expect(state.prize).toBe(prize);
        for (const [seat, card] of [a, b].entries()) expect(gops.refusal(state, seat, { card })).toBeNull();
        state = bid(state, a, b);
        if (points0 !== null) expect(state.points).toEqual([points0, points1]);
      }
      expect([gops.isTerminal(state), gops.returns(state)[0]]).toEqual([true, returned]);
    });
  }
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['gops']);
});
