/**
 * A finished match as the feed carries it to one account: the steps of its own seats with their traces, and the end.
 * Nothing of the other seats beyond their roles.
 */
import type { Action, Role, Seat } from '@spiral-arena/core/game';
import { endOf, type Attempt, type MatchEnd, type MatchEvent, type MatchRecord } from '@spiral-arena/core/match';
import type { FeedRecord, FeedStep } from '@spiral-arena/core/protocol';

/** @param roles role by seat, also where chance dealt them */
export function feedRecord(record: MatchRecord, account: string, roles: readonly Role[]): FeedRecord {
  const { header, events } = record;
  const seats = header.seats.flatMap((seat, index) => (seat.account === account ? [index] : []));
  const steps: FeedStep[] = [];
  for (const event of events) addSteps(steps, event, seats);
  return {
    matchId: header.matchId, number: header.number ?? 0, game: header.game, gameVersion: header.gameVersion, variant: header.variant, roles, seats, profile: header.profile, seed: header.seed, steps,
    end: endOf(record) as MatchEnd, // only records of ended matches are fed
  };
}

function addSteps(steps: FeedStep[], event: MatchEvent, seats: readonly Seat[]): void {
  switch (event.type) {
    case 'submitted': {
      const { seat, ply, action, by } = event;
      if (seats.includes(seat)) steps.push(acceptedStep(seat, ply, action, by));
      return;
    }
    case 'actions': {
      const seat = onlySeat(event.actions);
      if (seat === null) return; // a joint stage: its attempts stand in `submitted` events
      const action = event.actions[seat];
      if (action && seats.includes(seat) && !isSubmitted(steps, seat, event.ply)) steps.push(acceptedStep(seat, event.ply, action, event.by));
      return;
    }
    case 'refused': {
      const { seat, ply, kind, action, by } = event;
      if (seats.includes(seat)) steps.push({ seat, ply, outcome: 'refused', kind, ...(action === undefined ? {} : { action }), ...(by ? { by } : {}) });
      return;
    }
    case 'chance':
    case 'forfeited':
    case 'ended':
      return;
    default:
      return event satisfies never;
  }
}

function acceptedStep(seat: Seat, ply: number, action: Action, by: Attempt | undefined): FeedStep {
  return by ? { seat, ply, outcome: 'accepted', action, by } : { seat, ply, outcome: 'accepted', action };
}

/** The seat of a stage of one. */
function onlySeat(actions: { readonly [seat: Seat]: Action }): Seat | null {
  let only: Seat | null = null;
  for (const seat in actions) {
    if (only !== null) return null;
    only = Number(seat);
  }
  return only;
}

/** In a joint stage the other seat of which failed, one action stands in both events. */
function isSubmitted(steps: readonly FeedStep[], seat: Seat, ply: number): boolean {
  const last = steps.at(-1);
  return last?.outcome === 'accepted' && last.seat === seat && last.ply === ply;
}
