/**
 * PARSE cases that cross packages: replies and objects in the real games, from the model's text through `agents` and `core` to a match.
 * PARSE-01, 02, 03, 14 for the first three games stand in replies.test.ts; here they are asked of every installed game, with all other cases.
 */
import { buildPrompt, readReply } from '@spiral-arena/agents';
import type { Agent } from '@spiral-arena/core';
import { MAX_ANSWER_LENGTH, MAX_MESSAGE_LENGTH, readAction, resolveOptions, wordsToAnswer, actionWords, type Action, type Seat } from '@spiral-arena/core/game';
import { playMatch, recordOf, writeRecord, type Match, type Submission } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { CASES, count, expectRefused, KUHN, NEGOTIATION, NIM, open, openGame, playRandomly, randomPlayer, submitAll, TIC_TAC_TOE } from './case-table.js';

/** What an agent hands in for a reply: its answer text, empty where it has none. */
function answer(reply: string, requireBox = false): Submission {
  const reading = readReply(reply, { requireBox });
  return { text: reading.ok ? reading.answer : '' };
}

/** The action a text stands for in a fresh tic-tac-toe match, or the kind of its refusal. */
function ticTacToe(text: string): unknown {
  const result = openGame(TIC_TAC_TOE).submit(0, { text });
  return result.ok ? result.action : result.error.kind;
}

/** With an open offer to seat 1. */
const offered = (): Match => submitAll(openGame(NEGOTIATION, 'spiral-2'), ['[Offer: 1 Wood -> 1 Gold]']);

const talks = (match: Match, seat: Seat): boolean => match.game.talk?.allowed(match.observe(seat)) ?? false;

describe.each(CASES)('replies in $name', (entry) => {
  it('PARSE-03 nothing in the box is no action, also in talk turns', () => {
    const match = open(entry);
    const seat = match.pending()[0] as Seat;
    const replies = ['\\boxed{}', '\\boxed{ \n }', '\\boxed{4', '\\boxed{', 'I think. \\boxed{\\text{}}', '', '   ', ...(talks(match, seat) ? [] : ['\\boxed', '[]', '[ ]'])];
    for (const reply of replies) expectRefused(open(entry), seat, answer(reply), 'no-action');
  });

  it('PARSE-05 what we print, we can read', () => {
    let checked = 0;
    for (let seed = 0; checked < count(1_000, 80) || seed < count(200, 4); seed++) {
      const match = open(entry, { seed: parseSeed(seed) });
      playRandomly(match, Rng.fromSeed(seed), (seat, taken) => {
        const observation = match.observe(seat);
        const texts = new Set<string>();
        const actions = match.legalActions(seat) ?? [taken];
        for (const action of actions) {
          const text = match.game.formatAction(action);
          texts.add(text);
          const inside = text.slice(1, -1);
          const spellings = [text, `\\boxed{${text}}`, `Thinking {hard}. \\boxed{${text}}`];
          if (!talks(match, seat)) {
            spellings.push(text.toUpperCase(), text.toLowerCase(), inside, `\\boxed{${inside}}`, `I have thought about it. ${text} That is my choice.`, `[ ${inside.replaceAll(' ', '  ')} ]`, wordsToAnswer(actionWords(match.game, action)));
          }
          for (const spelling of spellings) {
            const { text: read } = answer(spelling) as { text: string };
            expect(readAction(match.game, observation, read), spelling).toEqual({ ok: true, action });
          }
          checked++;
        }
        expect(texts.size).toBe(actions.length);
      });
    }
  });

  it('PARSE-05 a message comes back letter for letter', () => {
    const match = open(entry);
    const seat = match.pending()[0] as Seat;
    if (!talks(match, seat)) {
      expectRefused(match, seat, { text: 'Grüße, 世界 {and} "all"!' }, 'no-action');
      return;
    }
    for (const message of ['Grüße, 世界 {and} "all"!', 'a\nb', 'x'.repeat(1_000)]) {
      const action = { kind: 'talk', message };
      expect(readAction(match.game, match.observe(seat), match.game.formatAction(action))).toEqual({ ok: true, action });
    }
  });

  it('PARSE-06 examples and listed actions in prompts are legal, or stand in the rules as a format', () => {
    for (let seed = 0; seed < count(200, 4); seed++) {
      const match = open(entry, { seed: parseSeed(seed) });
      playRandomly(match, Rng.fromSeed(seed), (seat) => {
        const observation = match.observe(seat);
        const role = match.roleOf(seat);
        const legalActions = match.legalActions(seat);
        const refusal = { kind: 'no-action', message: 'the answer is empty' } as const;
        const [prompt] = buildPrompt({ game: match.game, options: match.options, role, observation, legalActions, refusal });
        const content = prompt?.content as string;
        const format = match.game.rules(role, match.options);
        expect(content).toContain(format);
        expect(tokens(match, seat, content.replace(format, '')).filter(({ legal }) => !legal)).toEqual([]);
        const lines = format.split('\n').filter((line) => line.includes('['));
        expect(lines.length).toBeGreaterThan(0);
        for (const line of lines) {
          for (const { action } of tokens(match, seat, line)) {
            expect(line).toMatch(/format only/i);
            expect(match.actionSpec.check(action)).toBeNull();
          }
        }
        if (legalActions) expect(tokens(match, seat, content.replace(format, '')).length).toBeGreaterThanOrEqual(legalActions.length);
      });
    }
  });

  it('PARSE-11 two different legal actions in one text are ambiguous, one twice is one', () => {
    const match = open(entry);
    const seat = match.pending()[0] as Seat;
    const choose = randomPlayer(match, Rng.fromSeed(9));
    const texts = new Set<string>();
    for (let tries = 0; texts.size < 2 && tries < 200; tries++) {
      const text = match.game.formatAction(choose(seat));
      if (text.startsWith('[')) texts.add(text);
    }
    const [one, other] = [...texts] as [string, string];
    expectRefused(open(entry), seat, { text: `${one} ${other}` }, 'ambiguous');
    expectRefused(open(entry), seat, answer(`Perhaps. \\boxed{${other} or ${one}}`), 'ambiguous');
    submitAll(open(entry), [`${one} ${one}`]);
  });

  it('PARSE-09 an action of another type is refused with its place, once, and nothing crashes', async () => {
    const circular: { [key: string]: unknown } = {};
    circular.self = circular;
    const throwing = Object.defineProperty({}, 'cell', { enumerable: true, get: () => { throw new Error('trap'); } });
    const values: unknown[] = [undefined, null, 0, 4, Number.NaN, true, '4', [], [4], {}, () => 4, Promise.resolve(null), throwing, circular, { cell: null }, { cell: [4] }, { cell: Number.NaN }, new Proxy({}, { ownKeys: () => { throw new Error('trap'); } })];
    for (const value of values) {
      const match = open(entry);
      const seat = match.pending()[0] as Seat;
      expectRefused(match, seat, { action: value }, 'bad-shape');
      expect(match.retriesLeft(seat)).toBe(0);
      expect(match.end).toBeNull();

      const { variant, options } = resolveOptions(match.game, { variant: entry.variant, ...(entry.options ? { options: entry.options } : {}) });
      const odd: Agent = { name: 'odd', act: () => ({ action: value }) };
      const faults: unknown[] = [];
      const played = await playMatch({ game: match.game, matchId: 'odd', seed: parseSeed(7), options, variant, profile: 'spiral-train' }, [odd, odd], { onFault: (cause) => faults.push(cause) });
      expect(played.end).toMatchObject({ reason: 'illegal', offenders: [seat], cause: 'bad-shape' });
      expect(played.events.filter(({ type }) => type === 'refused')).toHaveLength(1);
      expect(faults).toEqual([]);
      expect(() => writeRecord(recordOf(played))).not.toThrow();
    }
  });

  it.each(['strict', 'textarena', 'spiral-train'] as const)('PARSE-14 an agent that says nothing loses by %s', async (profile) => {
    for (const nothing of ['', '\n'.repeat(1_000)]) { // an end-of-text token alone, or no token at all, is the empty text (see model)
      const { variant, options } = resolveOptions(entry.game, { variant: entry.variant, ...(entry.options ? { options: entry.options } : {}) });
      const mute: Agent = { name: 'mute', act: () => ({ ...(answer(nothing) as { text: string }) }) };
      const match = await playMatch({ game: entry.game, matchId: 'mute', seed: parseSeed(7), options, variant, profile }, [mute, mute]);
      const { min } = entry.game.returnsRange(options);
      expect(match.end).toMatchObject({ reason: 'illegal', cause: 'no-action' });
      expect(match.end?.returns?.[match.end.offenders[0] as Seat]).toBe(min * (profile === 'spiral-train' ? 1.5 : 1));
      const refusals = match.events.filter((event) => event.type === 'refused');
      expect(refusals.map((event) => event.kind)).toEqual(profile === 'textarena' ? ['no-action', 'no-action'] : ['no-action']);
    }
  });
});

/** The brackets of a text that are tokens of the game for this seat, and whether they are legal now. */
function tokens(match: Match, seat: Seat, text: string): { readonly bracket: string; readonly action: Action; readonly legal: boolean }[] {
  const observation = match.observe(seat);
  return [...text.replaceAll(/\\[[\]]/g, '').matchAll(/\[[^[\]]*\]/g)].flatMap(([bracket]) => {
    const action = match.game.readToken(bracket.slice(1, -1).trim(), observation) as Action | null;
    return action === null ? [] : [{ bracket, action, legal: match.actionSpec.check(action) === null && match.game.refusal(match.state, seat, action) === null }];
  });
}

// The case allows the double length three times the time. Doubled twice, linear is 4 and quadratic 16 around that bound squared:
// far enough apart for a busy machine, where 2 and 4 around 3 are not.
const LONGER = 4;
const MOST_TIMES = 9;
const SHORTEST_MS = 1; // what takes less is compared with this: a quotient of microseconds says nothing

/** CPU time (wall time measures the neighbours), the least of a fixed number of interleaved runs (the first are not yet compiled). */
function leastCpuMs<T>([one, other]: readonly [T, T], run: (input: T) => void, runs = 12): readonly [number, number] {
  const least: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < runs; round++) {
    for (const index of [0, 1] as const) {
      const before = process.cpuUsage();
      run(index === 0 ? one : other);
      const { user, system } = process.cpuUsage(before);
      least[index] = Math.min(least[index], (user + system) / 1_000);
    }
  }
  return least;
}

describe('PARSE-04 time grows with length, not with its square', () => {
  const box = '\\boxed{';
  const long: readonly (readonly [string, (times: number) => string, string, typeof TIC_TAC_TOE, string])[] = [
    ['a', (times) => box.repeat(100_000 * times), 'no-action', TIC_TAC_TOE, 'default'],
    ['b {', (times) => '{'.repeat(500_000 * times), 'too-long', TIC_TAC_TOE, 'default'],
    ['b [', (times) => '['.repeat(500_000 * times), 'too-long', TIC_TAC_TOE, 'default'],
    ['c', (times) => `${box}${'[0] '.repeat(100_000 * times)}}`, 'too-long', TIC_TAC_TOE, 'default'],
    ['d', (times) => `${' '.repeat(1_000_000 * times)}[4]`, 'too-long', TIC_TAC_TOE, 'default'],
    ['e', (times) => `[Offer: ${'1 Wood, '.repeat(50_000 * times)}`, 'too-long', NEGOTIATION, 'spiral-2'],
    ['e in silence', (times) => `[Offer: ${'1 Wood, '.repeat(50_000 * times)}`, 'too-long', NEGOTIATION, 'silent'],
    ['f', (times) => `${'maybe {[0]} '.repeat(90_000 * times)}${box}[4]}`, 'ok', TIC_TAC_TOE, 'default'],
  ];

  it.each(long)('PARSE-04 (%s)', (_letter, text, kind, game, variant) => {
    const [single, longer] = leastCpuMs([text(1), text(LONGER)], (reply) => {
      const result = openGame(game, variant).submit(0, answer(reply));
      if (result.ok) expect([kind, result.action]).toEqual(['ok', { cell: 4 }]);
      else expect(result.error.kind).toBe(kind);
    });
    expect(single).toBeLessThan(200);
    expect(longer).toBeLessThan(MOST_TIMES * Math.max(single, SHORTEST_MS));
  });

  it('PARSE-04 the measure itself tells a quadratic reader from a linear one', () => {
    const [single, longer] = leastCpuMs([2_000, 2_000 * LONGER], (size) => {
      let pairs = 0;
      for (let one = 0; one < size; one++) for (let other = 0; other < size; other++) if ((one ^ other) === size) pairs++;
      expect(pairs).toBeGreaterThanOrEqual(0);
    }, 4);
    expect(longer).toBeGreaterThan(MOST_TIMES * Math.max(single, SHORTEST_MS));
  });

  it('PARSE-04 an answer at the limit whose brackets keep the parser busiest', () => {
    for (const [part, game, variant] of [['[', TIC_TAC_TOE, 'default'], ['[0] ', TIC_TAC_TOE, 'default'], ['1 Wood, ', NEGOTIATION, 'silent'], ['1 Wood and ', NEGOTIATION, 'silent']] as const) {
      const match = openGame(game, variant);
      const text = `${game === NEGOTIATION ? '[Offer: ' : ''}${part.repeat(Math.floor(3_900 / part.length))}`;
      const before = performance.now();
      match.submit(0, { text });
      expect(performance.now() - before).toBeLessThan(200);
    }
  });

  it('PARSE-04 (g) (h) limits are exact, in code points, and nothing is cut', () => {
    expect(MAX_ANSWER_LENGTH).toBe(4_000);
    expect(ticTacToe(`${'x'.repeat(3_997)}[4]`)).toEqual({ cell: 4 });
    expect(ticTacToe(`${'x'.repeat(3_998)}[4]`)).toBe('too-long');
    expect(ticTacToe(`${'\u{1F600}'.repeat(3_997)}[4]`)).toEqual({ cell: 4 });
    expect(MAX_MESSAGE_LENGTH).toBe(1_000);
    for (const letter of ['m', '\u{1F600}']) {
      const message = letter.repeat(1_000);
      expect(openGame(NEGOTIATION).submit(0, { text: message })).toEqual({ ok: true, action: { kind: 'talk', message } });
      expectRefused(openGame(NEGOTIATION), 0, { text: `${message}m` }, 'too-long');
      expectRefused(openGame(NEGOTIATION), 0, { action: { kind: 'talk', message: `${message}m` } }, 'bad-shape', '/message');
    }
  });
});

describe('PARSE-07 the first index, and zero', () => {
  // (h)-(m) need Connect Four, which comes with games-connect-four.
  it.each([
    ['a', { text: '[0]' }, 0],
    ['b', { text: '[8]' }, 8],
    ['e', { action: { cell: 0 } }, 0],
    ['f', { action: { cell: -0 } }, 0],
  ] as const)('PARSE-07 (%s) %j is cell %i', (_letter, submission, cell) => {
    const match = openGame(TIC_TAC_TOE);
    match.submit(0, submission);
    const plain = submitAll(openGame(TIC_TAC_TOE), [{ cell }]);
    expect(match.hash()).toBe(plain.hash());
    expect(match.observe(1)).toMatchObject({ last: cell });
    expect(Object.is((match.observe(1) as { last: number }).last, -0)).toBe(false);
  });

  it('PARSE-07 (c) (d) (g) outside the board', () => {
    expectRefused(openGame(TIC_TAC_TOE), 0, { text: '[9]' }, 'bad-shape', '/cell');
    expectRefused(openGame(TIC_TAC_TOE), 0, { text: '[-1]' }, 'no-action');
    expectRefused(openGame(TIC_TAC_TOE), 0, { action: { cell: -1 } }, 'bad-shape', '/cell');
  });

  it('PARSE-07 (n) Nim: two from the first pile', () => {
    const match = submitAll(openGame(NIM), ['[0 2]']);
    expect(match.observe(0)).toMatchObject({ piles: [1, 4, 5], last: { pile: 0, take: 2 } });
  });

  it('PARSE-07 a whole game with 0 whenever it is legal; records show 0', () => {
    for (const game of [TIC_TAC_TOE, NIM]) {
      const match = openGame(game);
      while (!match.end) {
        const seat = match.pending()[0] as Seat;
        const legal = match.legalActions(seat) as readonly Action[];
        submitAll(match, [seat === 0 ? (legal.find((action) => action.cell === 0 || action.pile === 0) ?? (legal[0] as Action)) : (legal.at(-1) as Action)]);
      }
      expect(writeRecord(recordOf(match))).toMatch(/"(cell|pile)":0/);
      expect(match.end.reason).toBe('completed');
    }
  });
});

describe('PARSE-08 spellings of a number', () => {
  it.each(['\\boxed{ 4 }', '[ 4 ]', '4', ' 4\n'])('PARSE-08 %j is 4', (text) => {
    expect(openGame(TIC_TAC_TOE).submit(0, answer(text))).toEqual({ ok: true, action: { cell: 4 } });
  });

  it.each(['[\uff14]', '[\u0664]', '[4.0]', '[04]', '[+4]', '[1e0]', '[-0]', '[0x4]', '[4n]', '[4,]', '[4 5]', '[1_0]', '[four]', '\uff14', '4.', '04'])('PARSE-08 %j is no action', (text) => {
    expect(ticTacToe(text)).toBe('no-action');
  });
});

describe('PARSE-10 names that every object has', () => {
  const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

  it('PARSE-10 in Kuhn poker', () => {
    for (const name of NAMES) {
      expectRefused(openGame(KUHN), 0, { text: `[${name}]` }, 'no-action');
      expectRefused(openGame(KUHN), 0, { action: { move: name } }, 'bad-shape', '/move');
    }
    for (const text of ['{"move":"bet","__proto__":{"polluted":1}}', '{"move":"bet","constructor":{"prototype":{"polluted":1}}}']) {
      expectRefused(openGame(KUHN), 0, { action: JSON.parse(text) }, 'bad-shape');
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('PARSE-10 in negotiation', () => {
    expectRefused(openGame(NEGOTIATION, 'spiral-2'), 0, { action: JSON.parse('{"kind":"offer","give":{"__proto__":1},"get":{"Gold":1}}') }, 'bad-shape');
    for (const name of ['constructor', '__proto__', 'toString']) expectRefused(openGame(NEGOTIATION, 'spiral-2'), 0, { text: `[Offer: 1 ${name} -> 1 Gold]` }, 'malformed');
  });

  it('PARSE-10 as variant, option and role', () => {
    // As game id, match id, agent name and message type: the registry and the wire protocol, in core and arena.
    for (const name of NAMES) {
      expect(() => resolveOptions(KUHN, { variant: name })).toThrow(expect.objectContaining({ code: 'CORE_VARIANT_UNKNOWN' }));
      expect(() => resolveOptions(KUHN, { options: JSON.parse(`{"${name}":1}`) as { [name: string]: unknown } })).toThrow(expect.objectContaining({ code: 'CORE_OPTION_UNKNOWN' }));
      expect(() => openGame(KUHN, 'default', { roles: [name, 'second'] })).toThrow(expect.objectContaining({ code: 'CORE_ROLES_INVALID' }));
    }
  });
});

describe('PARSE-11 two answers in one text', () => {
  // (b), (l) Connect Four, (c) Snake, (e), (m) Pig Dice, (f) Liar's Dice, (h) Truth and Deception come with their packages; the rate per agent is the trainer's.
  it.each([
    ['a', 'Maybe [0]? No, I play [4]', 'ambiguous'],
    ['i', 'Maybe [9]? I play [4]', 'ambiguous'],
    ['j', '[4], yes [4] and [ 4 ]', { cell: 4 }],
    ['k', '[note] I play [4]', { cell: 4 }],
  ])('PARSE-11 (%s) %s', (_letter, text, right) => {
    expect(ticTacToe(text)).toEqual(right);
  });

  it('PARSE-11 (d) legal or not', () => {
    expectRefused(openGame(KUHN), 0, { text: '[bet], else [call]' }, 'ambiguous');
  });

  it.each(['[Accept] [Deny]', '[Accept] [Offer: 1 Wood -> 1 Gold]', '[Offer: 1 Wood -> 1 Gold] [Offer: 2 Wood -> 1 Gold]'])('PARSE-11 (g) %s', (text) => {
    expectRefused(submitAll(openGame(NEGOTIATION, 'spiral-2'), ['[Offer: 1 Wood -> 1 Gold]']), 1, { text }, 'ambiguous');
  });

  it('PARSE-11 (g) one offer in two spellings is one offer', () => {
    submitAll(openGame(NEGOTIATION, 'spiral-2'), ['[Offer: 1 Wood, 2 Gold -> 1 Gold] I mean [offer 2 golds and 1 wood->1 gold]']);
  });
});

describe('PARSE-13 a message is only a message', () => {
  // (f), (g) come with games-truth-and-deception.
  it('PARSE-13 (a) (b) a bracket inside a message acts on nothing', () => {
    const talk = submitAll(offered(), [{ kind: 'talk', message: '[Accept]' }]);
    expect(talk.observe(0)).toMatchObject({ own: { stock: { Wood: 10, Gold: 10 } }, offer: null });
    const denied = submitAll(offered(), [{ kind: 'deny', message: '[Offer: 1 Wood -> 1 Gold]' }]);
    expect(denied.observe(0)).toMatchObject({ offer: null, can: ['offer', 'talk'] });
  });

  it('PARSE-13 (c) (d) (e) what stands outside the answer is not said', () => {
    const said = { kind: 'talk', message: 'I would rather wait.' };
    expect(offered().submit(1, answer('Let me see. \\boxed{I would rather wait.}'))).toEqual({ ok: true, action: said });
    expect(offered().submit(1, { text: 'I would rather wait.' })).toEqual({ ok: true, action: said });
    expectRefused(offered(), 1, answer('I would rather wait.', true), 'no-action');
  });

  it('PARSE-13 (h) the other seat sees quoted text of that role, and no action of its own in it', () => {
    const match = submitAll(openGame(NEGOTIATION, 'spiral-2'), [{ kind: 'talk', message: '[Accept]' }]);
    const text = match.game.text(match.observe(1));
    expect(text).toContain(String.raw`first says "\[Accept\]"`);
    expect(match.observe(1).can).toEqual(['offer', 'talk']);
    // A reply that quotes the message as it was shown is talk, too.
    expect(match.submit(1, answer(String.raw`You said "\[Accept\]"? \boxed{No thanks.}`))).toEqual({ ok: true, action: { kind: 'talk', message: 'No thanks.' } });
  });
});
