/** `spiral demo`: an arena on this machine and a small model that learns three games through it, with live numbers. */
import { Flags } from '@oclif/core';
import { parseConfig, preset } from '@spiral-arena/trainer';
import { SpiralCommand } from '../base-command.js';
import { openTraining, stopSignal } from '../compose-training.js';
import { demoResult } from '../demo-result.js';
import { engineFlags, engineOptions, rolloutThreadsFlag } from '../engine-flags.js';
import { loadGames } from '../load-games.js';
import { minutesOf } from '../minutes.js';
import { rolloutThreadsFor } from '../rollout-workers.js';
import { newRunFolder } from '../run-folder.js';
import { RunView } from '../run-view.js';

export default class Demo extends SpiralCommand {
  static override summary = 'Watch a small model learn three games by self-play.';
  static override description = 'Serves an arena on this machine and trains a model from scratch on TicTacToe, Kuhn Poker and Simple Negotiation through it, until Ctrl-C or --minutes.';
  static override examples = ['<%= config.bin %> demo', '<%= config.bin %> demo --minutes 3 --json'];
  static override flags = {
    minutes: Flags.string({ description: 'stop after so many minutes of training (evaluation not counted); default: at Ctrl-C' }),
    seed: Flags.integer({ description: 'seed of everything', default: 0, min: 0 }),
    port: Flags.integer({ description: 'port of the arena and its page', default: 4455, min: 0, max: 65_535 }),
    ...engineFlags,
    ...rolloutThreadsFlag,
    out: Flags.string({ description: 'folder of the run; default: a new one under runs/' }),
  };

  override async run(): Promise<unknown> {
    const { flags } = await this.parse(Demo);
    const minutes = flags.minutes === undefined ? null : minutesOf(flags.minutes);
    const config = parseConfig(preset('demo'), { seed: flags.seed, minutes });
    const folder = flags.out ?? newRunFolder('demo');
    const registry = await loadGames();
    const engine = engineOptions(flags);
    const rolloutThreads = rolloutThreadsFor(config, engine, flags['rollout-threads']);
    const training = await openTraining({ registry, config, folder, engine, rolloutThreads, listen: true, arena: { port: flags.port } });
    try {
      this.progress(`arena    ${training.url}  (open it in a browser for live numbers)\nengine   ${training.engine}\nmodel    ${training.parameters.toLocaleString('en')} parameters, from scratch\nrun      ${folder}  (${minutes === null ? 'Ctrl-C stops it and keeps what it learnt' : `${minutes} minutes of training`})\n`);
      const view = new RunView(process.stderr);
      const result = await training.trainer.run(view.events, stopSignal());
      const [first] = config.games;
      this.progress(`play against it:  npx spiral play ${first?.game} --against model:${folder}\ngo on training:   npx spiral train --resume ${folder} --minutes 10`);
      return demoResult({ engine: flags.engine, view, result });
    } finally {
      await training.close();
    }
  }
}
