/** `spiral arena serve`: an arena for others, until SIGINT or SIGTERM. */
import { once } from 'node:events';
import { Flags } from '@oclif/core';
import { composeArena } from '@spiral-arena/arena';
import { SpiralCommand } from '../../base-command.js';
import { stopSignal } from '../../compose-training.js';
import { DEFAULT_LIMITS } from '../../contain/contained-plugin.js';
import { loadGames } from '../../load-games.js';

export default class ArenaServe extends SpiralCommand {
  static override summary = 'Serve an arena over WebSockets.';
  static override examples = ['<%= config.bin %> arena serve', '<%= config.bin %> arena serve --host 0.0.0.0 --port 4455 --store arena.sqlite'];
  static override flags = {
    host: Flags.string({ description: 'address to listen on; 0.0.0.0 admits other machines', default: '127.0.0.1' }),
    port: Flags.integer({ description: 'port; 0 takes any free one', default: 4455, min: 0, max: 65_535 }),
    store: Flags.string({ description: 'SQLite file; default: nothing is kept', default: ':memory:' }),
    contain: Flags.boolean({ description: 'run installed plugins in threads of their own, under a time and a memory limit', default: false }),
    'log-level': Flags.string({ description: 'what is written to standard error', options: ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const, default: 'info' }),
  };

  override async run(): Promise<unknown> {
    const { flags } = await this.parse(ArenaServe);
    const registry = await loadGames(flags.contain ? { contain: DEFAULT_LIMITS } : {});
    for (const failure of registry.failures) this.progress(`plugin ${failure.package} failed (${failure.reason}): ${failure.explanation} ${failure.hint}`);
    const arena = await composeArena({ registry, config: { host: flags.host, port: flags.port, storePath: flags.store, contain: flags.contain, logLevel: flags['log-level'] as 'info' } });
    try {
      const signal = stopSignal();
      const { url, socketUrl, port } = await arena.listen();
      this.progress(`arena ${url} (programs connect to ${socketUrl}), games ${registry.list().map((game) => game.id).join(', ')}; Ctrl-C stops it`);
      if (!signal.aborted) await once(signal, 'abort');
      return { arena: { url, socketUrl, port, status: arena.status() } };
    } finally {
      await arena.close();
    }
  }
}
