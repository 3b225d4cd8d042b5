/**
 * What the case tests share: the installed games with the variants worth playing, matches of random play, and what "refused" means.
 * Not a test. Counts are those of the cases with SPIRAL_FULL=1; without it a slice of them keeps the suite quick.
 */
import { Match, toldEvents, type MatchInit, type Submission } from '@spiral-arena/core/match';
import { parseSeed, type Rng } from '@spiral-arena/core/random';
import { resolveOptions, type Action, type Game, type Seat } from '@spiral-arena/core/game';
import type { Json } from '@spiral-arena/core';
import { kuhnPoker } from '@spiral-arena/games-kuhn-poker';
import { simpleNegotiation } from '@spiral-arena/games-simple-negotiation';
import { ticTacToe } from '@spiral-arena/games-tic-tac-toe';
import { nim } from 'spiral-arena-nim';
import { expect } from 'vitest';

export const TIC_TAC_TOE: Game = ticTacToe;
export const KUHN: Game = kuhnPoker;
export const NEGOTIATION: Game = simpleNegotiation;
export const NIM: Game = nim;

export interface Case {
  readonly name: string;
  readonly game: Game;
  readonly variant: string;
  readonly options?: { readonly [name: string]: Json };
}

/** Every installed game, in its default and in the variants whose rules or texts differ. */
export const CASES: readonly Case[] = [
  { name: 'tic-tac-toe', game: TIC_TAC_TOE, variant: 'default' },
  { name: 'tic-tac-toe 5x5', game: TIC_TAC_TOE, variant: '5x5' },
  { name: 'kuhn-poker', game: KUHN, variant: 'default' },
  { name: 'kuhn-poker single', game: KUHN, variant: 'single' },
  { name: 'kuhn-poker reference', game: KUHN, variant: 'reference' },
  { name: 'simple-negotiation', game: NEGOTIATION, variant: 'default' },
  { name: 'simple-negotiation spiral-2', game: NEGOTIATION, variant: 'spiral-2' },
  { name: 'simple-negotiation silent', game: NEGOTIATION, variant: 'silent' },
  { name: 'simple-negotiation reference', game: NEGOTIATION, variant: 'reference' },
  { name: 'nim', game: NIM, variant: 'default' },
  { name: 'nim misere, random piles', game: NIM, variant: 'default', options: { misere: true, random: true } },
];

/** The count of the case in full, or a slice of it. */
export function count(full: number, quick: number): number {
  return process.env.SPIRAL_FULL === '1' ? full : quick;
}

/** A match of a case; the profile is that of the cases unless said otherwise. */
export function open({ game, variant, options }: Omit<Case, 'name'>, init: Partial<MatchInit> & { readonly number?: number } = {}, scripted?: readonly Json[]): Match {
  const resolved = resolveOptions(game, { variant, ...(options ? { options } : {}) });
  return Match.start({ game, matchId: 'case', seed: parseSeed(7), profile: 'textarena', ...resolved, ...init }, scripted);
}

export const openGame = (game: Game, variant = 'default', init: Partial<MatchInit> = {}, scripted?: readonly Json[]): Match => open({ game, variant }, init, scripted);

/** A random player of one match: a legal action uniformly, or what the game's own `random` takes where actions cannot be listed. */
export function randomPlayer(match: Match, rng: Rng): (seat: Seat) => Action {
  const own = match.header.seats.map((_, seat) => match.game.agents?.random?.make({}, rng.fork(seat)));
  return (seat) => {
    const legal = match.legalActions(seat);
    return legal ? rng.pick(legal) : (own[seat] as NonNullable<(typeof own)[number]>)(match.observe(seat), null);
  };
}

/** Plays a match at random to its end; `look` is called at every turn, before the action. */
export function playRandomly(match: Match, rng: Rng, look?: (seat: Seat, action: Action) => void): Match {
  const choose = randomPlayer(match, rng);
  while (!match.end) {
    const seat = match.pending()[0] as Seat;
    const action = choose(seat);
    look?.(seat, action);
    const result = match.submit(seat, { action });
    if (!result.ok) throw new Error(`${match.game.id}: ${JSON.stringify(action)} was refused: ${result.error.message}`);
  }
  return match;
}

/** Hands in actions of whoever is to act; each has to be accepted. */
export function submitAll(match: Match, actions: readonly (Action | string)[]): Match {
  for (const action of actions) {
    const result = match.submit(match.pending()[0] as Seat, typeof action === 'string' ? { text: action } : { action });
    expect(result, JSON.stringify(action)).toMatchObject({ ok: true });
  }
  return match;
}

/** Everything anybody but the sender could notice. */
function surroundings(match: Match, seat: Seat): string {
  const others = [...match.header.seats.keys(), 'spectator' as const].filter((reader) => reader !== seat);
  return JSON.stringify([match.ply, match.turnId, match.pending(), others.map((reader) => [toldEvents(match, reader), match.observe(reader)])]);
}

/** "Refused (kind)" of the cases: the sender gets the error, and nothing else has changed. The match goes on unless no retry was left. */
export function expectRefused(match: Match, seat: Seat, submission: Submission, kind: string, pointer?: string): void {
  const before = [match.hash(), surroundings(match, seat)];
  const result = match.submit(seat, submission);
  expect(result).toMatchObject({ ok: false, error: { kind, ...(pointer === undefined ? {} : { pointer }) } });
  if (match.end && !result.ok && result.error.final) return;
  expect([match.hash(), surroundings(match, seat)]).toEqual(before);
}
