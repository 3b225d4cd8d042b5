/**
 * What training through a real arena must be true of: the rewards that reach the trainer are the returns of the records, and the
 * weights of the newest update are those that play. Tiny network, plain cpu.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeArena } from '@spiral-arena/arena';
import { ArenaClient } from '@spiral-arena/client';
import { GameRegistry } from '@spiral-arena/core/game';
import kuhn from '@spiral-arena/games-kuhn-poker';
import negotiation from '@spiral-arena/games-simple-negotiation';
import ticTacToePlugin from '@spiral-arena/games-tic-tac-toe';
import { createEngine, WordGenerator, WordTokenizer } from '@spiral-arena/model';
import { composeTrainer, loadCheckpoint, parseConfig, preset, trainedGames, wordsOf, type ComposedTrainer, type Episode, type Step } from '@spiral-arena/trainer';
import { describe, expect, it } from 'vitest';

const registry = new GameRegistry();
for (const plugin of [ticTacToePlugin, kuhn, negotiation]) for (const game of plugin.games) registry.register(game);
const clock = { nowMs: (): number => 0 };

async function open(over: object, folder: string | null = null): Promise<{ readonly composed: ComposedTrainer; readonly client: ArenaClient; readonly words: WordTokenizer; readonly close: () => Promise<void> }> {
  const arena = await composeArena({ registry, config: { storePath: ':memory:', logLevel: 'silent', keepBulkRecords: 5000 } });
  const config = parseConfig(preset('tiny'), { model: { width: 8 }, warmUpUpdates: 0, evaluationMatches: 1, evaluateEveryMinutes: null, checkpointEveryMinutes: null }, over);
  const composed = await composeTrainer({ registry, playedIn: { transport: arena.connect({ account: 'trainer' }) }, config, clock, engine: { name: 'eager' }, folder });
  const client = await ArenaClient.connect(arena.connect({ account: 'trainer' }));
  const close = async (): Promise<void> => {
    client.close();
    await composed.close();
    await arena.close();
  };
  return { composed, client, words: new WordTokenizer(wordsOf(trainedGames(registry, config))), close };
}

describe('TRAIN-19 rewards of both seats', () => {
  it('1,000 matches of a model that answers at random: returns of the records, zero-sum, the penalty inside them', async () => {
    const { composed, client, close } = await open({ updates: 3, turnsPerUpdate: 420, penalty: 1.5 });
    const episodes: Episode[] = [];
    await composed.trainer.run({ onUpdate: ({ games }) => void episodes.push(...games.flatMap((game) => game.episodes)) });
    expect(episodes.length).toBeGreaterThanOrEqual(1000);
    for (const { trajectories } of episodes) expect(trajectories.reduce((sum, { return: value }) => sum + value, 0)).toBe(0);
    const illegal = episodes.filter(({ reason, game }) => reason === 'illegal' && game === 'tic-tac-toe');
    expect(illegal.length).toBeGreaterThan(100);
    for (const { trajectories } of illegal) expect(trajectories.map(({ return: value }) => Math.abs(value))).toEqual([1.5, 1.5]);
    for (const { matchId, trajectories } of episodes.filter((_, index) => index % 40 === 0)) {
      const lines = (await client.replay(matchId)).record.trim().split('\n').map((line) => JSON.parse(line) as { readonly type?: string; readonly end?: { readonly returns: readonly number[] } });
      const end = lines.find((line) => line.end)?.end;
      expect(end?.returns).toEqual(trajectories.map(({ return: value }) => value));
    }
    await close();
  });
});

describe('TOKEN-06 after an update, the new weights play', () => {
  it('recorded log-probabilities are those of the stored weights of their version, and of no other', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'spiral-versions-'));
    const { composed, words, close } = await open({
      updates: 4, turnsPerUpdate: 24, learningRate: 0.02, rampUpdates: 0, warmUpUpdates: 25, warmUpLearningRate: 0.03, checkpointEveryUpdates: 1, keepCheckpoints: 100,
    }, folder);
    const played: { readonly version: number; readonly steps: readonly Step[] }[] = [];
    await composed.trainer.run({
      onUpdate: ({ phase, update, games }) => {
        // An update's turns were played by the weights of the update before. Replies that are no words (bytes, control tokens) have no text to ask for.
        const steps = games.flatMap((game) => game.steps.map(({ step }) => step)).filter(({ tokenIds }) => words.encode(words.decode(tokenIds)).join() === tokenIds.join());
        if (phase === 'self-play') played.push({ version: update - 1, steps });
      },
    });
    await close();
    const engine = await createEngine({ name: 'eager' });
    const largestGap = async (steps: readonly Step[], version: number): Promise<number> => {
      const { weights, tokenizer } = await loadCheckpoint(join(folder, 'checkpoints', `update-${String(version).padStart(7, '0')}`));
      const generator = new WordGenerator({ engine, tokenizer, weights, policyVersion: version });
      const logprobs = await generator.logprobs(steps.map(({ promptTokenIds, tokenIds }) => ({ words: words.decode(promptTokenIds.slice(0, -1)), reply: words.decode(tokenIds) })));
      await generator.dispose();
      return Math.max(...steps.map((step, index) => Math.abs((logprobs[index] as number) - step.logprobs.reduce((sum, logprob) => sum + logprob, 0))));
    };
    expect(played.map(({ version }) => version)).toEqual([25, 26, 27, 28]);
    for (const { version, steps } of played) {
      expect(steps.length).toBeGreaterThan(8);
      expect(await largestGap(steps, version)).toBeLessThan(1e-4);
      expect(await largestGap(steps, version - 1)).toBeGreaterThan(1e-4);
    }
    rmSync(folder, { recursive: true, force: true });
  });
});
