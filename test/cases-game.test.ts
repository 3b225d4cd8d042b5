/**
 * GAME cases that cross packages: the games we ship and a plugin, through the match engine and its records.
 * Cases of one game alone stand beside that game; letters about games that are not here yet name the package that brings them.
 */
import { canonicalJson, type Agent, type Json } from '@spiral-arena/core';
import { resolveOptions, type Action, type Game, type Seat } from '@spiral-arena/core/game';
import { playMatch, readRecord, recordOf, resume, toldEvents, writeRecord, type Match, type ProfileName } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { solveTree, tableOf, uniform, type Policy } from '@spiral-arena/agents';
import { kuhnEquilibrium } from '@spiral-arena/games-kuhn-poker';
import { describe, expect, it } from 'vitest';
import { CASES, count, expectRefused, KUHN, NEGOTIATION, open, openGame, playRandomly, randomPlayer, submitAll, TIC_TAC_TOE } from './case-table.js';

const cell = (number: number): Action => ({ cell: number });
const move = (word: string): Action => ({ move: word });
const offer = (give: Json, get: Json): Action => ({ kind: 'offer', give, get });
const negotiation = (): Match => openGame(NEGOTIATION, 'spiral-2');
const RANKS = ['J', 'Q', 'K'];
const DEALS = RANKS.flatMap((first) => RANKS.filter((second) => second !== first).map((second) => ({ first, second })));

describe('GAME-03 Kuhn poker: bets move chips', () => {
  const lines: readonly (readonly [string, (s: number) => number, number])[] = [
    ['check check', (s) => s, 0],
    ['check bet fold', () => -1, -6],
    ['check bet call', (s) => 2 * s, 0],
    ['bet fold', () => 1, 6],
    ['bet call', (s) => 2 * s, 0],
  ];
  it.each(lines)('GAME-03 %s', (line, chips, sum) => {
    let total = 0;
    for (const deal of DEALS) {
      const s = RANKS.indexOf(deal.first) > RANKS.indexOf(deal.second) ? 1 : -1;
      const match = submitAll(openGame(KUHN, 'single', {}, [deal]), line.split(' ').map(move));
      expect(match.end).toMatchObject({ reason: 'completed', returns: [chips(s), 0 - chips(s)] });
      total += match.end?.returns?.[0] as number;
    }
    expect(total).toBe(sum);
  });

  it('GAME-03 exact values over the tree: uniform +1/8, equilibrium -1/18', () => {
    const tree = solveTree(KUHN, resolveOptions(KUHN, { variant: 'single' }).options);
    expect(tree.values(tableOf(tree, uniform))[0]).toBeCloseTo(1 / 8, 12);
    for (const alpha of [0, 1 / 6, 1 / 3]) {
      const equilibrium = kuhnEquilibrium(alpha);
      const policy: Policy = ({ observation, legalActions }) => {
        const aggressive = equilibrium[observation.betting as keyof typeof equilibrium][RANKS.indexOf(observation.card as string)] as number;
        return legalActions.map((action) => (action.move === 'bet' || action.move === 'call' ? aggressive : 1 - aggressive));
      };
      expect(tree.values(tableOf(tree, policy))[0]).toBeCloseTo(-1 / 18, 12);
    }
  });
});

describe('GAME-04 Kuhn poker: the match is the sum of its hands', () => {
  const K_FIRST = { first: 'K', second: 'Q' };
  it.each([
    ['a', ['bet', 'call', 'bet', 'fold'], [1, -1], [1, -1]],
    ['b', ['bet', 'fold', 'bet', 'fold'], [0, 0], [0, 0]],
    ['c', ['check', 'bet', 'fold', 'bet', 'fold', 'check', 'bet', 'fold', 'bet', 'call'], [-1, 1], [-1, 1]],
  ] as const)('GAME-04 (%s) %j', (_letter, words, chips, returns) => {
    const hands = words.filter((word) => ['fold', 'call'].includes(word)).length;
    const match = open({ game: KUHN, variant: 'default', options: { hands } }, {}, Array.from({ length: hands }, () => K_FIRST));
    for (const word of words) {
      submitAll(match, [move(word)]);
      const { first, second } = match.observe('spectator').chips as { first: number; second: number };
      expect(first + second).toBe(0);
    }
    expect(match.observe('spectator').chips).toEqual({ first: chips[0], second: chips[1] });
    expect(match.end).toMatchObject({ reason: 'completed', returns });
    expect(match.game.isTerminal(match.state)).toBe(true);
    expect(match.game.isChance?.(match.state)).toBe(false); // no card and no ante for a further hand
    expect(match.events.filter(({ type }) => type === 'chance')).toHaveLength(hands);
    expect(match.observe(0)).toMatchObject({ pot: 0, card: null });
  });

  it('GAME-04 (d) deals are uniform and each seat opens half of the hands', () => {
    const deals: { [deal: string]: number } = {};
    const opened = [0, 0];
    const hands = 50 * count(200, 40);
    const rng = Rng.fromSeed(1);
    for (let round = 0; round < count(200, 40); round++) {
      const match = open({ game: KUHN, variant: 'default', options: { hands: 50 } }, { seed: rng.seed() });
      while (!match.end) {
        if (match.observe('spectator').betting === '') (opened[match.pending()[0] as Seat] as number)++;
        submitAll(match, [match.legalActions(match.pending()[0] as Seat)?.[0] as Action]);
      }
      for (const event of match.events) if (event.type === 'chance') deals[canonicalJson(event.outcome)] = (deals[canonicalJson(event.outcome)] ?? 0) + 1;
    }
    expect(Object.keys(deals)).toHaveLength(6);
    for (const times of Object.values(deals)) expect(Math.abs(times / hands - 1 / 6)).toBeLessThan(0.02);
    expect(opened).toEqual([hands / 2, hands / 2]);
  });
});

// (d), the whole tree, stands in games-tic-tac-toe.
it.each([
  ['a', '0 1 2 3 4 5 7 6 8', [1, -1]],
  ['b', '0 1 2 3 4 6 5 7 8', [1, -1]],
  ['c', '0 1 2 4 3 5 7 6 8', [0, 0]],
] as const)('GAME-05 (%s) a win on the last cell: %s', (_letter, cells, returns) => {
  const match = openGame(TIC_TAC_TOE);
  const actions = cells.split(' ').map((number) => cell(Number(number)));
  submitAll(match, actions.slice(0, 8));
  expect(match.end).toBeNull();
  submitAll(match, actions.slice(8));
  expect(match.end).toMatchObject({ reason: 'completed', returns, offenders: [] });
});

// (a), (b) need Connect Four, which comes with games-connect-four.
describe('GAME-07 a refused move costs no turn', () => {
  it('GAME-07 (c) an occupied cell, twice in one match, each time with the retry back', () => {
    const match = submitAll(openGame(TIC_TAC_TOE), [cell(4)]);
    expectRefused(match, 1, { action: cell(4) }, 'illegal-action');
    expect(match.retriesLeft(1)).toBe(0);
    expect(match.pending()).toEqual([1]);
    submitAll(match, [cell(0)]);
    expect(match.retriesLeft(1)).toBe(1);
    submitAll(match, [cell(1)]);
    expectRefused(match, 1, { action: cell(0) }, 'illegal-action');
    submitAll(match, [cell(2)]);
    expect(match.pending()).toEqual([0]);
    expect(match.end).toBeNull();
  });

  it('GAME-07 (d) out of turn five times uses up no retry', () => {
    const match = openGame(TIC_TAC_TOE);
    for (let time = 0; time < 5; time++) expectRefused(match, 1, { action: cell(0) }, 'not-your-turn');
    expect(match.retriesLeft(1)).toBe(1);
    expect(match.events).toEqual([]);
  });

  it('GAME-07 (b) a hundred refusals applied to the rules themselves change nothing', () => {
    const match = submitAll(openGame(TIC_TAC_TOE), [cell(4)]);
    const before = match.hash();
    for (let time = 0; time < 100; time++) expect(match.game.refusal(match.state, 1, cell(4))).toContain('4');
    expect(match.hash()).toBe(before);
    submitAll(match, [cell(0)]);
    expect(match.ply).toBe(2);
  });
});

describe.each(CASES)('random games of $name', (entry) => {
  it('GAME-08, GAME-09, GAME-17 no dead ends, an end within maxSteps that stays, returns that sum to 0', () => {
    for (let seed = 0; seed < count(10_000, 25); seed++) {
      const match = open(entry, { seed: parseSeed(seed) });
      const { game } = match;
      let before: readonly (readonly [Seat, Action])[] = [];
      playRandomly(match, Rng.fromSeed(seed), (seat, action) => {
        const legal = match.legalActions(seat);
        before = (legal ?? [action]).slice(0, 3).map((item) => [seat, item] as const);
        expect(before.length).toBeGreaterThan(0);
        for (const item of legal ?? []) {
          expect(game.refusal(match.state, seat, item)).toBeNull();
          expect(match.actionSpec.check(item)).toBeNull();
        }
        for (const other of match.header.seats.keys()) if (other !== seat) expect(match.legalActions(other)).toEqual([]);
      });
      expect(match.end?.reason).toBe('completed');
      expect(match.ply).toBeLessThanOrEqual(game.maxSteps(match.options));
      const end = JSON.stringify(match.end);
      const hash = match.hash();
      for (const [, action] of before) {
        for (const seat of match.header.seats.keys()) {
          expect(match.legalActions(seat)).toEqual([]);
          expect(game.legalActions(match.state, seat)).toEqual([]);
          expectRefused(match, seat, { action }, 'match-over');
        }
      }
      expect(JSON.stringify(match.end)).toBe(end);
      expect(match.hash()).toBe(hash);
      expect(match.end?.returns?.reduce((sum, value) => sum + value, 0)).toBe(0);
      const { max } = game.returnsRange(match.options);
      for (const value of match.end?.returns ?? []) expect(Math.abs(value)).toBeLessThanOrEqual(max);
    }
  });
});

describe('GAME-10 and GAME-11 negotiation through the match', () => {
  const cheap = offer({ Wood: 2 }, { Gold: 1 });
  const [accept, deny, talk]: readonly Action[] = [{ kind: 'accept' }, { kind: 'deny' }, { kind: 'talk', message: 'Hm.' }];

  it.each([
    ['a', [cheap, deny, talk], accept],
    ['b', [cheap, talk], accept],
    ['c', [cheap, talk, talk], accept],
    ['e accept', [], accept],
    ['e deny', [], deny],
  ] as const)('GAME-10 (%s) the last answer finds no open offer', (_letter, actions, last) => {
    const match = submitAll(negotiation(), actions as readonly Action[]);
    const seat = match.pending()[0] as Seat;
    expectRefused(match, seat, { action: last }, 'illegal-action');
    expect(match.events.at(-1)).toMatchObject({ type: 'refused', message: expect.stringContaining('there is no open offer') as unknown });
  });

  it('GAME-10 (d) a counter-offer alone is executed', () => {
    const match = submitAll(negotiation(), [cheap, offer({ Gold: 1 }, { Wood: 1 }), accept as Action]);
    expect([0, 1].map((seat) => (match.observe(seat).own as { stock: Json }).stock)).toEqual([{ Wood: 9, Gold: 11 }, { Wood: 11, Gold: 9 }]);
    expectRefused(match, 1, { action: accept }, 'illegal-action');
  });

  it('GAME-10 (f) GAME-11 (f) nobody may accept an own offer, and totals are constant, in random games', () => {
    for (let seed = 0; seed < count(10_000, 60); seed++) {
      const match = openGame(NEGOTIATION, seed % 2 === 0 ? 'spiral-2' : 'default', { seed: parseSeed(seed) });
      const stocks = (): readonly { readonly [name: string]: number }[] => [0, 1].map((seat) => (match.observe(seat).own as { stock: { [name: string]: number } }).stock);
      const total = (): Json => Object.fromEntries(Object.keys(stocks()[0] as object).map((name) => [name, (stocks()[0]?.[name] as number) + (stocks()[1]?.[name] as number)]));
      const first = total();
      playRandomly(match, Rng.fromSeed(seed), (seat) => {
        const { offer: standing, role, can } = match.observe(seat) as { offer: { by: string } | null; role: string; can: readonly string[] };
        if (standing?.by === role) expect(can).not.toContain('accept');
        if (!standing || standing.by === role) expect(match.game.refusal(match.state, seat, { kind: 'accept' })).not.toBeNull();
        expect(total()).toEqual(first);
        for (const amount of stocks().flatMap((stock) => Object.values(stock))) expect(amount).toBeGreaterThanOrEqual(0);
      });
      expect(total()).toEqual(first);
    }
  });

  it('GAME-11 (a) (b) (c) stock of the proposer counts, stock of the other is told to nobody', () => {
    expectRefused(negotiation(), 0, { action: offer({ Wood: 11 }, { Gold: 1 }) }, 'illegal-action');
    submitAll(negotiation(), [offer({ Wood: 10 }, { Gold: 1 })]);
    const match = submitAll(negotiation(), [offer({ Wood: 1 }, { Gold: 11 })]);
    expect(match.observe(1).can).not.toContain('accept');
    expectRefused(match, 1, { action: accept }, 'illegal-action');
    submitAll(match, [deny as Action]); // the offer was still open for the retry
  });

  // (d), a stored state that play cannot reach, stands in games-simple-negotiation.
  it.each([
    [offer({ Wood: 0 }, { Gold: 1 }), '[Offer: 0 Wood -> 1 Gold]', '/give/Wood'],
    [offer({}, { Gold: 1 }), '[Offer: -> 1 Gold]', '/give'],
    [offer({ Silver: 1 }, { Gold: 1 }), '[Offer: 1 Silver -> 1 Gold]', '/give/Silver'],
    [offer({ Wood: 1.5 }, { Gold: 1 }), '[Offer: 1.5 Wood -> 1 Gold]', '/give/Wood'],
  ])('GAME-11 (e) %j', (action, text, pointer) => {
    expectRefused(negotiation(), 0, { action }, 'bad-shape', pointer);
    expectRefused(negotiation(), 0, { text }, 'malformed');
  });

  it('GAME-11 (e) a repeated resource is summed, and the sum has to be owned', () => {
    expectRefused(negotiation(), 0, { text: '[Offer: 6 Wood and 6 Wood -> 1 Gold]' }, 'illegal-action');
  });
});

describe('GAME-12 a win on the last allowed turn is a win', () => {
  // (c) comes with games-pig-dice, (e) with games-truth-and-deception.
  const short: Game = { ...TIC_TAC_TOE, id: 'tic-tac-toe-short', maxSteps: () => 5 };

  it.each([
    ['a', [0, 3, 1, 4, 2], [1, -1], 'completed'],
    ['b', [0, 3, 1, 4, 8], [0, 0], 'truncated'],
  ] as const)('GAME-12 (%s) five plies of tic-tac-toe', (_letter, cells, returns, reason) => {
    expect(submitAll(openGame(short), cells.map(cell)).end).toMatchObject({ reason, returns, ply: 5 });
  });

  it('GAME-12 (d) the trade of the tenth action counts', () => {
    const nine = ['Hm.', 'Hm.', 'Hm.', 'Hm.', 'Hm.', 'Hm.', 'Hm.', 'Hm.', '[Offer: 2 Wood -> 1 Gold]'];
    const match = submitAll(openGame(NEGOTIATION, 'spiral-2'), [...nine, '[Accept]']);
    expect(match.end).toMatchObject({ reason: 'completed', returns: [-1, 1], ply: 10 });
    expect([0, 1].map((seat) => (match.observe(seat).own as { gain: number }).gain)).toEqual([5, 25]);
    expect(submitAll(openGame(NEGOTIATION, 'spiral-2'), [...nine, '[Deny]']).end).toMatchObject({ reason: 'completed', returns: [0, 0] });
  });

  it('GAME-12 (f) a call as the last action of the last hand is decided by the showdown', () => {
    const match = open({ game: KUHN, variant: 'default', options: { hands: 1 } }, {}, [{ first: 'J', second: 'Q' }]);
    expect(submitAll(match, [move('check'), move('bet'), move('call')]).end).toMatchObject({ reason: 'completed', returns: [-1, 1], ply: 3 });
  });
});

describe('GAME-16 endings that are not the rules\' doing', () => {
  const profiles: readonly ProfileName[] = ['textarena', 'spiral-train'];
  const seeds = parseSeed(1);

  /** Plays tic-tac-toe where one seat's agent does something on its first move; says how often the other was asked. */
  async function played(offender: Seat, profile: ProfileName, act: Agent['act'], late = false): Promise<{ match: Match; asked: number }> {
    let asked = 0;
    const good: Agent = { name: 'good', act: ({ legalActions }) => (asked++, { action: legalActions?.at(-1) }) };
    const bad: Agent = { name: 'bad', act };
    const agents = offender === 0 ? [bad, good] : [good, bad];
    const timer = late ? () => Promise.resolve() : undefined;
    const match = await playMatch({ game: TIC_TAC_TOE, matchId: 'm', seed: seeds, profile }, agents, timer ? { moveMs: 1_000, timer: (ms, signal) => (agents[offender] === bad && asked === (offender === 0 ? 0 : 1) ? timer() : new Promise(() => signal.aborted || ms)) } : {});
    return { match, asked };
  }

  it.each([0, 1].flatMap((offender) => profiles.map((profile) => [offender, profile] as const)))('GAME-16 (a) (b) (d) agents, seat %i, %s', async (offender, profile) => {
    const asked = offender === 0 ? 0 : 1;
    const lose = (loss: number): readonly number[] => (offender === 0 ? [-loss, loss] : [loss, -loss]);
    const other = 1 - offender;

    const thrown = await played(offender, profile, () => Promise.reject(new Error('boom')));
    expect(thrown.match.end).toMatchObject({ reason: 'disconnected', cause: 'agent threw', offenders: [offender], returns: lose(1) });
    expect(thrown.asked).toBe(asked);
    expect(JSON.stringify([toldEvents(thrown.match, other), thrown.match.end])).not.toContain('boom');

    const slow = await played(offender, profile, () => new Promise(() => undefined), true);
    expect(slow.match.end).toMatchObject({ reason: 'timeout', offenders: [offender], returns: lose(1) });
    expect(slow.asked).toBe(asked);

    let tries = 0;
    const occupied = await played(offender, profile, () => (tries++, { action: { cell: offender === 0 ? 9 : 8 } }));
    expect(occupied.match.end).toMatchObject({ reason: 'illegal', offenders: [offender], returns: lose(profile === 'spiral-train' ? 1.5 : 1) });
    expect(tries).toBe(profile === 'textarena' ? 2 : 1);
    expect(occupied.asked).toBe(asked);
  });

  it.each([0, 1].flatMap((offender) => profiles.map((profile) => [offender, profile] as const)))('GAME-16 (c) (e) (f) (g) from outside, seat %i, %s', (offender, profile) => {
    const start = (): Match => submitAll(openGame(TIC_TAC_TOE, 'default', { profile }), offender === 0 ? [] : [cell(8)]);
    const lose = offender === 0 ? [-1, 1] : [1, -1];

    const gone = start();
    gone.fail([offender], 'disconnected', 'socket closed');
    expect(gone.end).toMatchObject({ reason: 'disconnected', cause: 'socket closed', offenders: [offender], returns: lose });

    const resigned = start();
    resigned.fail([offender], 'resigned');
    expect(resigned.end).toMatchObject({ reason: 'resigned', offenders: [offender], returns: lose });

    const aborted = start();
    aborted.abort('server fault');
    expect(aborted.end).toMatchObject({ reason: 'aborted', offenders: [], returns: null });

    const both = start();
    both.fail([0, 1], 'disconnected', 'socket closed');
    expect(both.end).toMatchObject({ reason: 'disconnected', offenders: [0, 1], returns: [0, 0] });

    for (const match of [gone, resigned, aborted, both]) {
      expect(match.pending()).toEqual([]);
      expectRefused(match, 1 - offender, { action: cell(0) }, 'match-over');
    }
  });
});

describe('GAME-17 returns of a zero-sum game sum to zero', () => {
  const chips = { name: 'kuhn chips', game: KUHN, variant: 'default', options: { scoring: 'chips' } };
  const settings = [['strict', 1], ['textarena', 1], ['spiral-train', 1], ['spiral-train', 1.5], ['spiral-train', 3]] as const;

  it.each([...CASES, chips])('GAME-17 every forfeit in $name', (entry) => {
    for (const [profile, penalty] of settings) {
      for (const offender of [0, 1]) {
        const start = (): Match => {
          const match = open(entry, { profile, penalty });
          const choose = randomPlayer(match, Rng.fromSeed(3));
          while (match.pending()[0] !== offender) submitAll(match, [choose(match.pending()[0] as Seat)]);
          return match;
        };
        const illegal = start();
        while (!illegal.end) illegal.submit(offender, { action: null });
        const failed = (['timeout', 'resigned', 'disconnected'] as const).map((reason) => {
          const match = start();
          match.fail([offender], reason);
          return match;
        });
        const worst = open(entry).game.returnsRange(illegal.options).min;
        for (const match of [illegal, ...failed]) {
          const returns = match.end?.returns as readonly number[];
          expect(returns.reduce((sum, value) => sum + value, 0)).toBe(0);
          expect(returns[offender]).toBeLessThanOrEqual(worst);
          expect(returns[offender]).toBe(worst * (match === illegal ? penalty : 1));
          expect(match.end?.zeroSum).toBe(true);
        }
      }
    }
  });

  // Liar's Dice for three comes with games-liars-dice; the trainer's explicit switch is tested in trainer.
  it('GAME-17 spiral-reference says that it is not zero-sum, and is refused for rated matches', () => {
    const match = openGame(TIC_TAC_TOE, 'default', { profile: 'spiral-reference' });
    match.submit(0, { action: null });
    expect(match.end).toMatchObject({ reason: 'illegal', returns: [-1.5, 0.5], zeroSum: false });
    expect(writeRecord(recordOf(match))).toContain('"zeroSum":false');
    expect(() => openGame(TIC_TAC_TOE, 'default', { profile: 'spiral-reference', rated: true })).toThrow(expect.objectContaining({ code: 'CORE_PROFILE_REFUSED' }));
  });
});

describe('GAME-18 different states differ', () => {
  // (a) comes with games-pig-dice.
  it('GAME-18 (b) the same cards with another opener', () => {
    const deal = { first: 'K', second: 'J' };
    const matches = [['first', 'second'], ['second', 'first']].map((roles) => openGame(KUHN, 'single', { roles }, [deal]));
    expect(new Set(matches.map((match) => match.hash())).size).toBe(2);
    expect(new Set(matches.map((match) => canonicalJson(match.state))).size).toBe(2);
  });

  it('GAME-18 (c) an open offer and its maker', () => {
    const talk = 'Hm.';
    const offer = '[Offer: 2 Wood -> 1 Gold]';
    const matches = [[offer], [talk], [talk, offer], [talk, talk], [offer, offer]].map((texts) => submitAll(openGame(NEGOTIATION, 'spiral-2'), texts));
    expect(new Set(matches.map((match) => match.hash())).size).toBe(matches.length);
  });

  it.each(CASES)('GAME-18 (d) (e) in $name one changed field is another state, other key order is not', (entry) => {
    const match = open(entry, { seed: parseSeed(2) });
    const choose = randomPlayer(match, Rng.fromSeed(2));
    for (let turn = 0; turn < 2 && !match.end; turn++) submitAll(match, [choose(match.pending()[0] as Seat)]);
    const text = canonicalJson(match.state);
    const changed = oneLeafChanged(match.state);
    expect(changed.length).toBeGreaterThan(5);
    expect(new Set([text, ...changed.map(canonicalJson)]).size).toBe(changed.length + 1);
    expect(canonicalJson(keysReversed(match.state))).toBe(text);
    expect(JSON.stringify(keysReversed(match.state))).not.toBe(JSON.stringify(match.state));
  });
});

describe('GAME-19 a stored state is the same state', () => {
  it.each(CASES)('GAME-19 (a) $name, at every turn, state and record', (entry) => {
    for (let seed = 0; seed < count(200, 7); seed++) {
      const match = open(entry, { seed: parseSeed(seed) });
      const { game } = match;
      const copies: { match: Match; at: number }[] = [];
      const actions: (readonly [Seat, Action])[] = [];
      playRandomly(match, Rng.fromSeed(seed), (seat, action) => {
        const state = JSON.parse(JSON.stringify(match.state)) as typeof match.state;
        expect(canonicalJson(state)).toBe(canonicalJson(match.state));
        for (const reader of [...match.header.seats.keys(), 'spectator' as const]) {
          expect(JSON.stringify(game.observe(state, reader))).toBe(JSON.stringify(match.observe(reader)));
          if (reader !== 'spectator') expect(JSON.stringify(game.legalActions(state, reader))).toBe(JSON.stringify(game.legalActions(match.state, reader)));
        }
        const copy = resume(readRecord(writeRecord(recordOf(match))), game);
        expect(copy.hash()).toBe(match.hash());
        copies.push({ match: copy, at: actions.length });
        actions.push([seat, action]);
      });
      for (const { match: copy, at } of copies) {
        for (const [seat, action] of actions.slice(at)) copy.submit(seat, { action });
        expect(copy.hash()).toBe(match.hash());
        expect(JSON.stringify(copy.events)).toBe(JSON.stringify(match.events)); // all later chance too
      }
    }
  });

  it.each(CASES)('GAME-19 (b) damaged or foreign records of $name are refused', (entry) => {
    const match = playRandomly(open(entry), Rng.fromSeed(1));
    const text = writeRecord(recordOf(match));
    const refused = (stored: string, code: RegExp): void => {
      expect(() => resume(readRecord(stored), match.game)).toThrow(expect.objectContaining({ code: expect.stringMatching(code) as unknown }));
    };
    refused(text.slice(0, text.length / 2), /^CORE_RECORD_INVALID$/);
    refused('{}', /^CORE_RECORD_INVALID$/);
    refused('{}\n', /^CORE_RECORD_INVALID$/);
    const other = match.game === KUHN ? TIC_TAC_TOE : KUHN;
    refused(writeRecord(recordOf(openGame(other))), /^CORE_REPLAY_DIVERGED$/);
    refused(text.replace(`"gameVersion":"${match.game.version}"`, '"gameVersion":"0.0.1"'), /^CORE_STATE_INVALID$/);
  });
});

describe('GAME-20 looking changes nothing', () => {
  it.each(CASES)('GAME-20 $name: three equal looks, an equal hash, an equal log with 0, 1 or 3 of them', (entry) => {
    for (let seed = 0; seed < count(200, 6); seed++) {
      const logs = [0, 1, 3].map((times) => {
        const match = open(entry, { seed: parseSeed(seed) });
        playRandomly(match, Rng.fromSeed(seed), () => {
          const before = match.hash();
          look(match, times);
          expect(match.hash()).toBe(before);
        });
        look(match, times);
        return JSON.stringify(match.events);
      });
      expect(new Set(logs).size).toBe(1);
    }
  });
});

/** Copies of a JSON value, each with one leaf changed to another value of its kind. */
function oneLeafChanged(value: Json): Json[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((item, index) => oneLeafChanged(item).map((changed) => (value as readonly Json[]).with(index, changed)));
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([key, item]) => oneLeafChanged(item).map((changed) => ({ ...value, [key]: changed })));
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'boolean') return [!value];
  return [value === null ? 0 : `${value}'`];
}

function keysReversed(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(keysReversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).toReversed().map(([key, item]) => [key, keysReversed(item)]));
}

/** Reads all that can be read so many times; all answers have to be equal. */
function look(match: Match, times: number): void {
  const seen = Array.from({ length: times }, () => {
    const readers = [...match.header.seats.keys(), 'spectator' as const];
    return JSON.stringify(readers.map((reader) => {
      const observation = match.observe(reader);
      const role = reader === 'spectator' ? 'first' : match.roleOf(reader);
      return [observation, match.game.text(observation), match.game.brief(observation), match.game.rules(role, match.options), reader === 'spectator' ? null : match.legalActions(reader), toldEvents(match, reader)];
    }));
  });
  expect(new Set(seen).size).toBeLessThanOrEqual(1);
}
