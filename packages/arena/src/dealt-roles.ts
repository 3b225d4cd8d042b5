/**
 * The roles of a finished match by seat. Where chance deals roles, the record is played again to see them; elsewhere the header says them.
 */
import type { GameRegistry, Role } from '@spiral-arena/core/game';
import { replay, type MatchRecord } from '@spiral-arena/core/match';

export type RolesOf = (record: MatchRecord) => readonly Role[];

/** @returns a reader of roles; records of games that are gone or have changed keep the roles of their header */
export function dealtRoles(registry: GameRegistry): RolesOf {
  return (record) => {
    const { game, seats } = record.header;
    if (registry.has(game) && registry.get(game).roleOf) {
      try {
        const match = replay(record, registry.get(game));
        return seats.map((_, seat) => match.roleOf(seat));
      } catch {
        // The game failed or has changed since: what the header says is all there is.
      }
    }
    return seats.map(({ role }) => role);
  };
}
