/** Replies of language models in the real games, both halves of the way: `agents` cuts the answer out, `core` reads it; and what other seats learn of it. */
import { languageAgent, readReply } from '@spiral-arena/agents';
import type { GenerateResult, TextGenerator } from '@spiral-arena/agents';
import { readAction, resolveOptions } from '@spiral-arena/core/game';
import type { Game, Options, Reader } from '@spiral-arena/core/game';
import { Match, playMatch, toldEvents } from '@spiral-arena/core/match';
import { kuhnPoker } from '@spiral-arena/games-kuhn-poker';
import { simpleNegotiation } from '@spiral-arena/games-simple-negotiation';
import { ticTacToe } from '@spiral-arena/games-tic-tac-toe';
import { describe, expect, it } from 'vitest';

const KUHN = kuhnPoker as Game;
const TIC_TAC_TOE = ticTacToe as Game;
const NEGOTIATION = simpleNegotiation as Game;
const SEED = '0'.repeat(32);
const CHAT = { mode: 'chat', sampling: { temperature: 1 }, maxTokens: 64 } as const;

/** The action that a whole reply names at the start of a game, or the kind of its refusal. */
function read(game: Game, options: Options, text: string, requireBox = false): unknown {
  const reading = readReply(text, { requireBox });
  if (!reading.ok) return reading.kind;
  const result = readAction(game, Match.start({ game, matchId: 'm', seed: SEED, options }).observe(0), reading.answer);
  return result.ok ? result.action : result.kind;
}

/** Says the given replies in turn, the last one for ever, and keeps the prompts it got. */
function scripted(replies: readonly string[]): TextGenerator & { readonly prompts: string[] } {
  const prompts: string[] = [];
  const generate: TextGenerator['generate'] = async (requests) => requests.map((request): GenerateResult => {
    prompts.push(JSON.stringify(request));
    return { text: replies[Math.min(prompts.length, replies.length) - 1] as string, promptTokenIds: [], tokenIds: [], logprobs: [], finish: 'stop', policyVersion: 0 };
  });
  return { prompts, generate, logprobs: async (requests) => requests.map(() => 0) };
}

describe('PARSE-01 and PARSE-02 in tic-tac-toe', () => {
  const { options } = resolveOptions(TIC_TAC_TOE);
  it.each([
    ['PARSE-01 (a)', '\\boxed{[0]} looks fine, no: \\boxed{[4]}', { cell: 4 }],
    ['PARSE-01 (b)', '[0] or [1]? \\boxed{[4]} rather than [2]', { cell: 4 }],
    ['PARSE-01 (c)', '\\boxed{[4]} \\boxed{}', 'no-action'],
    ['PARSE-01 (d)', '\\boxed{[0] [4]}', 'ambiguous'],
    ['PARSE-01 (e)', '\\fbox{[4]}', { cell: 4 }],
    ['PARSE-01 (f)', '\\boxed{[0]} then \\boxed{[4', 'no-action'],
    ['PARSE-01 (g)', 'boxed{[4]}', { cell: 4 }],
    ['PARSE-02 (a)', '\\boxed{\\text{[4]}}', { cell: 4 }],
    ['PARSE-02 (b)', '\\boxed{4}', { cell: 4 }],
    ['PARSE-02 (c)', '\\boxed{\n [4] \n}', { cell: 4 }],
    ['PARSE-02 (d)', '\\boxed{\\boxed{4}}', { cell: 4 }],
    ['PARSE-02 (e)', '\\boxed{{4}}', 'no-action'],
    ['PARSE-02 (f)', '\\boxed{\\{4\\}}', 'no-action'],
    ['PARSE-02 (g)', '\\boxed{\\text{\\text{4}}}', 'no-action'],
  ])('%s %s', (_, text, right) => {
    expect(read(TIC_TAC_TOE, options, text)).toEqual(right);
  });

  it('PARSE-01 (h) with requireBox', () => {
    for (const text of ['\\fbox{[4]}', 'boxed{[4]}']) expect(read(TIC_TAC_TOE, options, text, true)).toBe('no-action');
  });
});

describe('PARSE-02 in negotiation', () => {
  const { options } = resolveOptions(NEGOTIATION, { options: { resources: [{ name: 'Wood', base: 10 }, { name: 'Ore', base: 40 }] } });
  const offer = { kind: 'offer', give: { Wood: 1 }, get: { Ore: 2 } };

  it.each([
    ['h', '\\boxed{[Offer: 1 Wood -> 2 Ore]}', offer],
    ['i', '\\boxed{Fair? [Offer: 1 Wood -> 2 Ore]}', { ...offer, message: 'Fair?' }],
    ['j', '\\boxed{Offer: 1 Wood -> 2 Ore}', { kind: 'talk', message: 'Offer: 1 Wood -> 2 Ore' }],
    ['k', '\\boxed{Take {this}: [Offer: 1 Wood -> 2 Ore]}', { ...offer, message: 'Take {this}:' }],
  ])('PARSE-02 (%s) %s', (_, text, action) => {
    expect(read(NEGOTIATION, options, text)).toEqual(action);
  });
});

describe('PARSE-03 nothing in the box', () => {
  const GAMES = [['tic-tac-toe', TIC_TAC_TOE], ['kuhn-poker', KUHN], ['simple-negotiation', NEGOTIATION]] as const;
  it.each(GAMES)('PARSE-03 is refused in %s', (_, game) => {
    for (const text of ['\\boxed{}', '\\boxed{ \n }', '\\boxed{4', '\\boxed{', 'I think. \\boxed{\\text{}}', '', '   ']) expect(read(game, resolveOptions(game).options, text), text).toBe('no-action');
  });

  it('PARSE-03 (h)-(j) without talk', () => {
    for (const text of ['\\boxed', '[]', '[ ]']) {
      expect(read(TIC_TAC_TOE, resolveOptions(TIC_TAC_TOE).options, text)).toBe('no-action');
      expect(read(KUHN, resolveOptions(KUHN).options, text)).toBe('no-action');
      expect(read(NEGOTIATION, resolveOptions(NEGOTIATION, { variant: 'silent' }).options, text)).toBe('no-action');
    }
  });
});

describe('PARSE-14 the agent says nothing', () => {
  it.each([['strict', 1], ['textarena', 1], ['spiral-train', 1.5]] as const)('PARSE-14 loses in every game as %s says', async (profile, loss) => {
    for (const [game, variant] of [[TIC_TAC_TOE, 'default'], [KUHN, 'default'], [NEGOTIATION, 'default'], [NEGOTIATION, 'silent']] as const) {
      const { options } = resolveOptions(game, { variant });
      for (const silence of ['', '\n'.repeat(1_000), '<think>nothing']) {
        const agent = languageAgent({ ...CHAT, name: 'silent', generator: scripted([silence]) })({ game, options, role: 'first', seed: SEED });
        const match = await playMatch({ game, options, variant, matchId: 'm', seed: SEED, profile }, [agent, agent]);
        expect(match.end).toMatchObject({ reason: 'illegal', offenders: [0], returns: [-loss, loss] });
        expect(match.events.findLast(({ type }) => type === 'refused')).toMatchObject({ kind: 'no-action' });
      }
    }
  });
});

describe('SECRET-01 an agent\'s thinking stays its own', () => {
  const { options } = resolveOptions(KUHN, { variant: 'single' });
  const seed = Array.from({ length: 64 }, (_, index) => index.toString(16).padStart(32, '0')).find((each) => Match.start({ game: KUHN, matchId: 'm', seed: each, options }).observe(0)['card'] === 'K') as string;

  it('SECRET-01 Kuhn, seat 0 holds K: what the others get is equal byte for byte in all runs', async () => {
    const runs = [['I hold the King, zebra-quartz. \\boxed{bet}'], ['\\boxed{bet}'], ['I hold the King, zebra-quartz. \\boxed{raise}', '\\boxed{bet}']];
    const seen = new Set<string>();
    for (const replies of runs) {
      const listener = scripted(['\\boxed{call}']);
      const agents = [scripted(replies), listener].map((generator, seat) => languageAgent({ ...CHAT, name: `agent ${seat}`, generator })({ game: KUHN, options, role: seat === 0 ? 'first' : 'second', seed: SEED }));
      const match = await playMatch({ game: KUHN, options, variant: 'single', matchId: 'm', seed, profile: 'textarena' }, agents);
      const readers: readonly Reader[] = [1, 'spectator'];
      expect(match.end).toMatchObject({ reason: 'completed', returns: [2, -2] });
      expect(JSON.stringify(match.events).includes('zebra-quartz')).toBe(replies !== runs[1]);
      seen.add(JSON.stringify([listener.prompts, readers.map((reader) => [toldEvents(match, reader), match.observe(reader)]), match.end]));
    }
    expect(seen.size).toBe(1);
    expect([...seen][0]).toContain('bet');
    expect([...seen][0]).not.toMatch(/zebra-quartz|raise|refused/);
  });
});
