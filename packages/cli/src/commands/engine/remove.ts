/** `spiral engine remove NAME`: takes an engine, or what an unfinished install left, out of the cache. */
import { Args } from '@oclif/core';
import { removeTensorFlow } from '@spiral-arena/model';
import { SpiralCommand } from '../../base-command.js';

export default class EngineRemove extends SpiralCommand {
  static override summary = 'Remove an engine from the cache.';
  static override examples = ['<%= config.bin %> engine remove tensorflow-2.21.0-cpu-linux-x64'];
  static override args = { engine: Args.string({ description: 'its name, as `engine list` shows it', required: true }) };

  override async run(): Promise<unknown> {
    const { args } = await this.parse(EngineRemove);
    await removeTensorFlow(args.engine);
    this.log(`${args.engine} is removed`);
    return { removed: args.engine };
  }
}
