/** Rock-paper-scissors: its rounds, the value of one round, and that nothing of a round is known before both moves are in. */
import { fillDefaults, readAction, resolveOptions, type ScriptedAgent } from '@spiral-arena/core/game';
import { Match, recordForOwner, recordOf, replay, toldEvents } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { MOVES, rps, type RpsAction, type RpsMove, type RpsObservation, type RpsOptions, type RpsState } from './index.js';

const READERS = [0, 1, 'spectator'] as const;
const LETTERS: { readonly [letter: string]: RpsMove } = { r: 'rock', p: 'paper', s: 'scissors' };

function optionsOf(rounds: number): RpsOptions {
  return resolveOptions(rps, { options: { rounds } }).options as RpsOptions;
}

function start(rounds: number): RpsState {
  return rps.initialState(optionsOf(rounds), ['player', 'player']) as RpsState;
}

function choose(state: RpsState, seat0: RpsMove, seat1: RpsMove): RpsState {
  return rps.apply(state, { kind: 'actions', actions: { 0: { move: seat0 }, 1: { move: seat1 } } }) as RpsState;
}

/** Plays rounds written as two letters, seat 0 first: `rp ss`. */
function play(rounds: string, count = rounds.split(' ').length): RpsState {
  let state = start(count);
  for (const [a = '', b = ''] of rounds.split(' ')) state = choose(state, LETTERS[a] as RpsMove, LETTERS[b] as RpsMove);
  return state;
}

/** Rounds won by the two agents over nine rounds. */
function pairing(names: readonly [string, string], params: Record<string, string> = {}, seed = 1): readonly [number, number] {
  const policies = names.map((name, seat) => {
    const agent = rps.agents?.[name] as ScriptedAgent<RpsAction, RpsObservation>;
    return agent.make(fillDefaults(agent.paramsSchema ?? {}, params), Rng.fromSeed(seed).fork(seat));
  });
  let state = start(9);
  while (!rps.isTerminal(state)) {
    const [a, b] = policies.map((policy, seat) => policy(rps.observe(state, seat) as RpsObservation, null).move) as [RpsMove, RpsMove];
    state = choose(state, a, b);
  }
  return state.won;
}

describe('conformance', () => {
  for (const { name, run } of gameConformance(rps)) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(rps)).toMatchFileSnapshot('./rps.playthrough.txt');
  });
});

describe('rules', () => {
  it('rock beats scissors, scissors beats paper, paper beats rock', () => {
    const pays = (round: string) => rps.returns(play(round))[0];
    expect(['rs', 'sp', 'pr'].map(pays)).toEqual([1, 1, 1]);
    expect(['sr', 'ps', 'rp'].map(pays)).toEqual([-1, -1, -1]);
    expect(['rr', 'pp', 'ss'].map(pays)).toEqual([0, 0, 0]);
  });

  it('more rounds win, equal numbers are a draw, and every round is played', () => {
    expect(rps.returns(play('rs pp rp rs'))).toEqual([1, -1]);
    expect(rps.returns(play('rs rp pp'))).toEqual([0, 0]);
    const early = play('rs rs rs', 4);
    expect([rps.isTerminal(early), rps.seatsToAct(early), rps.returns(early)]).toEqual([false, [0, 1], [0, 0]]);
    expect(rps.maxSteps(optionsOf(4))).toBe(4);
  });

  it('one round has value 0, and only the uniform strategy keeps it', () => {
    const payoff = MOVES.map((own) => MOVES.map((other) => rps.returns(choose(start(1), own, other))[0] as number));
    const keeping: number[][] = [];
    for (let rock = 0; rock <= 12; rock++) {
      for (let paper = 0; paper <= 12 - rock; paper++) {
        const mix = [rock, paper, 12 - rock - paper];
        const worst = Math.min(...MOVES.map((_, other) => mix.reduce((sum, weight, own) => sum + weight * (payoff[own]?.[other] as number), 0)));
        expect(worst).toBeLessThanOrEqual(0);
        if (worst === 0) keeping.push(mix);
      }
    }
    expect(keeping).toEqual([[4, 4, 4]]);
  });
});

describe('secrecy', () => {
  it('SECRET-03 e: before both moves are in, nobody else learns whether or what the other has chosen', () => {
    for (const seat of [0, 1]) {
      const known = [null, ...MOVES].map((move) => {
        const match = Match.start({ game: rps, matchId: 'm', seed: parseSeed(3) });
        for (const first of [0, 1]) match.submit(first, { text: 'r' });
        if (move !== null) match.submit(seat, { action: { move } });
        const others = READERS.filter((reader) => reader !== seat);
        return JSON.stringify([match.turnId, match.ply, match.legalActions(1 - seat), match.retriesLeft(1 - seat), others.map((reader) => [match.observe(reader), toldEvents(match, reader)]), recordForOwner(recordOf(match), (owner) => owner !== seat)]);
      });
      expect(new Set(known).size).toBe(1);
    }
  });

  it('each seat sees its own moves first, a spectator those of seat 0', () => {
    const state = play('rs rp', 9);
    expect(rps.observe(state, 0)).toMatchObject({ role: 'player', past: [['rock', 'scissors'], ['rock', 'paper']], won: [1, 1] });
    expect(rps.observe(state, 1)).toMatchObject({ role: 'player', past: [['scissors', 'rock'], ['paper', 'rock']], won: [1, 1] });
    expect(rps.observe(state, 'spectator')).toMatchObject({ role: 'spectator', past: [['rock', 'scissors'], ['rock', 'paper']] });
  });

  it('the order of arrival changes nothing, and the record replays', () => {
    const ends = [[0, 1], [1, 0]].map((order) => {
      const match = Match.start({ game: rps, matchId: 'm', seed: parseSeed(3), options: optionsOf(2) });
      for (let round = 0; round < 2; round++) for (const seat of order) match.submit(seat, { text: seat === 0 ? '[rock]' : '[paper]' });
      expect(replay(recordOf(match), rps).hash()).toBe(match.hash());
      return [match.hash(), match.end?.returns, toldEvents(match, 0)];
    });
    expect(ends[0]).toEqual(ends[1]);
    expect(ends[0]?.[1]).toEqual([-1, 1]);
  });
});

describe('texts', () => {
  const seen = rps.observe(play('rs rp', 9), 1);
  const read = (text: string) => readAction(rps, seen, text);

  it('reads one move, also by its letter', () => {
    for (const text of ['[paper]', '[PAPER]', 'p', '[ P ]', 'I take [paper], yes [p].']) expect(read(text), text).toEqual({ ok: true, action: { move: 'paper' } });
    expect(read('[rock please]')).toMatchObject({ ok: false, kind: 'malformed' });
    for (const text of ['[stone]', '[toString]', '[]', 'x', '', '[ro]', '[\u017Fcissors]']) expect(read(text), text).toMatchObject({ ok: false, kind: 'no-action' });
  });

  it('PARSE-11: two moves in one text are ambiguous', () => {
    for (const text of ['[rock] [paper]', '[r], no, [s]']) expect(read(text), text).toMatchObject({ ok: false, kind: 'ambiguous' });
  });

  it('show rounds and score from the side of the reader', () => {
    expect(rps.brief(seen)).toBe('rps player 7 1 1 scissors rock paper rock');
    expect(rps.text(seen)).toBe(
      'You are a player.\nRounds won: you 1, opponent 1. Rounds left: 7.\nRound 1: you scissors, opponent rock, opponent won.\nRound 2: you paper, opponent rock, you won.\nChoose for round 3: [rock], [paper] or [scissors].',
    );
    expect(rps.text(rps.observe(play('rs'), 'spectator'))).toContain('The match is over: seat 0 won.');
    expect(rps.text(rps.observe(play('rr'), 0))).toContain('The match is over: a draw.');
  });

  it('the brief keeps the last twelve rounds', () => {
    const long = rps.brief(rps.observe(play(Array.from({ length: 20 }, () => 'rp').join(' '), 30), 0)).split(' ');
    expect(long).toHaveLength(5 + 24);
    expect(long.slice(0, 5)).toEqual(['rps', 'player', '10', '0', '20']);
  });
});

describe('agents', () => {
  it('frequency finds a habit', () => {
    for (let seed = 0; seed < 5; seed++) {
      for (const move of MOVES) expect(pairing(['frequency', 'fixed'], { move }, seed)[0]).toBeGreaterThanOrEqual(8);
    }
  });

  it('copy-last trails a cycle by one and loses every round after the first', () => {
    expect(pairing(['copy-last', 'cycle'])[1]).toBeGreaterThanOrEqual(8);
    expect(pairing(['cycle', 'cycle'])).toEqual([0, 0]);
  });

  it('uniform plays each move about equally often', () => {
    const uniform = rps.agents?.['uniform']?.make({}, Rng.fromSeed(2));
    const counts = new Map<unknown, number>();
    for (let draw = 0; draw < 1200; draw++) {
      const move = uniform?.(rps.observe(start(9), 0), null)?.['move'];
      counts.set(move, (counts.get(move) ?? 0) + 1);
    }
    expect(counts.size).toBe(3);
    for (const count of counts.values()) expect(Math.abs(count - 400)).toBeLessThan(60);
  });
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['rps']);
});
