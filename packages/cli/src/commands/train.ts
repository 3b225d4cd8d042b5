/** `spiral train`: a run from a preset, a file or a checkpoint. */
import { Flags } from '@oclif/core';
import { CheckpointStore, loadCheckpoint, parseConfig, preset, PRESETS } from '@spiral-arena/trainer';
import { SpiralCommand } from '../base-command.js';
import { openTraining, stopSignal } from '../compose-training.js';
import { readConfigFile } from '../config-file.js';
import { engineFlags, engineOptions, rolloutThreadsFlag } from '../engine-flags.js';
import { loadGames } from '../load-games.js';
import { minutesOf } from '../minutes.js';
import { rolloutThreadsFor } from '../rollout-workers.js';
import { newRunFolder } from '../run-folder.js';
import { checkUnfinished, runLimits } from '../run-limits.js';
import { RunView } from '../run-view.js';

export default class Train extends SpiralCommand {
  static override summary = 'Train a model by self-play.';
  static override examples = ['<%= config.bin %> train --preset tic-tac-toe --minutes 3', '<%= config.bin %> train --config run.yaml --out runs/mine', '<%= config.bin %> train --resume runs/mine --updates 500'];
  static override flags = {
    config: Flags.string({ description: 'YAML or JSON file, over the preset' }),
    preset: Flags.string({ description: 'named set of settings', options: Object.keys(PRESETS) }),
    resume: Flags.string({ description: 'go on with the newest checkpoint of this run', exclusive: ['config', 'preset', 'out', 'seed'] }),
    updates: Flags.integer({ description: 'stop after so many self-play updates of the whole run', min: 1 }),
    minutes: Flags.string({ description: 'stop after so many minutes of training; with --resume: so many more' }),
    seed: Flags.integer({ description: 'seed of everything', min: 0 }),
    out: Flags.string({ description: 'folder of the run; default: a new one under runs/' }),
    ...engineFlags,
    ...rolloutThreadsFlag,
    arena: Flags.string({ description: 'address of a remote arena (ws://...); default: one in this process', exclusive: ['rollout-threads'] }),
  };

  override async run(): Promise<unknown> {
    const { flags } = await this.parse(Train);
    const checkpoint = flags.resume === undefined ? undefined : await loadCheckpoint(new CheckpointStore(flags.resume).latest());
    const limits = runLimits({ updates: flags.updates, minutes: flags.minutes === undefined ? undefined : minutesOf(flags.minutes) }, checkpoint?.state);
    const layers = checkpoint ? [checkpoint.state.config] : [...(flags.preset || !flags.config ? [preset(flags.preset ?? 'demo')] : []), ...(flags.config ? [await readConfigFile(flags.config)] : [])];
    const config = parseConfig(...layers, { ...limits, ...(flags.seed === undefined ? {} : { seed: flags.seed }) });
    if (checkpoint) checkUnfinished(config, checkpoint.state, flags.resume as string);
    const folder = flags.resume ?? flags.out ?? newRunFolder(flags.preset ?? 'train');
    const registry = await loadGames();
    const engine = engineOptions(flags);
    const rolloutThreads = flags.arena ? 1 : rolloutThreadsFor(config, engine, flags['rollout-threads']);
    const training = await openTraining({ registry, config, folder, engine, rolloutThreads, listen: false, ...(flags.arena ? { arenaUrl: flags.arena } : {}), ...(checkpoint ? { checkpoint } : {}) });
    try {
      this.progress(`engine ${training.engine}; ${training.parameters.toLocaleString('en')} parameters; run ${folder}`);
      const view = new RunView(process.stderr);
      const result = await training.trainer.run(view.events, stopSignal());
      this.log(`checkpoint ${result.checkpoint}`);
      return { train: { engine: flags.engine, folder, ...result } };
    } finally {
      await training.close();
    }
  }
}
