/**
 * How a match begins: what a host asks for becomes the checked header that stands first in its record.
 * It makes no state and draws no chance; `match.ts` does.
 */
import { CoreError } from '../errors.js';
import type { Game, Options, Role } from '../game/game.js';
import { resolveOptions } from '../game/options.js';
import type { Seed } from '../random/rng.js';
import { DEFAULT_PENALTY } from './endings.js';
import { RECORD_VERSION, type ClockSettings, type Durability, type MatchHeader, type ProfileName } from './events.js';

export interface MatchInit {
  readonly game: Game;
  readonly matchId: string;
  readonly seed: Seed;
  /** Options checked and completed by `resolveOptions`; default: the game's defaults. */
  readonly options?: Options;
  /** Key of the options: `default`, a variant's name, or canonical JSON; comes with `options`. */
  readonly variant?: string;
  /** Role of each seat; default `game.roles(options)`. */
  readonly roles?: readonly Role[];
  readonly names?: readonly string[];
  readonly accounts?: readonly string[];
  readonly profile?: ProfileName;
  readonly penalty?: number;
  readonly rated?: boolean;
  readonly number?: number;
  readonly durability?: Durability;
  readonly clock?: ClockSettings | null;
  readonly startedAt?: string;
}

/** @throws CORE_ROLES_INVALID, CORE_PROFILE_REFUSED, and what `resolveOptions` throws */
export function headerOf(init: MatchInit): MatchHeader {
  const { game } = init;
  const { options, variant } = init.options && init.variant !== undefined ? { options: init.options, variant: init.variant } : resolveOptions(game, init.options ? { options: init.options } : {});
  const roles = init.roles ? checkedRoles(game, options, init.roles) : game.roles(options);
  const profile = init.profile ?? 'strict';
  const rated = init.rated ?? false;
  if (profile === 'spiral-reference') {
    if (rated) throw new CoreError('CORE_PROFILE_REFUSED', { details: { profile, reason: 'its illegal endings do not sum to zero, and the match is rated' } });
    if (roles.length !== 2) throw new CoreError('CORE_PROFILE_REFUSED', { details: { profile, reason: 'it is defined for two seats' } });
  }
  const penalty = profile === 'spiral-train' ? (init.penalty ?? DEFAULT_PENALTY) : 1;
  if (!(penalty >= 1)) throw new CoreError('CORE_PROFILE_REFUSED', { details: { profile, reason: `its penalty must be at least 1, got ${penalty}` } });
  return {
    record: RECORD_VERSION,
    matchId: init.matchId,
    ...(init.number === undefined ? {} : { number: init.number }),
    game: game.id,
    gameVersion: game.version,
    variant,
    options,
    seed: init.seed,
    seats: roles.map((role, seat) => ({ role, name: init.names?.[seat] ?? `seat ${seat}`, ...(init.accounts ? { account: init.accounts[seat] as string } : {}) })),
    profile,
    penalty,
    rated,
    ...(init.durability ? { durability: init.durability } : {}),
    ...(init.clock === undefined ? {} : { clock: init.clock }),
    ...(init.startedAt ? { startedAt: init.startedAt } : {}),
  };
}

/** The roles, where they are a permutation of the game's. @throws CORE_ROLES_INVALID */
export function checkedRoles(game: Game, options: Options, roles: readonly Role[]): readonly Role[] {
  const declared = game.roles(options);
  const isPermutation = roles.length === declared.length && roles.every((role) => countOf(role, roles) === countOf(role, declared));
  if (!isPermutation) throw new CoreError('CORE_ROLES_INVALID', { details: { expected: declared, got: roles } });
  return roles;
}

function countOf(role: Role, roles: readonly Role[]): number {
  let count = 0;
  for (const other of roles) if (other === role) count++;
  return count;
}
