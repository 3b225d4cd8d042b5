/**
 * SECRET cases at the level of a match: what the games let seats and spectators know, and what matches let each other's chance know.
 * SECRET-01 with language models stands in replies.test.ts; sockets, credentials and who may fetch a record belong to the arena's tests.
 */
import { briefPrompt, buildPrompt } from '@spiral-arena/agents';
import { Rng, parseSeed } from '@spiral-arena/core/random';
import type { Json } from '@spiral-arena/core';
import { resolveOptions, type Action, type Reader, type Seat } from '@spiral-arena/core/game';
import { recordForOwner, recordOf, toldEvents, writeRecord, type Match, type ProfileName } from '@spiral-arena/core/match';
import { describe, expect, it, vi } from 'vitest';
import { CASES, count, KUHN, NEGOTIATION, NIM, open, openGame, playRandomly, randomPlayer, submitAll, TIC_TAC_TOE } from './case-table.js';

/** Everything a reader gets from a match, as bytes: observation, prompts, legal list, told events, ids and the turn. */
function bytesOf(match: Match, reader: Reader): string {
  const observation = match.observe(reader);
  const { game, options } = match;
  const shown = [observation, game.text(observation), briefPrompt({ game, observation }), toldEvents(match, reader), match.turnId, match.ply, match.pending()];
  if (reader === 'spectator') return JSON.stringify(shown);
  const legalActions = match.legalActions(reader);
  return JSON.stringify([...shown, legalActions, match.roleOf(reader), buildPrompt({ game, options, role: match.roleOf(reader), observation, legalActions })]);
}

/** A deal of five of everything but gold. */
const deal = (gold: number): Json => ({ stock: { Wheat: 5, Wood: 5, Sheep: 5, Brick: 5, Gold: gold }, values: { Wheat: 5, Wood: 10, Sheep: 15, Brick: 25, Gold: 40 } });

describe('SECRET-03 equal knowledge, equal bytes', () => {
  // (b) comes with games-liars-dice, (c) with games-truth-and-deception, (e) with the first simultaneous game (core's own fixture has it in match.test.ts).
  const HISTORIES = ['', 'check', 'bet', 'check bet'];

  it.each(HISTORIES)('SECRET-03 (a) (f) Kuhn after "%s": Q sees the same against J and K', (history) => {
    for (const seat of [0, 1]) {
      const matches = ['J', 'K'].map((other) => {
        const deal = seat === 0 ? { first: 'Q', second: other } : { first: other, second: 'Q' };
        return submitAll(openGame(KUHN, 'single', {}, [deal]), history.split(' ').filter(Boolean).map((move) => ({ move })));
      });
      expect(new Set(matches.map((match) => bytesOf(match, seat))).size).toBe(1);
      expect(new Set(matches.map((match) => bytesOf(match, 'spectator'))).size).toBe(1);
      expect(new Set(matches.map((match) => bytesOf(match, 1 - seat))).size).toBe(2); // the other does see his own card
    }
  });

  it('SECRET-03 (a) (f) a hand that ended by a fold shows no card, also afterwards', () => {
    const matches = ['J', 'K'].map((other) => submitAll(openGame(KUHN, 'default', {}, [{ first: 'Q', second: other }, { first: 'Q', second: 'J' }]), [{ move: 'bet' }, { move: 'fold' }]));
    for (const reader of [0, 'spectator'] as const) expect(new Set(matches.map((match) => bytesOf(match, reader))).size).toBe(1);
  });

  it('SECRET-03 (d) (f) negotiation: another stock and other values of the opponent', () => {
    const { options } = resolveOptions(NEGOTIATION);
    const draw = (seed: number): Json => NEGOTIATION.sampleChance?.(NEGOTIATION.initialState(options, ['first', 'second']), Rng.fromSeed(seed)) ?? null;
    const own = draw(1);
    for (const seat of [0, 1]) {
      const matches = Array.from({ length: 12 }, (_, other) => {
        const deals = seat === 0 ? [own, draw(100 + other)] : [draw(100 + other), own];
        return submitAll(openGame(NEGOTIATION, 'default', {}, deals), ['[Offer: 1 Wheat -> 1 Gold]', 'Too dear.', '[Offer: 5 Wood -> 25 Gold]', '[Deny]']);
      });
      expect(new Set(matches.map((match) => bytesOf(match, seat))).size).toBe(1);
      expect(new Set(matches.map((match) => bytesOf(match, 'spectator'))).size).toBe(1);
      expect(new Set(matches.map((match) => bytesOf(match, 1 - seat))).size).toBe(12);
    }
  });

  it('SECRET-03 (d) whether the opponent can afford an offer shows only to the opponent', () => {
    const matches = [5, 25].map((gold) => submitAll(openGame(NEGOTIATION, 'default', {}, [deal(5), deal(gold)]), ['[Offer: 1 Wheat -> 20 Gold]']));
    expect(new Set(matches.map((match) => bytesOf(match, 0))).size).toBe(1);
    expect(matches.map((match) => (match.observe(1).can as readonly string[]).includes('accept'))).toEqual([false, true]);
  });
});

describe('SECRET-04 failed attempts are private', () => {
  // Liar's Dice bids come with games-liars-dice; how a clock is shown is the arena's.
  const RUNS: readonly (readonly string[])[] = [['[bet]'], ['[fold]', '[bet]'], ['[raise]', '[bet]']];

  it('SECRET-04 Kuhn: refused attempts before a bet show nowhere', () => {
    const runs = RUNS.map((texts) => {
      const match = openGame(KUHN);
      const bytes: string[] = [];
      for (const text of texts) {
        bytes.push(bytesOf(match, 1), bytesOf(match, 'spectator'));
        match.submit(0, { text });
      }
      expect(new Set(bytes).size).toBe(2);
      return [bytesOf(match, 1), bytesOf(match, 'spectator'), JSON.stringify(recordForOwner(recordOf(match), (seat) => seat === 1))];
    });
    for (const run of runs) expect(run).toEqual(runs[0]);
  });

  it.each(['strict', 'spiral-train'] as const)('SECRET-04 with %s, up to the moment where the match ends', (profile: ProfileName) => {
    const matches = [openGame(KUHN, 'default', { profile }), openGame(KUHN, 'default', { profile })];
    const before = matches.map((match) => [bytesOf(match, 1), bytesOf(match, 'spectator')]);
    matches[0]?.submit(0, { text: '[fold]' });
    matches[1]?.submit(0, { text: '[raise]' });
    expect(before[0]).toEqual(before[1]);
    for (const match of matches) {
      expect(match.end).toMatchObject({ reason: 'illegal', offenders: [0] });
      expect([toldEvents(match, 1), toldEvents(match, 'spectator')]).toEqual([toldEvents(matches[0] as Match, 1), toldEvents(matches[0] as Match, 'spectator')]);
    }
  });
});

describe('SECRET-07 the log of a running match', () => {
  // Routes that fetch a record are the arena's; here: nothing that a match tells a reader holds more than he has seen.
  it('SECRET-07 Kuhn, several hands: only own cards and showdowns, no seed; everything after the end', () => {
    const deals = [{ first: 'K', second: 'J' }, { first: 'Q', second: 'K' }, { first: 'J', second: 'Q' }];
    const match = open({ game: KUHN, variant: 'default', options: { hands: 3 } }, { seed: parseSeed(99) }, deals);
    submitAll(match, [{ move: 'bet' }, { move: 'fold' }, { move: 'check' }]);
    const cards = (reader: Reader): string => [...JSON.stringify([toldEvents(match, reader), match.observe(reader)]).matchAll(/"(J|Q|K)"/g)].map(([, card]) => card).join('');
    expect(cards(0)).toMatch(/^[KQ]+$/); // K of the first hand, Q of the second
    expect(cards(1)).toMatch(/^[JK]+$/);
    expect(cards('spectator')).toBe('');
    for (const reader of [0, 1, 'spectator'] as const) expect(bytesOf(match, reader)).not.toContain(parseSeed(99));
    submitAll(match, [{ move: 'check' }, { move: 'check' }, { move: 'check' }]);
    expect(match.end?.reason).toBe('completed');
    expect(cards('spectator')).toMatch(/^[JQK]{4}/); // both showdowns, never the folded hand
    const log = writeRecord(recordOf(match));
    expect(log).toContain(parseSeed(99));
    for (const deal of deals) expect(log).toContain(JSON.stringify(deal));
  });

  it('SECRET-07 reasoning is never in what another owner gets', () => {
    const match = openGame(KUHN);
    const trace = { promptTokenIds: [1], tokenIds: [2], logprobs: [-1], sampling: { temperature: 1 }, policyVersion: 1, finish: 'stop' as const, reasoning: 'zebra-quartz' };
    match.submit(0, { text: 'zebra-quartz' }, { trace });
    match.submit(0, { text: 'My zebra-quartz: [bet]' }, { trace });
    expect(JSON.stringify(recordForOwner(recordOf(match), (seat) => seat === 0))).toContain('zebra-quartz');
    for (const owns of [(seat: Seat) => seat === 1, () => false]) expect(JSON.stringify(recordForOwner(recordOf(match), owns))).not.toContain('zebra-quartz');
    for (const reader of [1, 'spectator'] as const) expect(bytesOf(match, reader)).not.toContain('zebra-quartz');
  });
});

const twentyHands = (seed: number): Match => open({ game: KUHN, variant: 'default', options: { hands: 20 } }, { seed: parseSeed(seed) });

/** One turn; `false` at the end. */
function turn(match: Match, choose: (seat: Seat) => Action): boolean {
  if (!match.end) submitAll(match, [choose(match.pending()[0] as Seat)]);
  return match.end === null;
}

const player = (match: Match): ((seat: Seat) => Action) => randomPlayer(match, Rng.fromSeed(5));
const log = (match: Match): string => JSON.stringify(match.events);
const alone = (seed: number): string => log(playRandomly(twentyHands(seed), Rng.fromSeed(5)));

/** For what no game may call. */
function never(): never {
  throw new Error('not in a game');
}

/** The deals of a match whose players are seeded apart from it. */
function dealsOf(roles: readonly string[], players: number): Json {
  const match = open({ game: KUHN, variant: 'default', options: { hands: 20 } }, { roles });
  playRandomly(match, Rng.fromSeed(players));
  return match.events.flatMap((event) => (event.type === 'chance' ? [event.outcome] : []));
}

describe('SECRET-08 chance of one match does not depend on another', () => {
  // Pig Dice comes with games-pig-dice; Kuhn poker of 20 hands draws as often.
  it('SECRET-08 (a) (b) interleaved move by move with a match of another seed', () => {
    const matches = [twentyHands(7), twentyHands(8)];
    const players = matches.map(player);
    while (matches.map((match, index) => turn(match, players[index] as (seat: Seat) => Action)).some(Boolean)) continue;
    expect(matches.map(log)).toEqual([alone(7), alone(8)]);
    expect(alone(7)).not.toBe(alone(8));
  });

  it('SECRET-08 (c) among 32 matches of four games', () => {
    const others = Array.from({ length: 31 }, (_, index) => openGame([TIC_TAC_TOE, KUHN, NEGOTIATION, NIM][index % 4] as typeof KUHN, 'default', { seed: parseSeed(index) }));
    const matches = [...others.slice(0, 15), twentyHands(7), ...others.slice(15)];
    const players = matches.map(player);
    while (matches.map((match, index) => turn(match, players[index] as (seat: Seat) => Action)).some(Boolean)) continue;
    expect(log(matches[15] as Match)).toBe(alone(7));
  });

  it('SECRET-08 (d) (e) on a game object that has played before, with Math.random and the clock out of reach', () => {
    const before = CASES.map((entry) => log(playRandomly(open(entry), Rng.fromSeed(5))));
    const spies = [vi.spyOn(Math, 'random').mockImplementation(never), vi.spyOn(Date, 'now').mockImplementation(never)];
    try {
      expect(CASES.map((entry) => log(playRandomly(open(entry), Rng.fromSeed(5))))).toEqual(before);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  });

  it.each([['Kuhn', KUHN, {}], ['negotiation', NEGOTIATION, {}], ['Nim with random piles', NIM, { random: true }]] as const)('SECRET-08 (f) %s: one seed is one set-up, another seed another', (_name, game, options) => {
    const setUp = (seed: number): string => JSON.stringify(open({ game, variant: 'default', options }, { seed: parseSeed(seed) }).events);
    const setUps = Array.from({ length: 30 }, (_, seed) => setUp(seed));
    expect(setUps).toEqual(Array.from({ length: 30 }, (_, seed) => setUp(seed)));
    expect(new Set(setUps).size).toBeGreaterThan(3); // Kuhn has six deals in all
    if (game === NEGOTIATION) expect(new Set(setUps).size).toBe(30);
  });

  it('SECRET-08 deals belong to roles and to their hand, whatever was played before', () => {
    expect(dealsOf(['second', 'first'], 1)).toEqual(dealsOf(['first', 'second'], 2));
  });
});

// (b) fresh seeds from a cryptographic source, (c) asking for a seed: the arena's tests.
describe('SECRET-09 the seed is secret until the end', () => {
  it.each(CASES)('SECRET-09 (a) $name sends no seed and no generator state before the end', (entry) => {
    const seed = parseSeed(123456789);
    const rng = Rng.fromSeed(seed);
    const secrets = ['123456789', '75bcd15', 'MTIzNDU2Nzg5', seed, rng.save().key, rng.fork(0).save().key, rng.fork('hand-1').save().key, rng.fork('deal-first').save().key];
    for (let players = 0; players < count(20, 4); players++) {
      const sent: string[] = [];
      const match = open(entry, { seed });
      playRandomly(match, Rng.fromSeed(players), () => {
        for (const reader of [...match.header.seats.keys(), 'spectator' as const]) sent.push(bytesOf(match, reader));
      });
      const everything = sent.join('\n');
      for (const secret of secrets) expect(everything).not.toContain(secret);
      expect(writeRecord(recordOf(match))).toContain(seed); // so that chance can be checked afterwards
    }
  });
});
