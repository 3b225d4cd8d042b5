/**
 * Training through a real arena, plain cpu: same seed and configuration twice give the same checkpoint byte for byte, and a run that was
 * stopped and resumed gives that of one that was not. Tiny network, few turns.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeArena } from '@spiral-arena/arena';
import { GameRegistry } from '@spiral-arena/core/game';
import kuhn from '@spiral-arena/games-kuhn-poker';
import negotiation from '@spiral-arena/games-simple-negotiation';
import liarsDicePlugin from '@spiral-arena/games-liars-dice';
import ticTacToePlugin from '@spiral-arena/games-tic-tac-toe';
import { CheckpointStore, composeTrainer, loadCheckpoint, parseConfig, preset, type Checkpoint, type TrainEvents, type TrainResult } from '@spiral-arena/trainer';
import wordCluesPlugin from 'spiral-arena-word-clues';
import { afterAll, describe, expect, it } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'spiral-resume-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const registry = new GameRegistry();
for (const plugin of [ticTacToePlugin, kuhn, negotiation, liarsDicePlugin, wordCluesPlugin]) for (const game of plugin.games) registry.register(game);

/** A clock that shows another time in every run, so that a time in a checkpoint would be seen. */
let tick = 0;
const clock = { nowMs: (): number => (tick += 7.3) };

interface Ran {
  readonly folder: string;
  readonly result: TrainResult;
}

async function train(name: string, over: object, { checkpoint, events, signal }: { checkpoint?: Checkpoint; events?: TrainEvents; signal?: AbortSignal } = {}): Promise<Ran> {
  const folder = join(root, name);
  const arena = await composeArena({ registry, config: { storePath: join(root, `${name}-${tick}.db`), logLevel: 'silent' } });
  const config = parseConfig(preset('tiny'), { model: { width: 8 }, turnsPerUpdate: 12, evaluationMatches: 1, evaluateEveryMinutes: null, checkpointEveryMinutes: null, keepCheckpoints: 20 }, over);
  const trainer = await composeTrainer({ registry, playedIn: { transport: arena.connect() }, config, clock, engine: { name: 'eager' }, folder, ...(checkpoint ? { checkpoint } : {}) });
  try {
    return { folder, result: await trainer.trainer.run(events, signal) };
  } finally {
    await trainer.close();
    await arena.close();
  }
}

/** Every file of a checkpoint, by name. */
const filesOf = (folder: string): Record<string, string> => Object.fromEntries(readdirSync(folder).toSorted().map((file) => [file, readFileSync(join(folder, file)).toString('base64')]));

describe('runs repeat', () => {
  it('same seed and configuration: identical checkpoints, byte for byte; another seed: another one', async () => {
    const [one, two, other] = [await train('one', { updates: 3 }), await train('two', { updates: 3 }), await train('other', { updates: 3, seed: 1 })];
    expect(Object.keys(filesOf(one.result.checkpoint as string))).toEqual(['config.json', 'model.safetensors', 'moments.safetensors', 'state.json', 'words.json']);
    expect(filesOf(two.result.checkpoint as string)).toEqual(filesOf(one.result.checkpoint as string));
    expect(filesOf(other.result.checkpoint as string)['model.safetensors']).not.toBe(filesOf(one.result.checkpoint as string)['model.safetensors']);
  });

  it('the weights of a seed are what they were when this was written, bit for bit', async () => {
    const { result } = await train('pinned', { updates: 3 });
    expect(createHash('sha256').update(readFileSync(join(result.checkpoint as string, 'model.safetensors'))).digest('hex')).toBe('a46d60bc32878df8167df746ca1b4c5ddcc54c7f36269cb25c7b9dd0755439ff');
  });

  it('three and four seats train like two, with a baseline for every role', async () => {
    const { result } = await train('seats', { updates: 1, games: [{ game: 'liars-dice', variant: 'three' }, { game: 'word-clues' }] });
    expect(result.selfPlayUpdates).toBe(1);
    const { state } = await loadCheckpoint(result.checkpoint as string);
    const roles = state.baselines.map(({ role }) => role);
    for (const role of ['first', 'second', 'third', 'red-1', 'red-2', 'blue-1', 'blue-2']) expect(roles).toContain(role);
  });

  it('10 updates = 5, stop, resume 5', async () => {
    const straight = await train('straight', { updates: 10 });
    const stop = new AbortController();
    const first = await train('halves', { updates: 10 }, { signal: stop.signal, events: { onUpdate: ({ selfPlayUpdates }) => selfPlayUpdates === 5 && stop.abort() } });
    expect(first.result.selfPlayUpdates).toBe(5);
    const checkpoint = await loadCheckpoint(new CheckpointStore(first.folder).latest());
    const second = await train('halves', { updates: 10 }, { checkpoint });
    expect(second.result.selfPlayUpdates).toBe(10);
    expect(filesOf(second.result.checkpoint as string)).toEqual(filesOf(straight.result.checkpoint as string));
  });

  it('10 updates = 7 of which 2 were lost in a crash, and resume from the stored 5', async () => {
    const crash = { onUpdate: ({ selfPlayUpdates }: { readonly selfPlayUpdates: number }): void => {
      if (selfPlayUpdates === 7) throw new Error('crash');
    } };
    await expect(train('crashed', { updates: 10, checkpointEveryUpdates: 6 }, { events: crash })).rejects.toThrow('crash');
    const store = new CheckpointStore(join(root, 'crashed'));
    const checkpoint = await loadCheckpoint(store.latest());
    expect(checkpoint.state.selfPlayUpdates).toBe(5);
    const { result } = await train('crashed', { updates: 10, checkpointEveryUpdates: 6 }, { checkpoint });
    const straight = filesOf(new CheckpointStore(join(root, 'straight')).latest());
    const files = filesOf(result.checkpoint as string);
    for (const file of ['model.safetensors', 'moments.safetensors']) expect(files[file]).toBe(straight[file]);
  });

  it('evaluating and storing more often changes nothing', async () => {
    const straight = filesOf(join(root, 'one', 'checkpoints', 'update-0000004'));
    const busy = await train('busy', { updates: 3, evaluateEveryUpdates: 1, checkpointEveryUpdates: 1 });
    const files = filesOf(busy.result.checkpoint as string);
    for (const file of ['model.safetensors', 'moments.safetensors']) expect(files[file]).toBe(straight[file]);
    expect(new CheckpointStore(busy.folder).list()).toEqual(['update-0000001', 'update-0000002', 'update-0000003', 'update-0000004']);
  });
});

describe('damaged checkpoints', () => {
  it('are refused by the name of the file, and the older ones stay', async () => {
    const store = new CheckpointStore(join(root, 'busy'));
    truncateSync(join(store.latest(), 'moments.safetensors'), 100);
    await expect(loadCheckpoint(store.latest())).rejects.toMatchObject({ code: 'TRAINER_CHECKPOINT_UNREADABLE', details: { explanation: expect.stringContaining('moments.safetensors'), others: expect.stringContaining('update-0000003') } });
    writeFileSync(join(store.latest(), 'state.json'), '{"format":1');
    await expect(loadCheckpoint(store.latest())).rejects.toMatchObject({ code: 'TRAINER_CHECKPOINT_UNREADABLE' });
    expect((await loadCheckpoint(join(root, 'busy', 'checkpoints', 'update-0000003'))).state.update).toBe(3);
  });

  it('TRAIN-05 a weight that is not finite is refused with its name, and the last good one is kept', async () => {
    const store = new CheckpointStore(join(root, 'two'));
    const checkpoint = await loadCheckpoint(store.latest());
    checkpoint.weights.get('model.norm.weight')[0] = Number.NaN;
    await expect(store.save({ ...checkpoint, state: { ...checkpoint.state, update: 99 } }, 3)).rejects.toMatchObject({ code: 'TRAINER_CHECKPOINT_NOT_FINITE', details: { tensor: 'model.norm.weight', previous: 'update-0000004' } });
    expect(store.list()).toEqual(['update-0000004']);
    expect((await loadCheckpoint(store.latest())).state.update).toBe(4);
  });

  it('none at all, and one of another configuration, are refused', async () => {
    expect(() => new CheckpointStore(join(root, 'nowhere')).latest()).toThrow(expect.objectContaining({ code: 'TRAINER_CHECKPOINT_MISSING' }));
    const checkpoint = await loadCheckpoint(new CheckpointStore(join(root, 'two')).latest());
    await expect(train('mismatch', { seed: 2 }, { checkpoint })).rejects.toMatchObject({ code: 'TRAINER_CHECKPOINT_MISMATCH', details: { key: 'seed' } });
  });
});
