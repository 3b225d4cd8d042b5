import type { AgentTurn } from '@spiral-arena/core';
import type { Game, Reader } from '@spiral-arena/core/game';
import { Match, playMatch, toldEvents } from '@spiral-arena/core/match';
import type { ProfileName } from '@spiral-arena/core/match';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { BLUFF, CELLS, TALK } from './fixture.test.games.js';
import { firstLegalAgent } from './first-legal.js';
import { attemptSeed, languageAgent, replyOf, turnRequest } from './language.js';
import type { LanguageSettings } from './language.js';
import { isPolicyAgent } from './policy-agent.js';
import type { GenerateRequest, GenerateResult, LogprobRequest, TextGenerator } from './text-generator.js';

const SEED = '0123456789abcdef0123456789abcdef';
const SAMPLING = { temperature: 1 };
const CHAT = { mode: 'chat', sampling: SAMPLING, maxTokens: 64 } as const satisfies LanguageSettings;
const BRIEF = { mode: 'brief', sampling: SAMPLING, maxTokens: 8 } as const satisfies LanguageSettings;

function result(text: string): GenerateResult {
  return { text, promptTokenIds: [1, 2], tokenIds: [3], logprobs: [-0.5], finish: 'stop', policyVersion: 7, allowedTokenIds: [[3, 4]] };
}

/** Says the given replies in turn, the last one for ever, and keeps what it was asked. */
class ScriptedGenerator implements TextGenerator {
  readonly asked: GenerateRequest[] = [];
  readonly #replies: readonly (string | GenerateResult)[];

  constructor(replies: readonly (string | GenerateResult)[]) {
    this.#replies = replies;
  }

  async generate(requests: readonly GenerateRequest[]): Promise<readonly GenerateResult[]> {
    return requests.map((request) => {
      const reply = this.#replies[Math.min(this.asked.push(request), this.#replies.length) - 1] as string | GenerateResult;
      return typeof reply === 'string' ? result(reply) : reply;
    });
  }

  readonly rated: LogprobRequest[] = [];
  async logprobs(requests: readonly LogprobRequest[]): Promise<readonly number[]> {
    this.rated.push(...requests);
    return requests.map(() => 0);
  }
}

function turnOf(game: Game, over: Partial<AgentTurn> = {}): AgentTurn {
  const match = Match.start({ game, matchId: 'm', seed: SEED });
  return { matchId: 'm', turnId: 'm/0', seat: 0, role: 'first', game, options: {}, variant: 'default', observation: match.observe(0), legalActions: match.legalActions(0), retriesLeft: 0, ...over };
}

describe('turnRequest', () => {
  it('brief: words of the game, followed by the words of legal actions', () => {
    const { next, ...rest } = turnRequest(turnOf(BLUFF), BRIEF, SEED);
    expect(rest).toEqual({ words: ['bluff', 'first', expect.stringMatching(/high|low/), ''].slice(0, 3), maxTokens: 8, sampling: SAMPLING, seed: SEED });
    expect(next?.([])).toEqual(['check', 'bet']);
    expect(next?.(['bet'])).toEqual([]);
    expect(turnRequest(turnOf(BLUFF), { ...BRIEF, constrained: true }, SEED).constrained).toBe(true);
  });

  it('brief: turns that share a legal list share its continuations', () => {
    const turn = turnOf(CELLS);
    expect(turnRequest(turn, BRIEF, SEED).next).toBe(turnRequest(turn, BRIEF, SEED).next);
  });

  it('brief: an open action space is left open, and cannot be constrained without help of the game', () => {
    expect(turnRequest(turnOf(TALK), BRIEF, SEED).next).toBeUndefined();
    expect(() => turnRequest(turnOf(TALK), { ...BRIEF, constrained: true }, SEED)).toThrow(expect.objectContaining({ code: 'CORE_GAME_FAULT' }));
    expect(turnRequest(turnOf({ ...TALK, briefNext: () => ['go'] }), { ...BRIEF, constrained: true }, SEED).next?.([])).toEqual(['go']);
  });

  it('chat: one user message with game, role, rules, observation and legal actions', () => {
    const { messages = [] } = turnRequest(turnOf(CELLS), CHAT, SEED);
    expect(messages.map(({ role }) => role)).toEqual(['user']);
    for (const part of ['a two-player zero-sum game', 'Your role: first', 'You are first.', 'Cells: []', 'Legal actions: [0] [1] [2]', '\\boxed{}', 'step by step']) expect(messages[0]?.content).toContain(part);
    expect(messages[0]?.content).not.toContain('refused');
  });

  it('chat: long lists are cut and say so, and an option can hide them', () => {
    const legalActions = Array.from({ length: 120 }, (_, cell) => ({ cell }));
    const content = (options: AgentTurn['options']) => turnRequest(turnOf(CELLS, { legalActions, options }), CHAT, SEED).messages?.[0]?.content;
    expect(content({})).toMatch(/the first 100 of 120\): \[0\] .* \[99\]\n/);
    expect(content({ showLegal: false })).not.toContain('Legal actions');
  });

  it('chat: the notice of a refusal stands in the next attempt', () => {
    const refusal = { kind: 'illegal-action', message: 'Cell 4 is taken.' } as const;
    expect(turnRequest(turnOf(CELLS, { refusal }), CHAT, SEED).messages?.[0]?.content).toContain('refused (illegal-action): Cell 4 is taken.');
  });
});

describe('replyOf', () => {
  it('brief: words go back into brackets; allowed tokens are kept on request', () => {
    const trace = { promptTokenIds: [1, 2], tokenIds: [3], logprobs: [-0.5], sampling: SAMPLING, policyVersion: 7, finish: 'stop' };
    expect(replyOf(result('offer 1 wood'), BRIEF)).toEqual({ text: '[offer 1 wood]', trace });
    expect(replyOf(result('4'), { ...BRIEF, withAllowed: true })).toEqual({ text: '[4]', trace: { ...trace, allowedTokenIds: [[3, 4]] } });
    expect(replyOf(result(''), BRIEF).text).toBe('');
  });

  it('chat: the box is the text, the rest is reasoning', () => {
    expect(replyOf(result('Hm. \\boxed{[4]}'), CHAT)).toMatchObject({ text: '[4]', trace: { reasoning: 'Hm. \\boxed{[4]}' } });
    expect(replyOf(result('[4]'), CHAT).trace).not.toHaveProperty('reasoning');
    expect(replyOf(result('[4]'), { ...CHAT, requireBox: true }).text).toBe('');
  });
});

describe('languageAgent', () => {
  it('takes its seeds from ply and attempt alone', async () => {
    const generator = new ScriptedGenerator(['[9]', '4']);
    const agent = languageAgent({ ...CHAT, name: 'model', generator })({ game: CELLS, options: {}, role: 'first', seed: SEED });
    for (const turnId of ['m/0', 'm/0', 'm/2']) await agent.act(turnOf(CELLS, { turnId }));
    const rng = Rng.fromSeed(SEED);
    expect(generator.asked.map(({ seed }) => seed)).toEqual([attemptSeed(rng, 'm/0', 0), attemptSeed(rng, 'other/0', 1), attemptSeed(rng, 'm/2', 0)]);
    expect(new Set(generator.asked.map(({ seed }) => seed)).size).toBe(3);
  });

  it('has its actions rated with what may follow, as they are made', async () => {
    const generator = new ScriptedGenerator(['check']);
    const agent = languageAgent({ ...BRIEF, name: 'model', generator })({ game: BLUFF, options: {}, role: 'first', seed: SEED });
    const turn = turnOf(BLUFF);
    expect(isPolicyAgent(agent) && (await agent.probabilities(turn))).toEqual([0.5, 0.5]);
    expect(generator.rated.map(({ reply }) => reply)).toEqual([['check'], ['bet']]);
    for (const { next } of generator.rated) expect(next).toBe(turnRequest(turn, BRIEF, SEED).next);
    expect(isPolicyAgent(agent) && (await agent.probabilities(turnOf(TALK)))).toEqual([]);
  });

  it('plays a match, and its trace is in the record', async () => {
    const model = languageAgent({ ...BRIEF, name: 'model', generator: new ScriptedGenerator(['7']) })({ game: CELLS, options: {}, role: 'first', seed: SEED });
    const match = await playMatch({ game: CELLS, matchId: 'm', seed: SEED }, [model, firstLegalAgent({ game: CELLS, options: {}, role: 'second', seed: SEED })]);
    expect(match.end).toMatchObject({ reason: 'completed', returns: [1, -1] });
    expect(match.events[0]).toMatchObject({ type: 'actions', actions: { 0: { cell: 7 } }, by: { text: '[7]', trace: { policyVersion: 7, tokenIds: [3] } } });
  });
});

describe('PARSE-14 the agent says nothing', () => {
  const SILENCES = [
    ['a', result('')],
    ['b', { ...result(''), tokenIds: [0] }],
    ['c', { ...result(''), tokenIds: [], logprobs: [], allowedTokenIds: [] }],
    ['d', result('\n'.repeat(1_000))],
  ] as const;
  const PROFILES: readonly (readonly [ProfileName, number])[] = [['strict', 1], ['textarena', 1], ['spiral-train', 1.5]];
  for (const [letter, silence] of SILENCES) {
    it.each(PROFILES)(`PARSE-14 (${letter}) is refused and loses as %s says`, async (profile, loss) => {
      for (const game of [CELLS, TALK]) {
        for (const settings of [CHAT, BRIEF]) {
          const model = languageAgent({ ...settings, name: 'model', generator: new ScriptedGenerator([silence]) })({ game, options: {}, role: 'first', seed: SEED });
          const match = await playMatch({ game, matchId: 'm', seed: SEED, profile }, [model, model]);
          expect(match.end).toMatchObject({ reason: 'illegal', offenders: [0], returns: [-loss, loss] });
          expect(match.events.filter(({ type }) => type === 'refused').map((event) => 'kind' in event && event.kind)).toEqual(profile === 'textarena' ? ['no-action', 'no-action'] : ['no-action']);
        }
      }
    });
  }

  it('PARSE-14 once: with a retry the match goes on', async () => {
    const model = languageAgent({ ...CHAT, name: 'model', generator: new ScriptedGenerator(['', '\\boxed{[3]}']) })({ game: CELLS, options: {}, role: 'first', seed: SEED });
    const match = await playMatch({ game: CELLS, matchId: 'm', seed: SEED, profile: 'textarena' }, [model, model]);
    expect(match.end).toMatchObject({ reason: 'completed', returns: [0, 0] });
  });
});

/** Everything that seat 1 and a spectator get in one run. */
async function seen(replies: readonly string[]) {
  const [speaker, listener] = [new ScriptedGenerator(replies), new ScriptedGenerator(['\\boxed{call}'])];
  const seat = { game: BLUFF, options: {}, seed: SEED };
  const agents = [languageAgent({ ...CHAT, name: 'a', generator: speaker })({ ...seat, role: 'first' }), languageAgent({ ...CHAT, name: 'b', generator: listener })({ ...seat, role: 'second' })];
  const match = await playMatch({ game: BLUFF, matchId: 'm', seed: SEED, profile: 'textarena' }, agents);
  const readers: readonly Reader[] = [1, 'spectator'];
  const told = JSON.stringify([listener.asked, readers.map((reader) => [toldEvents(match, reader), match.observe(reader)]), match.end]);
  return { told, record: JSON.stringify(match.events), match };
}

describe('SECRET-01 an agent\'s thinking stays its own', () => {
  const RUNS = { a: ['I hold the King, zebra-quartz. \\boxed{bet}'], b: ['\\boxed{bet}'], c: ['I hold the King, zebra-quartz. \\boxed{raise}', '\\boxed{bet}'] };

  it('SECRET-01 prompt, events and observation of the others are equal byte for byte', async () => {
    const [a, b, c] = [await seen(RUNS.a), await seen(RUNS.b), await seen(RUNS.c)];
    expect(a.told).toBe(b.told);
    expect(c.told).toBe(b.told);
    expect(a.told).toContain('bet');
    expect(a.told).not.toMatch(/zebra-quartz|raise|refused/);
  });

  it('SECRET-01 the raw text is kept in the trace of its seat', async () => {
    const { record, match } = await seen(RUNS.c);
    expect(record).toContain('zebra-quartz');
    expect(match.events.find(({ type }) => type === 'refused')).toMatchObject({ seat: 0, by: { text: 'raise', trace: { reasoning: RUNS.c[0] } } });
  });
});
