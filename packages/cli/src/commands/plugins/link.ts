/** `spiral plugins link FOLDER`: a game package under development, played as it is built there. */
import { Args } from '@oclif/core';
import { SpiralCommand } from '../../base-command.js';
import { linkPlugin } from '../../install-plugin.js';

export default class PluginsLink extends SpiralCommand {
  static override summary = 'Link a folder that holds a game package, to play it while you write it.';
  static override examples = ['<%= config.bin %> plugins link .', '<%= config.bin %> plugins link ../reversi'];
  static override args = { folder: Args.string({ description: 'the folder of the package', default: '.' }) };

  override async run(): Promise<unknown> {
    const { args } = await this.parse(PluginsLink);
    const plugin = await linkPlugin(args.folder, (line) => this.progress(line));
    this.log(`${plugin.package} ${plugin.version ?? ''} is linked, with ${plugin.games.join(', ')}; build it again and the next command plays what you built`);
    return plugin;
  }
}
