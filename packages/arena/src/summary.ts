/**
 * What anybody who may see a match is told about it: from a room while it is in memory, from its record later.
 * No seed, no accounts, nothing of the state.
 */
import { seedCommitment } from '@spiral-arena/core/random';
import { endOf, type MatchEnd, type MatchRecord } from '@spiral-arena/core/match';
import type { MatchSummary } from '@spiral-arena/core/protocol';
import type { MatchPlan } from './match-plan.js';

export interface SummaryParts {
  readonly matchId: string;
  readonly number: number;
  readonly plan: MatchPlan;
  /** Name by seat, null where it is free. */
  readonly names: readonly (string | null)[];
  readonly status: MatchSummary['status'];
  readonly commitment: string;
  readonly end: MatchEnd | null;
}

export function summaryOf({ matchId, number, plan, names, status, commitment, end }: SummaryParts): MatchSummary {
  const { game, variant, options, roles, profile, rated } = plan;
  return {
    matchId, number, game: game.id, gameVersion: game.version, variant, options,
    seats: roles.map((role, seat) => ({ role, name: names[seat] ?? null })),
    profile, rated, status, seedCommitment: commitment, ...(end ? { end } : {}),
  };
}

/** As `summaryOf`, of a stored match. */
export function summaryOfRecord(record: MatchRecord): MatchSummary {
  const { matchId, number = 0, game, gameVersion, variant, options, seats, profile, rated, seed } = record.header;
  const end = endOf(record);
  return {
    matchId, number, game, gameVersion, variant, options,
    seats: seats.map(({ role, name }) => ({ role, name })),
    profile, rated, status: end ? 'ended' : 'live', seedCommitment: seedCommitment(seed), ...(end ? { end } : {}),
  };
}
