/** Numbers per seat as numbers per role, for tables and JSON: a role that several seats share gets the seat behind it (`player-0`, `player-1`). */
import type { Role } from '@spiral-arena/core/game';

/** @param roles of each seat @param numbers of each seat */
export function byRole(roles: readonly Role[], numbers: readonly number[]): { readonly [role: Role]: number } {
  const isShared = (role: Role): boolean => roles.filter((other) => other === role).length > 1;
  return Object.fromEntries(roles.map((role, seat) => [isShared(role) ? `${role}-${seat}` : role, numbers[seat] as number]));
}
