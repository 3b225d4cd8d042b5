/**
 * From what a client asked for to the plan of a match: game, complete options, roles and terms, checked once at the door.
 * A plan has no seed, number or players yet; two clients whose plans have one key can be paired.
 */
import { canonicalJson, CoreError } from '@spiral-arena/core';
import { resolveOptions, type Game, type GameRegistry, type Options, type Role } from '@spiral-arena/core/game';
import type { ClockSettings, Durability, ProfileName } from '@spiral-arena/core/match';
import type { MatchSettings } from '@spiral-arena/core/protocol';
import { ArenaError } from './errors.js';

export interface MatchPlan {
  readonly game: Game;
  readonly options: Options;
  readonly variant: string;
  /** Role by seat. */
  readonly roles: readonly Role[];
  readonly profile: ProfileName;
  readonly penalty?: number;
  readonly rated: boolean;
  readonly durability: Durability;
  readonly clock: ClockSettings | null;
  readonly public: boolean;
}

/**
 * @param roles role by seat, a permutation of the game's
 * @throws CORE_GAME_UNKNOWN, CORE_VARIANT_UNKNOWN, CORE_OPTION_UNKNOWN, CORE_OPTION_INVALID, CORE_ROLES_INVALID, ARENA_RATED_REFUSED
 */
export function planMatch(registry: GameRegistry, settings: MatchSettings, roles?: readonly Role[]): MatchPlan {
  const game = registry.get(settings.game);
  const { options, variant } = resolveOptions(game, {
    ...(settings.variant === undefined ? {} : { variant: settings.variant }),
    ...(settings.options === undefined ? {} : { options: settings.options }),
  });
  const rated = settings.rated ?? false;
  const durability = settings.durability ?? 'event';
  const profile = settings.profile ?? 'strict';
  const declared = game.roles(options);
  if (roles && canonicalJson(roles.toSorted()) !== canonicalJson(declared.toSorted())) throw new CoreError('CORE_ROLES_INVALID', { details: { expected: declared, got: roles } });
  if (rated && durability !== 'event') throw new ArenaError('ARENA_RATED_REFUSED', { details: { reason: 'its durability is not "event"' } });
  if (rated && profile === 'spiral-reference') throw new ArenaError('ARENA_RATED_REFUSED', { details: { reason: 'its profile does not sum to zero' } });
  return {
    game, options, variant,
    roles: roles ?? declared,
    profile,
    ...(settings.penalty === undefined ? {} : { penalty: settings.penalty }),
    rated, durability,
    clock: settings.clock ?? null,
    public: settings.public ?? false,
  };
}

/** Equal for plans that differ in nothing that a player would notice: what queues are keyed by. */
export function planKey({ game, variant, profile, penalty, rated, durability, clock, public: open }: MatchPlan): string {
  return canonicalJson([game.id, variant, profile, penalty ?? null, rated, durability, clock && { moveMs: clock.moveMs }, open]);
}
