/** `spiral plugins install SOURCE`: a game package from the registry, a tarball or a folder; checked before it takes its place. */
import { Args } from '@oclif/core';
import { SpiralCommand } from '../../base-command.js';
import { installPlugin } from '../../install-plugin.js';

export default class PluginsInstall extends SpiralCommand {
  static override summary = 'Install a game package, so that its games appear in every command, in the arena and in training.';
  static override description =
    "npm fetches it into the plugins folder of SPIRAL_HOME without running install scripts; then it is loaded once and checked, and a package that is refused leaves everything as it was. A plugin is code that runs on this machine with your rights: install what you trust.";
  static override examples = ['<%= config.bin %> plugins install spiral-arena-reversi', '<%= config.bin %> plugins install spiral-arena-reversi@1.2.0', '<%= config.bin %> plugins install ./spiral-arena-reversi-1.0.0.tgz', '<%= config.bin %> plugins install ./reversi'];
  static override args = { source: Args.string({ required: true, description: 'a package name (with @version by choice), a tarball or a folder' }) };

  override async run(): Promise<unknown> {
    const { args } = await this.parse(PluginsInstall);
    const plugin = await installPlugin(args.source, (line) => this.progress(line));
    this.log(`${plugin.package} ${plugin.version ?? ''} is installed, with ${plugin.games.join(', ')}`);
    return plugin;
  }
}
