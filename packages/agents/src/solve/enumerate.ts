/**
 * Counts what a small game holds: reachable states, information sets and complete histories, by length and by result.
 * Rules are proven by such counts (open_spiel and chess move generators do the same). It looks for no good play; `perft.ts` counts to a depth.
 * Equal states at equal ply are walked once, so counts of histories may be far larger than the work.
 */
import { canonicalJson } from '@spiral-arena/core';
import type { Game, Options, State } from '@spiral-arena/core/game';
import { expand, jointActions, start, tooLarge } from './expand.js';
import type { Place } from './expand.js';
import { informationKey } from './keys.js';

export interface GameCounts {
  /** Different states, the endings among them; chance nodes too. */
  readonly states: number;
  readonly endings: number;
  /** Reachable decisions that have to be told apart, of all seats together. */
  readonly informationSets: number;
  /** Complete histories: sequences of actions and chance outcomes from the start to an ending. */
  readonly histories: number;
  /** Histories by number of plies. */
  readonly byLength: { readonly [ply: number]: number };
  /** Histories by returns, keyed as `1,-1`. */
  readonly byReturns: { readonly [returns: string]: number };
}

export interface EnumerateSettings {
  /** States walked at most, counted once per ply. Default 100,000: seconds of work. */
  readonly nodeLimit?: number;
  /** What makes two states one in the count; default: the whole state. */
  readonly stateKey?: (state: State) => string;
}

type Tally = { readonly byLength: Map<number, number>; readonly byReturns: Map<string, number> };

/** @throws AGENTS_NOT_SOLVABLE, AGENTS_TREE_TOO_LARGE */
export function enumerateGame(game: Game, options: Options, { nodeLimit = 100_000, stateKey = canonicalJson }: EnumerateSettings = {}): GameCounts {
  const known = new Map<string, Tally>();
  const states = new Set<string>();
  const endings = new Set<string>();
  const sets = new Set<string>();

  const count = (place: Place): Tally => {
    const key = `${place.ply} ${canonicalJson(place.state)}`;
    const before = known.get(key);
    if (before) return before;
    if (known.size >= nodeLimit) throw tooLarge(game, nodeLimit);
    const tally: Tally = { byLength: new Map(), byReturns: new Map() };
    known.set(key, tally);
    const stateName = stateKey(place.state);
    states.add(stateName);
    const expansion = expand(game, options, place);
    if (expansion.kind === 'end') {
      endings.add(stateName);
      tally.byLength.set(place.ply, 1);
      tally.byReturns.set(expansion.returns.map((value) => value + 0).join(','), 1);
    } else if (expansion.kind === 'chance') {
      for (const { next } of expansion.branches) addTo(tally, count(next));
    } else {
      for (const { seat } of expansion.seats) sets.add(`${seat}:${informationKey(game, game.observe(place.state, seat))}`);
      for (const actions of jointActions(expansion.seats)) addTo(tally, count(expansion.next(actions)));
    }
    return tally;
  };

  const { byLength, byReturns } = count(start(game, options));
  let histories = 0;
  for (const number of byLength.values()) histories += number;
  return { states: states.size, endings: endings.size, informationSets: sets.size, histories, byLength: Object.fromEntries(byLength), byReturns: Object.fromEntries(byReturns) };
}

function addTo(into: Tally, from: Tally): void {
  for (const [length, number] of from.byLength) into.byLength.set(length, (into.byLength.get(length) ?? 0) + number);
  for (const [returns, number] of from.byReturns) into.byReturns.set(returns, (into.byReturns.get(returns) ?? 0) + number);
}
