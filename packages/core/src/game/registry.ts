/**
 * The games of one process by id, and the plugins that were refused. Whoever puts games and servers together fills it; nothing is global.
 * It imports no package and runs no match.
 */
import { CoreError } from '../errors.js';
import type { Game } from './game.js';
import { didYouMean } from './nearest.js';
import { checkManifest, checkModule, pluginFailure, type PluginFailure } from './plugin.js';

/** Where a registered game came from. */
export interface RegisteredGame {
  readonly game: Game;
  readonly package: string | null;
  readonly builtIn: boolean;
  /** Whether its code runs in a thread of its own, under limits. */
  readonly contained: boolean;
}

interface Origin {
  readonly builtIn?: boolean;
  readonly contained?: boolean;
}

export class GameRegistry {
  readonly #games = new Map<string, RegisteredGame>();
  readonly #failures: PluginFailure[] = [];

  /** Adds one game. @throws CORE_GAME_DUPLICATE when its id is taken, also in other letter case */
  register(game: Game, origin: Origin & { readonly package?: string } = {}): void {
    if (this.#takenBy(game.id)) throw new CoreError('CORE_GAME_DUPLICATE', { details: { game: game.id } });
    this.#games.set(game.id, { game, package: origin.package ?? null, builtIn: origin.builtIn ?? false, contained: origin.contained ?? false });
  }

  /**
   * Takes a loaded plugin in, all of its games or none. Refused plugins are kept in `failures`; nothing is thrown.
   * Of equal ids the one registered first stays, so the host's order of loading decides.
   * @param packageJson the parsed package.json, of unknown shape
   * @param module the imported module, of unknown shape
   * @returns the failure, or `null` when the games can be played
   */
  registerPlugin(packageName: string, packageJson: unknown, module: unknown, origin: Origin = {}): PluginFailure | null {
    const taken = this.#takenName(packageName, packageJson);
    if (taken) return this.fail(taken);
    const declared = checkManifest(packageName, packageJson);
    if (!declared.ok) return this.fail(declared.failure);
    const loaded = checkModule(packageName, declared.manifest, module);
    if (!loaded.ok) return this.fail(loaded.failure);
    for (const game of loaded.games) this.register(game, { ...origin, package: packageName });
    return null;
  }

  /** Keeps a failure that the host found (`load-failed`, `kit-failed`). */
  fail(failure: PluginFailure): PluginFailure {
    this.#failures.push(failure);
    return failure;
  }

  has(id: string): boolean {
    return this.#games.has(id);
  }

  /** @throws CORE_GAME_UNKNOWN with the nearest id */
  get(id: string): Game {
    const found = this.#games.get(id);
    if (found) return found.game;
    const ids = [...this.#games.keys()];
    throw new CoreError('CORE_GAME_UNKNOWN', { details: { game: String(id).slice(0, 100), installed: ids.join(', ') || 'none', suggestion: packageHint(id) || didYouMean(String(id), ids) } });
  }

  /** All games in the order of registration. */
  list(): readonly Game[] {
    return [...this.#games.values()].map((entry) => entry.game);
  }

  /** All games with their origin. */
  entries(): readonly RegisteredGame[] {
    return [...this.#games.values()];
  }

  get failures(): readonly PluginFailure[] {
    return this.#failures;
  }

  #takenBy(id: unknown): RegisteredGame | undefined {
    return typeof id === 'string' ? this.#games.get(id.toLowerCase()) : undefined; // registered ids are lower case
  }

  /** Ids in the manifest that are in use, before their form is judged: "Kuhn-Poker" is no id, but above all it is somebody's name. */
  #takenName(packageName: string, packageJson: unknown): PluginFailure | null {
    const games = (packageJson as { readonly spiralArena?: { readonly games?: unknown } } | null | undefined)?.spiralArena?.games;
    if (!Array.isArray(games)) return null;
    for (const id of games as readonly unknown[]) {
      const holder = this.#takenBy(id);
      if (!holder) continue;
      const owner = holder.builtIn ? 'a built-in game' : `the package ${holder.package ?? 'of the host'}`;
      return pluginFailure(packageName, holder.builtIn ? 'name-reserved' : 'duplicate-id', `the game id "${String(id)}" belongs to ${owner}`);
    }
    return null;
  }
}

/** Package names that are no game ids; nothing else is put into a command. */
const PACKAGE = /^(?:@[a-z0-9][a-z0-9._-]*\/[a-z0-9][a-z0-9._-]*|spiral-arena-[a-z0-9._-]+)(?:@[\w.^~-]+)?$/;

/** How somebody who named a package gets it; nothing is ever installed because it was named. */
function packageHint(id: unknown): string {
  return typeof id === 'string' && id.length <= 214 && PACKAGE.test(id) ? ` To install a package of that name: spiral plugins install ${id}` : '';
}
