/** `spiral plugins uninstall PACKAGE`: the package goes; records of its games stay, and need it again to be replayed. */
import { Args } from '@oclif/core';
import { SpiralCommand } from '../../base-command.js';
import { uninstallPlugin } from '../../install-plugin.js';

export default class PluginsUninstall extends SpiralCommand {
  static override summary = 'Remove an installed or linked game package.';
  static override examples = ['<%= config.bin %> plugins uninstall spiral-arena-reversi'];
  static override args = { package: Args.string({ required: true, description: 'name of the package' }) };

  override async run(): Promise<unknown> {
    const { args } = await this.parse(PluginsUninstall);
    uninstallPlugin(args.package);
    this.log(`${args.package} is removed`);
    return { package: args.package };
  }
}
