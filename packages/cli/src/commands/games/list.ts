/** `spiral games list`: every installed game, and the packages that failed with their reason. */
import { SpiralCommand } from '../../base-command.js';
import { loadGames } from '../../load-games.js';

export default class GamesList extends SpiralCommand {
  static override summary = 'List the installed games.';
  static override examples = ['<%= config.bin %> games list', '<%= config.bin %> games list --json'];

  override async run(): Promise<unknown> {
    await this.parse(GamesList);
    const registry = await loadGames();
    for (const game of registry.list()) this.log(`${game.id.padEnd(22)} ${game.version.padEnd(8)} ${game.summary}`);
    for (const failure of registry.failures) this.log(`${failure.package.padEnd(22)} failed (${failure.reason}): ${failure.explanation}\n${' '.repeat(23)}${failure.hint}`);
    return [
      ...registry.entries().map(({ game, package: from }) => ({ id: game.id, version: game.version, package: from, status: 'ready' })),
      ...registry.failures.map((failure) => ({ id: null, version: null, package: failure.package, status: 'failed', reason: failure.reason, explanation: failure.explanation, hint: failure.hint })),
    ];
  }
}
