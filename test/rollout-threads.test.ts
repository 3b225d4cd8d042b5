/** Training whose matches are played in threads, with the real threads of the built program: the same run as without, whatever their number, and what happens when one is lost. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ThreadCalls } from '@spiral-arena/model/threads';
import { composeTrainer, parseConfig, preset } from '@spiral-arena/trainer';
import { afterAll, describe, expect, it } from 'vitest';
import type * as ComposeTraining from '../packages/cli/src/compose-training.js';
import type * as LoadGames from '../packages/cli/src/load-games.js';

// A thread runs built code, so its host does too.
const built = (name: string): Promise<unknown> => import(pathToFileURL(join(import.meta.dirname, '../packages/cli/dist', name)).href);
const { openTraining } = (await built('compose-training.js')) as typeof ComposeTraining;
const { loadGames } = (await built('load-games.js')) as typeof LoadGames;

const root = mkdtempSync(join(tmpdir(), 'spiral-threads-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const registry = await loadGames({ plugins: null });
const config = parseConfig(preset('tiny'), { model: { width: 8 }, turnsPerUpdate: 60, updates: 3, evaluationMatches: 1, evaluateEveryMinutes: null });

type Page = { readonly turns: number; readonly refused: number; readonly games: object };

async function train(rolloutThreads: number): Promise<{ readonly weights: string; readonly turns: number; readonly page: Page }> {
  const folder = join(root, `of-${rolloutThreads}`);
  const training = await openTraining({ registry, config, engine: { name: 'eager' }, folder, listen: true, arena: { port: 0 }, rolloutThreads });
  try {
    const { checkpoint, counters } = await training.trainer.run();
    await setTimeout(1200); // the threads tell their numbers twice a second
    const page = (await (await fetch(new URL('/api/status', training.url as string))).json()) as Page;
    const turns = Object.entries(counters).reduce((sum, [name, count]) => sum + (name.startsWith('turns/') ? count : 0), 0);
    return { weights: readFileSync(join(checkpoint as string, 'model.safetensors')).toString('base64'), turns, page };
  } finally {
    await training.close();
  }
}

describe('rollout threads', () => {
  it('learn the same bit for bit, alone, in two and in three; the arena that listens counts their turns', async () => {
    const [one, two, three] = await Promise.all([train(1), train(2), train(3)]);
    expect(two.weights).toBe(one.weights);
    expect(three.weights).toBe(one.weights);
    expect([one.turns, two.turns, three.turns]).toEqual([180, 180, 180]);
    expect(one.page.turns + one.page.refused).toBeGreaterThanOrEqual(180);
    for (const { page } of [two, three]) expect(page.games).toEqual(one.page.games);
  });

  it('a thread that ends is named, at the start of a run', async () => {
    const gone = new ThreadCalls(new Worker('process.exit(3)', { eval: true }));
    await setTimeout(500); // before anybody calls
    const run = composeTrainer({
      registry, config, playedIn: { threads: [gone] }, engine: { name: 'eager' }, folder: null, clock: { nowMs: () => 0 },
    });
    await expect(run).rejects.toMatchObject({ code: 'TRAINER_THREAD_LOST', message: expect.stringContaining('status 3') });
  });

  it('what a thread refuses comes with its code', async () => {
    const module = pathToFileURL(join(import.meta.dirname, '../packages/cli/dist/rollout-worker.js'));
    const { port1, port2 } = new MessageChannel();
    const calls = new ThreadCalls(new Worker(module, { workerData: { games: { builtIn: [], plugins: null }, status: port2 }, transferList: [port2 as never] }));
    await expect(composeTrainer({ registry, config, playedIn: { threads: [calls] }, engine: { name: 'eager' }, folder: null, clock: { nowMs: () => 0 } })).rejects.toMatchObject({ code: 'CORE_GAME_UNKNOWN' });
    await calls.close();
    port1.close();
  });
});
