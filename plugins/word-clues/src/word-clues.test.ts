/** Word Clues at a table of four: whose turn it is, points, fouls, teams that fall together, what is read from text, and who sees a card. */
import { readAction, resolveOptions, type Action } from '@spiral-arena/core/game';
import { Match, readRecord, recordOf, replay, toldEvents, writeRecord, type MatchInit } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { cardsOf, ROLES, wordClues as game, type ClueAction, type ClueObservation, type ClueOptions, type ClueRole } from './index.js';

/** The words of a match in order of play: red, blue, blue, red, red, blue, blue, red. */
const WORDS = ['apple', 'anchor', 'piano', 'tiger', 'moon', 'soap', 'bee', 'queen'];

function open(init: Partial<MatchInit> = {}, options: { readonly [name: string]: unknown } = {}, words: readonly string[] = WORDS): Match {
  return Match.start({ game, matchId: 'm', seed: parseSeed(7), profile: 'textarena', ...resolveOptions(game, { options }), ...init }, words);
}

function submitted(match: Match, ...actions: readonly (Action | string)[]): Match {
  for (const action of actions) expect(match.submit(match.pending()[0] as number, typeof action === 'string' ? { text: action } : { action }), JSON.stringify(action)).toMatchObject({ ok: true });
  return match;
}

function attempt(match: Match, submission: { text: string } | { action: unknown }): unknown {
  const result = match.submit(match.pending()[0] as number, submission);
  return result.ok ? result.action : result.error.kind;
}

const seen = (match: Match, reader: number | 'spectator'): ClueObservation => match.observe(reader) as ClueObservation;
const toMove = (match: Match): ClueRole | null => seen(match, 'spectator').toMove;
/** One play of a team: a clue and the right guess, or three wrong ones. */
const won = (word: string): readonly string[] => ['Well, you know it.', `[guess ${word}]`];
const LOST = ['Well, you know it.', '[guess x]', '[guess y]', '[guess z]'];
/** All 24 ways in which four roles can sit. */
const SEATINGS = ROLES.flatMap((a) => ROLES.flatMap((b) => ROLES.flatMap((c) => ROLES.flatMap((d) => (new Set([a, b, c, d]).size === 4 ? [[a, b, c, d]] : [])))));

describe('conformance', () => {
  for (const { name, run } of gameConformance(game, { matches: 30 })) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(game, { variant: 'evaluation' })).toMatchFileSnapshot('./word-clues.playthrough.txt');
  });

  it('is a plugin of one game', () => expect(plugin.games.map(({ id }) => id)).toEqual(['word-clues']));
});

describe('turns', () => {
  it('red opens odd rounds and blue even ones; -1 gives the clue in odd rounds and -2 in even ones', () => {
    const match = open();
    const turns: (ClueRole | null)[] = [];
    for (let play = 0; play < 8; play++) {
      for (const text of won(WORDS[play] as string)) {
        turns.push(toMove(match));
        submitted(match, text);
      }
    }
    const odd = ['red-1', 'red-2', 'blue-1', 'blue-2'];
    const even = ['blue-2', 'blue-1', 'red-2', 'red-1'];
    expect(turns).toEqual([...odd, ...even, ...odd, ...even]);
    expect(match.end).toMatchObject({ reason: 'completed', returns: [0, 0, 0, 0], ply: 16 });
    expect(seen(match, 'spectator')).toMatchObject({ stage: 'end', scores: { red: 4, blue: 4 }, round: 4, toMove: null });
  });

  it('a wrong guess uses an attempt, the last one passes to the other team', () => {
    const match = submitted(open(), 'It grows in orchards.');
    for (const left of [3, 2, 1]) {
      expect([toMove(match), seen(match, 2).attemptsLeft]).toEqual(['red-2', left]);
      submitted(match, '[guess orange]');
    }
    expect([toMove(match), seen(match, 0).scores, seen(match, 0).attemptsLeft]).toEqual(['blue-1', { red: 0, blue: 0 }, 3]);
    const quick = submitted(open({}, { attempts: 1 }), 'It grows in orchards.', '[guess orange]');
    expect(toMove(quick)).toBe('blue-1');
  });

  it('a right guess on the last attempt is a point; the guess is the exact word, case folded', () => {
    const match = submitted(open(), 'It grows in orchards.', '[guess apples]', '[guess pear]', '[Guess APPLE]');
    expect([toMove(match), seen(match, 3).scores]).toEqual(['blue-1', { red: 1, blue: 0 }]);
  });

  it.each(['Eat this apple.', 'Apples, please.', 'A fruit of autumn.', 'It grows on TREES.'])('a foul clue ends the turn without a point and without a retry: %s', (clue) => {
    const match = submitted(open(), clue);
    expect([toMove(match), seen(match, 1).scores, seen(match, 1).history, match.retriesLeft(0)]).toEqual(['blue-1', { red: 0, blue: 0 }, [{ round: 1, role: 'red-1', clue, foul: true }], 1]);
  });

  it('ends after exactly its rounds, and never beyond maxSteps', () => {
    for (const rounds of [2, 6]) {
      const words = cardsOf('training').slice(0, 2 * rounds).map(({ target }) => target);
      const match = open({}, { rounds, attempts: 2 }, words);
      for (let play = 0; play < 2 * rounds; play++) submitted(match, ...LOST.slice(0, 3));
      expect(match.end).toMatchObject({ reason: 'completed', returns: [0, 0, 0, 0], ply: game.maxSteps(match.options as ClueOptions) });
    }
    for (const options of [{ rounds: 3 }, { rounds: 0 }, { rounds: 22 }, { attempts: 0 }, { words: 'none' }]) expect(() => resolveOptions(game, { options })).toThrow(expect.objectContaining({ code: 'CORE_OPTION_INVALID' }));
  });

  it('no card comes twice, and each is drawn alike whatever was played before', () => {
    const drawn = (text: (word: string) => readonly string[]): readonly string[] => {
      const match = open({}, { rounds: 20 }, []);
      const words: string[] = [];
      while (!match.end) {
        const giver = seen(match, match.pending()[0] as number).card?.target as string;
        words.push(giver);
        submitted(match, ...text(giver));
      }
      return words;
    };
    const [wins, losses] = [drawn(won), drawn(() => LOST)];
    expect(wins).toHaveLength(40);
    expect(new Set(wins).size).toBe(40);
    expect(losses).toEqual(wins);
  });
});

describe('returns', () => {
  it.each([
    [[true, false, false, false], [1, 1, -1, -1]],
    [[false, true, true, false], [-1, -1, 1, 1]],
    [[true, true, false, false], [0, 0, 0, 0]],
    [[false, false, false, false], [0, 0, 0, 0]],
    [[true, true, false, true], [1, 1, -1, -1]], // red plays first and last of two rounds
  ] as const)('the higher team score wins for both of the team: %j pays %j', (plays, returns) => {
    const match = open({}, { rounds: 2 });
    plays.forEach((right, play) => submitted(match, ...(right ? won(WORDS[play] as string) : LOST)));
    expect(match.end).toMatchObject({ reason: 'completed', returns });
  });

  it('go by role in all 24 seatings', () => {
    for (const roles of SEATINGS) {
      const match = open({ roles }, { rounds: 2 });
      submitted(match, ...won('apple'), ...LOST, ...LOST, ...LOST);
      expect(match.end?.returns).toEqual(roles.map((role) => (role.startsWith('red') ? 1 : -1)));
    }
  });

  it('a record of any seating replays to the same end', () => {
    for (const roles of SEATINGS.slice(0, 6)) {
      const match = Match.start({ game, matchId: 'm', seed: parseSeed(3), roles });
      while (!match.end) {
        const seat = match.pending()[0] as number;
        submitted(match, seen(match, seat).stage === 'clue' ? 'Well, you know it.' : `[guess ${match.ply % 3 === 0 ? String(match.state['target']) : 'x'}]`);
      }
      const again = replay(readRecord(writeRecord(recordOf(match))), game);
      expect([again.hash(), again.end]).toEqual([match.hash(), match.end]);
    }
  });

  it('before the end nobody has won', () => {
    expect(game.returns(submitted(open(), ...won('apple')).state as never)).toEqual([0, 0, 0, 0]);
  });
});

describe('a team falls as a team', () => {
  it.each(['timeout', 'resigned', 'disconnected'] as const)('GAME-16 %s of one seat loses for its team, in all 24 seatings', (reason) => {
    for (const roles of SEATINGS) {
      for (const offender of ROLES) {
        const match = open({ roles });
        const seat = roles.indexOf(offender);
        while (match.pending()[0] !== seat) submitted(match, toMove(match)?.endsWith('1') === (seen(match, 'spectator').round === 1) ? 'Well, you know it.' : '[guess x]');
        match.fail([seat], reason);
        expect(match.end).toMatchObject({ reason, offenders: [seat], returns: roles.map((role) => (role.slice(0, 3) === offender.slice(0, 3) ? -1 : 1)) });
      }
    }
  });

  it.each([['strict', 1], ['textarena', 1], ['spiral-train', 1.5]] as const)('GAME-17 an invalid action by %s costs the team, and the sum is 0', (profile, loss) => {
    for (const roles of [ROLES, ['blue-2', 'red-1', 'red-2', 'blue-1']]) {
      const match = open({ profile, roles });
      while (!match.end) match.submit(match.pending()[0] as number, { action: null });
      expect(match.end).toMatchObject({ reason: 'illegal', offenders: [roles.indexOf('red-1')], returns: roles.map((role) => (role.startsWith('red') ? -loss : loss)) });
    }
  });

  it('one of each team, and everybody, at the same instant: 0 for all', () => {
    for (const seats of [[0, 2], [0, 1, 2, 3]]) {
      const match = open();
      match.fail(seats, 'disconnected');
      expect(match.end).toMatchObject({ reason: 'disconnected', offenders: seats, returns: [0, 0, 0, 0] });
    }
  });
});

describe('reading', () => {
  const guessing = (): Match => submitted(open(), 'It grows in orchards.');

  it('PARSE-13 a bracket in a clue is talk, a guess is read in the guess turn alone', () => {
    expect(attempt(open(), { text: 'Is it [guess pear] or [guess]?' })).toEqual({ message: 'Is it [guess pear] or [guess]?' });
    expect(attempt(open(), { action: { guess: 'apple' } })).toBe('illegal-action');
    expect(attempt(guessing(), { action: { message: 'a clue' } })).toBe('illegal-action');
    for (const text of ['[guess apple]', 'I am sure: [ GUESS   Apple ]!', 'guess apple', '[guess apple] [Guess APPLE]']) expect(attempt(guessing(), { text }), text).toEqual({ guess: 'apple' });
  });

  it('PARSE-11 (last) PARSE-12 two guesses are ambiguous, and a bracket that begins like one is malformed', () => {
    expect(attempt(guessing(), { text: '[guess apple] or [guess pear]' })).toBe('ambiguous');
    for (const text of ['[guess]', '[guess 7]', '[guess two words]', '[guess \u00e1pple]', 'It is [guess']) expect(attempt(guessing(), { text }), text).toBe('malformed');
    for (const text of ['apple', '[apple]', 'I guess apple', '', '[]']) expect(attempt(guessing(), { text }), text).toBe('no-action');
    for (const guess of ['Apple', '', 7, null, ['apple'], 'x'.repeat(41)]) expect(attempt(guessing(), { action: { guess } })).toBe('bad-shape');
  });

  it('PARSE-05 a clue comes back letter for letter, and nothing is no clue', () => {
    for (const message of ['Gr\u00fc\u00dfe, \u4e16\u754c {and} "all"!', 'a\nb', 'x'.repeat(1_000)]) expect(readAction(game, seen(open(), 0), game.formatAction({ message }))).toEqual({ ok: true, action: { message } });
    for (const text of ['', ' \n']) expect(attempt(open(), { text })).toBe('no-action');
    expect(attempt(open(), { action: { message: '' } })).toBe('bad-shape');
  });
});

describe('secrecy', () => {
  const bytesOf = (match: Match, reader: number | 'spectator'): string => {
    const observation = seen(match, reader);
    return JSON.stringify([observation, game.text(observation), game.brief(observation), toldEvents(match, reader), match.pending()]);
  };

  it('SECRET-03 another card shows to the clue giver alone, team-mate and rivals included', () => {
    const matches = ['apple', 'piano', 'moon'].map((word) => open({}, {}, [word, 'anchor', 'tiger']));
    const same = (readers: readonly (number | 'spectator')[]): void => readers.forEach((reader) => expect(new Set(matches.map((match) => bytesOf(match, reader))).size, String(reader)).toBe(1));
    for (const text of ['Well, you know it.', '[guess x]', '[guess y]', '[guess z]', 'Off you go.', '[guess x]']) {
      same([1, 2, 3, 'spectator']);
      for (const match of matches) submitted(match, text);
    }
    expect(new Set(matches.map((match) => bytesOf(match, 0))).size).toBe(3); // it was told its card
    expect(seen(matches[0] as Match, 0).card).toBeNull(); // and holds it no longer
  });

  it('the clue giver keeps its card while the team-mate guesses', () => {
    const match = submitted(open(), 'It grows in orchards.');
    expect(seen(match, 0).card).toEqual({ target: 'apple', forbidden: ['fruit', 'tree', 'red', 'pie'] });
    for (const reader of [1, 2, 3, 'spectator'] as const) expect(seen(match, reader).card).toBeNull();
  });

  it('everybody is told all clues and guesses, and that a word was drawn', () => {
    const match = submitted(open(), 'It grows in orchards.', '[guess pear]');
    const told = [{ round: 1, team: 'red' }, { round: 1, role: 'red-1', clue: 'It grows in orchards.', foul: false }, { round: 1, role: 'red-2', guess: 'pear', right: false }];
    for (const reader of [1, 2, 3, 'spectator'] as const) expect(toldEvents(match, reader).map((event) => event.told)).toEqual(told);
    expect(toldEvents(match, 0)[0]?.told).toEqual({ round: 1, team: 'red', card: { target: 'apple', forbidden: ['fruit', 'tree', 'red', 'pie'] } });
  });
});

describe('texts', () => {
  it('say what the seat knows and can do', () => {
    const match = open();
    expect(game.text(seen(match, 0))).toBe('You are red-1. Round 1 of 4. Points: red 0, blue 0. It is your turn.\nThe word: apple. Forbidden: fruit, tree, red, pie.\nGive your clue: any text is your message.');
    expect(game.text(seen(match, 3))).toBe('You are blue-2. Round 1 of 4. Points: red 0, blue 0. red-1 is to move.');
    submitted(match, 'Blue-1: [guess x]\nblue-2: 5', '[guess pear]');
    expect(game.text(seen(match, 1))).toBe(
      ['You are red-2. Round 1 of 4. Points: red 0, blue 0. It is your turn.', 'So far:', String.raw`1. round 1, red-1 gives the clue "Blue-1\: \[guess x\] blue-2\: 5"`, '2. round 1, red-2 guesses pear: wrong', 'Name the word, such as [guess word]. Attempts left: 2.'].join('\n'),
    );
    submitted(match, '[guess apple]', 'A heavy thing.');
    expect(game.text(seen(match, 'spectator'))).toMatch(/4\. round 1, blue-1 gives the clue "A heavy thing\.", which is foul$/);
    const over = open({}, { rounds: 2 });
    submitted(over, ...won('apple'), ...LOST, ...LOST, ...LOST);
    expect(game.text(seen(over, 0))).toMatch(/^You are red-1\. All 2 rounds are over\. Points: red 1, blue 0\. Team red wins\.\n/);
  });

  it('PARSE-06 the bracket in the text is legal, the one in the rules is marked as a format', () => {
    const match = submitted(open(), 'It grows in orchards.');
    expect(game.text(seen(match, 1)).match(/\[[^\]]*\]/g)).toEqual(['[guess word]']);
    expect(attempt(match, { text: '[guess word]' })).toEqual({ guess: 'word' });
    for (const role of ROLES) expect(game.rules(role, match.options as ClueOptions).split('\n').filter((line) => line.includes('['))).toEqual([expect.stringContaining('Format only: [guess word]')]);
    expect(game.rules('red-2', match.options as ClueOptions)).toContain('You are red-2. In odd rounds you guess, in even rounds you give the clue.');
  });

  it('brief: rounds to come, points, stage and attempts, then the card or the clue with the wrong guesses', () => {
    const match = open();
    expect(game.brief(seen(match, 0))).toBe('word-clues red-1 3 0 0 clue 3 apple fruit tree red pie');
    expect(game.brief(seen(match, 2))).toBe('word-clues blue-1 3 0 0 clue 3');
    submitted(match, '[Think of garden]', '[guess moon]');
    expect(game.brief(seen(match, 1))).toBe('word-clues red-2 3 0 0 guess 2 " Think of garden " moon');
    submitted(match, '[guess apple]');
    expect(game.brief(seen(match, 3))).toBe('word-clues blue-2 3 0 1 clue 3');
    expect(game.brief(seen(match, 'spectator'))).toBe('word-clues spectator 3 1 0 clue 3');
  });

  it('the words that may follow: no foul word in a clue, no wrong guess twice', () => {
    const match = open();
    expect(game.briefNext?.(seen(match, 0), ['Think'])).toEqual(['of']);
    const clues = game.briefNext?.(seen(match, 0), ['Think', 'of']) ?? [];
    for (const word of ['apple', 'fruit', 'tree', 'red', 'pie']) expect(clues).not.toContain(word);
    expect(clues).toContain('garden');
    expect(game.briefNext?.(seen(match, 1), [])).toEqual([]);
    submitted(match, 'Well.', '[guess moon]');
    expect(game.briefNext?.(seen(match, 1), [])).toEqual(['guess']);
    expect(game.briefNext?.(seen(match, 1), ['guess'])).toHaveLength(cardsOf('training').length - 1);
    expect(game.briefNext?.(seen(match, 1), ['guess', 'sun'])).toEqual([]);
  });
});

describe('scripted players', () => {
  it('a team that spells beats one at random', () => {
    let total = 0;
    for (let seed = 0; seed < 20; seed++) {
      const match = Match.start({ game, matchId: 'm', seed: parseSeed(seed), roles: seed % 2 === 0 ? ROLES : ['blue-1', 'red-2', 'red-1', 'blue-2'] });
      const players = match.header.seats.map(({ role }, seat) => game.agents?.[role.startsWith('red') ? 'speller' : 'random']?.make({}, Rng.fromSeed(seed).fork(seat)));
      while (!match.end) {
        const seat = match.pending()[0] as number;
        submitted(match, players[seat]?.(seen(match, seat), null) as ClueAction);
      }
      total += match.end.returns?.[match.header.seats.findIndex(({ role }) => role === 'red-1')] as number;
    }
    expect(total).toBeGreaterThan(15);
  });
});
