/** `spiral plugins list`: the installed game packages, and what is wrong with those that cannot be used. */
import { SpiralCommand } from '../../base-command.js';
import { loadGames } from '../../load-games.js';
import { readManifest, versionIn } from '../../package-folder.js';
import { installedPlugins } from '../../plugin-folder.js';

export default class PluginsList extends SpiralCommand {
  static override summary = 'List the installed game packages with their games.';
  static override description = 'It loads them, to say which can be used. The games that come with spiral are in `spiral games list`.';
  static override examples = ['<%= config.bin %> plugins list', '<%= config.bin %> plugins list --json'];

  override async run(): Promise<unknown> {
    await this.parse(PluginsList);
    const places = installedPlugins();
    const registry = await loadGames();
    const plugins = await Promise.all(places.map(async ({ name, root, linked }) => {
      const version = versionIn(await readManifest(root).catch(() => null));
      const games = registry.entries().filter((entry) => entry.package === name).map(({ game }) => game.id);
      const failure = registry.failures.find((one) => one.package === name);
      const shared = { package: name, version, games, linked, folder: root };
      return failure ? { ...shared, status: 'failed', reason: failure.reason, explanation: failure.explanation, hint: failure.hint } : { ...shared, status: 'ready' };
    }));
    if (plugins.length === 0) this.log('No plugin is installed; `spiral plugins install` installs one, `spiral games create` begins one.');
    for (const plugin of plugins) {
      const state = 'reason' in plugin ? `failed (${plugin.reason}): ${plugin.explanation}\n${' '.repeat(41)}${plugin.hint}` : plugin.games.join(', ');
      this.log(`${plugin.package.padEnd(32)} ${(plugin.version ?? '').padEnd(8)}${plugin.linked ? `linked to ${plugin.folder}; ` : ''}${state}`);
    }
    return plugins;
  }
}
