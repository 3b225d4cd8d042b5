/**
 * Role-conditioned advantage estimation: a running mean return per (game, variant, role).
 *   read-first (default): A = R − b, then b ← a·b + (1−a)·R
 *   update-first:         b ← a·b + (1−a)·R, then A = R − b
 * Key: (game, variant, role), never the seat and never the rules' version (a new version goes on from the old mean). Start value 0.
 * One call per finished match, in the order of match numbers, so that the timing of workers cannot change it.
 * Source: SPIRAL, arXiv:2506.24119, section 3 and algorithm 1.
 */
import type { Role } from '@spiral-arena/core/game';

export type BaselineKind = 'role' | 'shared' | 'none';
export type BaselineOrder = 'read-first' | 'update-first';

/** One entry, as checkpoints store it. */
export interface BaselineEntry {
  readonly game: string;
  readonly variant: string;
  /** `null` for the one entry of a game where the baseline is shared by its roles. */
  readonly role: Role | null;
  readonly value: number;
  readonly matches: number;
}

export interface BaselineSettings {
  readonly kind: BaselineKind;
  readonly order: BaselineOrder;
  /** a, from 0 to 1. */
  readonly decay: number;
}

export class RoleBaseline {
  readonly settings: BaselineSettings;
  readonly #entries = new Map<string, { game: string; variant: string; role: Role | null; value: number; matches: number }>();

  constructor(settings: BaselineSettings, entries: readonly BaselineEntry[] = []) {
    this.settings = settings;
    for (const entry of entries) this.#entries.set(keyOf(entry.game, entry.variant, entry.role), { ...entry });
  }

  /** b of one role; 0 before its first match, and always 0 for `none`. */
  value(game: string, variant: string, role: Role): number {
    if (this.settings.kind === 'none') return 0;
    return this.#entries.get(keyOf(game, variant, this.settings.kind === 'role' ? role : null))?.value ?? 0;
  }

  /**
   * The advantages of one finished match, and the baselines one match further.
   * Seats that share a role are read once and update it once, with the mean of their returns.
   * @param seats the trained seats of the match: their role and return R
   * @returns one advantage per given seat, in the same order
   */
  advance(game: string, variant: string, seats: readonly { readonly role: Role; readonly return: number }[]): number[] {
    const { kind, order, decay } = this.settings;
    if (kind === 'none') return seats.map((seat) => seat.return);
    const groups = new Map<string, { role: Role | null; sum: number; count: number }>();
    const keys = seats.map((seat) => {
      const role = kind === 'role' ? seat.role : null;
      const key = keyOf(game, variant, role);
      const group = groups.get(key) ?? { role, sum: 0, count: 0 };
      group.sum += seat.return;
      group.count += 1;
      groups.set(key, group);
      return key;
    });
    const read = new Map<string, number>();
    for (const [key, { role, sum, count }] of groups) {
      const entry = this.#entries.get(key) ?? { game, variant, role, value: 0, matches: 0 };
      const before = entry.value;
      entry.value = decay * before + (1 - decay) * (sum / count);
      entry.matches += 1;
      this.#entries.set(key, entry);
      read.set(key, order === 'read-first' ? before : entry.value);
    }
    return seats.map((seat, index) => seat.return - (read.get(keys[index] as string) as number));
  }

  /** All entries in the order of their first match. */
  entries(): BaselineEntry[] {
    return [...this.#entries.values()].map((entry) => ({ ...entry }));
  }
}

/** Collision-free whatever the names hold: JSON quotes them. */
function keyOf(game: string, variant: string, role: Role | null): string {
  return JSON.stringify([game, variant, role]);
}
