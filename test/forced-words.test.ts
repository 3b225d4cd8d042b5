/**
 * A model that does not say words that are the only ones possible, in a game that has many: Simple Negotiation, `Offer: 3 Wood -> 4 Gold`.
 * A small untrained network, held to the legal words; what it says must be what core reads.
 */
import { replyOf, turnRequest, type BriefSettings } from '@spiral-arena/agents';
import { readAction, resolveOptions, type Action, type Game } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import { Rng } from '@spiral-arena/core/random';
import negotiation from '@spiral-arena/games-simple-negotiation';
import { createEngine, initialWeights, nanoConfig, WordGenerator, WordTokenizer, type GenerateResult } from '@spiral-arena/model';
import { describe, expect, it } from 'vitest';

const game = negotiation.games[0] as Game;
const { options } = resolveOptions(game, { variant: 'silent' });
const SETTINGS: BriefSettings = { mode: 'brief', sampling: { temperature: 1 }, maxTokens: 12, constrained: true };

describe('Simple Negotiation without forced words', () => {
  it('offers have their arrow in the text and no token for it', async () => {
    const tokenizer = new WordTokenizer(game.briefWords(options), { spells: false, saysForced: false });
    const config = nanoConfig(tokenizer.vocabSize, 'pico', 64);
    const engine = await createEngine({ name: 'eager' });
    const generator = new WordGenerator({ engine, tokenizer, weights: initialWeights(config, Rng.fromSeed(2)), policyVersion: 0 });
    const match = Match.start({ game, matchId: 'm', seed: Rng.fromSeed(1).seed(), options, variant: 'silent' });
    const [seat] = match.pending() as [number];
    const observation = match.observe(seat);
    const turn = { game, options, role: 'first', observation, legalActions: match.legalActions(seat) };
    const rng = Rng.fromSeed(3);
    const requests = Array.from({ length: 60 }, () => turnRequest(turn, SETTINGS, rng.seed()));
    const results: readonly GenerateResult[] = await generator.generate(requests);
    const arrow = tokenizer.encodeWord('->')[0] as number;
    for (const result of results) {
      const { text } = replyOf(result, SETTINGS);
      expect(text).toMatch(/^\[Offer: .+ -> .+\]$/);
      const read = readAction(game, observation, text);
      expect(read.ok && game.refusal(match.state, seat, read.action as Action)).toBeNull();
      expect(result.tokenIds).not.toContain(arrow);
      const words = result.text.split(' ');
      expect(result.tokenIds.length).toBeLessThan(words.length);
      if (words.includes('Wood,')) expect(words.slice(words.indexOf('Wood,')).join(' ')).toMatch(/^Wood, \d+ Gold/); // Gold had no token either
      expect(tokenizer.decode(result.tokenIds)).toEqual(words.filter((word, index) => word !== '->' && words[index - 2] !== 'Wood,'));
    }
    expect(new Set(results.map(({ text }) => text)).size).toBeGreaterThan(30);
    await generator.dispose();
    await engine.dispose();
  });
});
