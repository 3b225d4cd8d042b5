/** Pig Dice: turns, limits and endings with scripted dice, an independent reference, texts and state. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readAction, resolveOptions } from '@spiral-arena/core/game';
import { Match, recordOf, resume } from '@spiral-arena/core/match';
import { parseSeed } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { pigDice, type PigMove, type PigOptions, type PigState } from './index.js';

const SEED = parseSeed(7);

function optionsOf(options: Partial<PigOptions> = {}, variant = 'default'): PigOptions {
  return resolveOptions(pigDice, { variant, options }).options as PigOptions;
}

const SHORT = optionsOf({}, 'short');

/** Plays dice (the mover rolls) and `hold`s from a state. */
function play(text: string, from: PigState | PigOptions = SHORT, roles: readonly string[] = ['first', 'second']): PigState {
  let state = 'scores' in from ? from : (pigDice.initialState(from, roles) as PigState);
  for (const word of text.split(' ').filter(Boolean)) state = word === 'hold' ? move(state, 'hold') : die(move(state, 'roll'), Number(word));
  return state;
}

function move(state: PigState, played: PigMove): PigState {
  const seat = pigDice.seatsToAct(state)[0] as number;
  return pigDice.apply(state, { kind: 'actions', actions: { [seat]: { move: played } } }) as PigState;
}

function die(state: PigState, outcome: number): PigState {
  assert.ok(pigDice.isChance?.(state));
  return pigDice.apply(state, { kind: 'chance', outcome }) as PigState;
}

/** Scores by role, turn total, seat to move. */
function summary(state: PigState): readonly unknown[] {
  return [state.scores.first, state.scores.second, state.total, ...pigDice.seatsToAct(state)];
}

describe('conformance', () => {
  // Matches of random play take hundreds of plies, so few are played, and of the long variant, which differs in its numbers only, one.
  const { short, long } = pigDice.variants;
  const quick = { ...pigDice, variants: { short, 'equal-turns': { target: 12, turnLimit: 20, sides: 4, equalTurns: true } } } as typeof pigDice;
  for (const { name, run } of gameConformance(quick, { matches: 15 })) it(name, run);
  for (const { name, run } of gameConformance({ ...pigDice, variants: { long } } as typeof pigDice, { matches: 1 })) it(`long: ${name}`, run);

  it('plays its golden match', async () => {
    await expect(playthrough(pigDice, { variant: 'short' })).toMatchFileSnapshot('./pig-dice.playthrough.txt');
  });
});

describe('GAME-14 who rolls next, and what is lost', () => {
  const banked = (first: number): PigState => ({ ...play(''), scores: { first, second: 0 } });

  it.each([
    ['a', play('2 3 4 5 6'), [0, 0, 20, 0]],
    ['b', play('6 1'), [0, 0, 0, 1]],
    ['c', play('5 5 hold hold 5 1'), [10, 0, 0, 1]],
    ['d', play('4 hold'), [4, 0, 0, 1]],
    ['e', play('hold'), [0, 0, 0, 1]],
    ['f, before the hold', play('6', banked(44)), [44, 0, 6, 0]],
    ['g', play('6 1', banked(44)), [44, 0, 0, 1]],
    ['h', play('5 hold', banked(44)), [49, 0, 0, 1]],
  ] as const)('GAME-14 (%s)', (_, state, expected) => {
    expect(summary(state)).toEqual(expected);
    expect(pigDice.isTerminal(state)).toBe(false);
  });

  it('GAME-14 (f) the hold wins at exactly 50', () => {
    const end = play('6 hold', banked(44));
    expect([pigDice.isTerminal(end), pigDice.returns(end), end.scores.first]).toEqual([true, [1, -1], 50]);
  });

  it('over the target and then a 1: nothing is won', () => {
    expect(summary(play('6 6 6 1', banked(44)))).toEqual([44, 0, 0, 1]);
    expect(pigDice.returns(play('6 6 hold', banked(44)))).toEqual([1, -1]);
  });
});

describe('limits', () => {
  function finish(actions: (ply: number, seat: number) => PigMove, dice: readonly number[], options: PigOptions = SHORT): Match {
    const match = Match.start({ game: pigDice, matchId: 'm', seed: SEED, options }, dice);
    while (!match.end) {
      const seat = match.pending()[0] as number;
      assert.ok(match.submit(seat, { action: { move: actions(match.ply, seat) } }).ok);
    }
    return match;
  }

  it('GAME-15 (a) both always hold: a draw after exactly 50 turns', () => {
    expect(finish(() => 'hold', []).end).toMatchObject({ reason: 'completed', returns: [0, 0], ply: 50 });
  });

  it('GAME-15 (b) two points at the start decide', () => {
    const match = finish((ply) => (ply === 0 ? 'roll' : 'hold'), [2]);
    expect(match.end).toMatchObject({ reason: 'completed', returns: [1, -1], ply: 51 });
    expect((match.state as PigState).scores).toEqual({ first: 2, second: 0 });
  });

  it('GAME-15 (c) both always roll 2, 1: fifty turns, a hundred rolls, a draw', () => {
    const match = finish(() => 'roll', Array.from({ length: 100 }, (_, index) => 2 - (index % 2)));
    expect(match.end).toMatchObject({ reason: 'completed', returns: [0, 0], ply: 100 });
    expect((match.state as PigState).turn).toBe(50);
  });

  it('GAME-15 (d) sixes without end are cut off after 1,000 plies, and nothing is banked', () => {
    const match = finish(() => 'roll', Array.from({ length: 1000 }, () => 6));
    expect(match.end).toMatchObject({ reason: 'truncated', returns: [0, 0], ply: 1000 });
  });

  it('GAME-12 (c) a win on the last turn is a win', () => {
    let state: PigState = { ...play(''), scores: { first: 0, second: 44 }, turn: 49 };
    state = play('6', state);
    expect([pigDice.seatsToAct(state), pigDice.isTerminal(state)]).toEqual([[1], false]);
    expect([pigDice.isTerminal(play('hold', state)), pigDice.returns(play('hold', state))]).toEqual([true, [-1, 1]]);
    // The same turn without reaching the target ends the match by the limit; more banked points win.
    expect(pigDice.returns(play('5 hold', { ...play(''), scores: { first: 30, second: 20 }, turn: 49 }))).toEqual([1, -1]);
    expect(pigDice.returns(play('1', { ...play(''), scores: { first: 30, second: 30 }, turn: 49 }))).toEqual([0, 0]);
  });

  it('PLUGIN-02 (b) (c) options arrive, wrong ones are refused by name, a limit of 2 ends the match at the second hand-over', () => {
    expect(() => optionsOf({ turnLimt: 5 } as Partial<PigOptions>)).toThrow(/turnLimt/);
    for (const turnLimit of ['5', -1, 0, 3] as unknown as number[]) expect(() => optionsOf({ turnLimit }), String(turnLimit)).toThrow(/turnLimit/);
    expect(finish(() => 'hold', [], optionsOf({ turnLimit: 2 })).end).toMatchObject({ reason: 'completed', returns: [0, 0], ply: 2 });
    const strict = Match.start({ game: pigDice, matchId: 'm', seed: SEED, options: optionsOf({ turnLimit: 2 }) });
    strict.submit(0, { text: 'pass' });
    expect(strict.end).toMatchObject({ reason: 'illegal', offenders: [0], returns: [-1, 1] });
  });

  it('sides: other dice are enumerated too', () => {
    const coin = move(pigDice.initialState(optionsOf({ sides: 2 }), ['first', 'second']) as PigState, 'roll');
    expect(pigDice.chanceOutcomes?.(coin)).toEqual([{ outcome: 1, probability: 1 / 2 }, { outcome: 2, probability: 1 / 2 }]);
    expect(pigDice.chanceOutcomes?.(move(play(''), 'roll'))?.map(({ outcome, probability }) => [outcome, probability])).toEqual([1, 2, 3, 4, 5, 6].map((outcome) => [outcome, 1 / 6]));
  });
});

describe('equal turns', () => {
  const options = optionsOf({ target: 10, equalTurns: true });

  it('second may answer once when first reaches the target; more points win, equal points are a draw', () => {
    const reached = play('6 6 hold', options);
    expect([pigDice.isTerminal(reached), pigDice.seatsToAct(reached)]).toEqual([false, [1]]);
    expect(pigDice.text(pigDice.observe(reached, 1))).toContain('last turn: first has reached the target');
    expect(pigDice.returns(play('6 6 2 hold', reached))).toEqual([-1, 1]);
    expect(pigDice.returns(play('6 6 hold', reached))).toEqual([0, 0]);
    expect(pigDice.returns(play('6 5 hold', reached))).toEqual([1, -1]);
    const lost = play('6 6 1', reached);
    expect([pigDice.isTerminal(lost), pigDice.returns(lost)]).toEqual([true, [1, -1]]);
  });

  it('when second reaches it first, both have had as many turns: it wins at once', () => {
    const end = play('hold 6 6 hold', options);
    expect([pigDice.isTerminal(end), pigDice.returns(end)]).toEqual([true, [-1, 1]]);
  });

  it('without it the first to reach the target wins at once, whatever seat it has', () => {
    const end = play('6 6 hold', optionsOf({ target: 10 }), ['second', 'first']);
    expect([pigDice.isTerminal(end), pigDice.returns(end)]).toEqual([true, [-1, 1]]);
  });
});

describe('chance', () => {
  function diceOf(moves: readonly PigMove[]): unknown[] {
    const match = Match.start({ game: pigDice, matchId: 'm', seed: SEED });
    for (const played of moves) match.submit(match.pending()[0] as number, { action: { move: played } });
    expect(resume(recordOf(match), pigDice).hash()).toBe(match.hash());
    return match.events.flatMap((event) => (event.type === 'chance' ? [event.outcome] : []));
  }

  it('SECRET-08, GAME-19: a turn has its dice whatever was rolled before, and a record resumes to the same state', () => {
    expect(diceOf(['roll', 'hold', 'hold', 'roll']).at(-1)).toBe(diceOf(['hold', 'hold', 'roll']).at(-1)); // the first roll of turn 2
    expect(new Set(Array.from({ length: 12 }, (_, holds) => diceOf([...Array.from({ length: holds }, () => 'hold' as const), 'roll'])[0])).size).toBeGreaterThan(2);
  });
});

describe('texts', () => {
  const state = play('4 hold 3 5', SHORT);
  const read = (text: string) => readAction(pigDice, pigDice.observe(state, 1), text);

  it('reads one move, also by its letter', () => {
    for (const text of ['[roll]', '[ROLL]', 'r', 'Roll', 'I [roll].']) expect(read(text), text).toEqual({ ok: true, action: { move: 'roll' } });
    for (const text of ['[h]', '[hold], surely [h]']) expect(read(text), text).toEqual({ ok: true, action: { move: 'hold' } });
    expect(read('[roll twice]')).toMatchObject({ ok: false, kind: 'malformed' });
    for (const text of ['[pass]', '[constructor]', '[__proto__]', '[]', '[1]', '[ho]']) expect(read(text), text).toMatchObject({ ok: false, kind: 'no-action' });
  });

  it('PARSE-11 (e) (m) roll and hold are ambiguous, roll twice is one roll', () => {
    expect(read('[roll] [hold]')).toMatchObject({ ok: false, kind: 'ambiguous' });
    expect(read('[roll] [roll]')).toEqual({ ok: true, action: { move: 'roll' } });
  });

  it('speak from the point of view of the reader', () => {
    expect(pigDice.text(pigDice.observe(state, 1))).toBe(
      'You are second, your opponent is first.\nBanked points: you 0, your opponent 4. Target: 50.\nIt is your turn.\nTurn total: 8, from rolls of 3, 5.\nTurns left, this one included: 49.\nYou can [roll] or [hold].',
    );
    expect(pigDice.text(pigDice.observe(state, 0))).toContain("you 4, your opponent 0. Target: 50.\nIt is your opponent's turn.");
    expect(pigDice.text(pigDice.observe(state, 'spectator'))).toContain('first 4, second 0');
    expect(pigDice.brief(pigDice.observe(state, 1))).toBe('pig-dice second 0 4 8 49');
    const won = { ...play(''), scores: { first: 44, second: 0 } };
    expect(pigDice.text(pigDice.observe(play('6 hold', won), 1))).toContain('The match is over: your opponent won.');
  });

  it('the brief stays within its words, however lucky a turn', () => {
    const lucky = play(Array.from({ length: 60 }, () => 6).join(' '), SHORT);
    expect(pigDice.brief(pigDice.observe(lucky, 0))).toBe('pig-dice first 0 0 50 50');
    expect(pigDice.briefWords(SHORT)).toContain('50');
  });
});

describe('state', () => {
  it('GAME-18 (a) the same scores with another seat to move are another state', () => {
    expect(JSON.stringify(play(''))).not.toBe(JSON.stringify(play('', SHORT, ['second', 'first'])));
    expect(JSON.stringify(play('hold hold'))).not.toBe(JSON.stringify(play('hold')));
  });

  it('GAME-07, GAME-20: a match goes on from a refused answer as if nothing had happened', () => {
    const match = Match.start({ game: pigDice, matchId: 'm', seed: SEED, profile: 'textarena' });
    const before = match.hash();
    expect(match.submit(0, { action: { move: 'fold' } })).toMatchObject({ ok: false, error: { kind: 'bad-shape', pointer: '/move' } });
    expect(match.submit(1, { action: { move: 'roll' } })).toMatchObject({ ok: false, error: { kind: 'not-your-turn' } });
    expect([match.hash(), match.pending()]).toEqual([before, [0]]);
    expect(match.submit(0, { action: { move: 'hold' } }).ok).toBe(true);
  });
});

describe('an independent reference', () => {
  const fixture = JSON.parse(readFileSync(new URL('../fixtures/open-spiel.json', import.meta.url), 'utf8')) as {
    readonly games: readonly { readonly seed: number; readonly target: number; readonly steps: readonly (readonly [string | number, number, number, number, number, number])[]; readonly returns: readonly number[] }[];
  };

  for (const { seed, target, steps, returns } of fixture.games) {
    it(`replays OpenSpiel's game of seed ${seed} to ${target} points step by step`, () => {
      let state = pigDice.initialState(optionsOf({ target, turnLimit: 1000 }), ['first', 'second']) as PigState;
      for (const [step, first, second, total, mover, rolling] of steps) {
        state = typeof step === 'number' ? die(state, step) : move(state, step === 'stop' ? 'hold' : 'roll');
        expect([state.scores.first, state.scores.second, state.total, state.rolling ? 1 : 0]).toEqual([first, second, total, rolling]);
        if (!state.over) expect(state.turn % 2).toBe(mover);
      }
      expect([pigDice.isTerminal(state), pigDice.returns(state)]).toEqual([true, returns]);
    });
  }
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['pig-dice']);
});
