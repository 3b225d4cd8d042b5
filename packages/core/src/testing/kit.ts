/**
 * What the checks of the conformance kit share: the option sets a game is checked under, the seeds, and how a broken rule is reported.
 * No test runner is known here: a failure is an AssertionError that names the rule, the options, the seed, the seats and the moves that reach it.
 */
import { AssertionError } from 'node:assert';
import { messageOf } from '../errors.js';
import { actionSpec, type ActionSpec } from '../game/action-spec.js';
import type { Game, Move, Options, Role, State } from '../game/game.js';
import { resolveOptions } from '../game/options.js';

export interface ConformanceOptions {
  /** Random matches of the default options; other checks and variants take a part of it. Default 1,000. */
  readonly matches?: number;
  /** Matches are seeded with this number and the ones after it. Default 1. */
  readonly seed?: number;
}

/** One option set of the game with what the kit needs of it. */
export interface Setting {
  readonly game: Game;
  readonly options: Options;
  readonly variant: string;
  readonly spec: ActionSpec;
  readonly seatCount: number;
}

export interface Kit {
  readonly game: Game;
  /** The defaults first, then every named variant. */
  readonly settings: readonly Setting[];
  readonly matches: number;
  readonly seed: number;
}

/** A play, as far as it has come: what a report has to say about where a rule was broken. */
export interface Trail {
  readonly setting: Setting;
  readonly seed: number;
  /** Role of each seat. */
  readonly roles: readonly Role[];
  readonly moves: readonly Move[];
  readonly state?: State;
}

/** The smallest play that was found to break a rule: `Match.start` with these options, seed and roles, and then these moves, leads to `state`. */
export interface SmallestFailure {
  readonly variant: string;
  readonly options: Options;
  readonly seed: number;
  readonly roles: readonly Role[];
  readonly moves: readonly Move[];
  readonly state: State | null;
}

/** A rule of the contract that the game does not keep; its message says which, under what options, after which moves, and in which state. */
export class BrokenRule extends AssertionError {
  readonly rule: string;
  readonly explanation: string;
  readonly smallest: SmallestFailure | null;

  constructor(rule: string, explanation: string, game: Game | null = null, trail: Trail | null = null) {
    super({ message: `rule "${rule}" is broken${game ? ` by ${game.id}` : ''}${trail ? placeOf(trail) : ''}: ${explanation}${trail ? wayTo(trail) : ''}` });
    this.rule = rule;
    this.explanation = explanation;
    this.smallest = trail && smallestOf(trail);
  }
}

export function makeKit(game: Game, { matches = 1_000, seed = 1 }: ConformanceOptions): Kit {
  const settings = ['default', ...Object.keys(game.variants)].map((name): Setting => {
    const { options, variant } = resolveOptions(game, { variant: name });
    return { game, options, variant, spec: actionSpec(game, options, variant), seatCount: game.roles(options).length };
  });
  return { game, settings, matches, seed };
}

/** How many matches of a setting a check plays: up to `most` of the defaults, a fifth of that of each variant. */
export function matchCount(kit: Kit, setting: Setting, most: number): number {
  const count = Math.min(kit.matches, most);
  return setting === kit.settings[0] ? count : Math.max(Math.min(count, 10), Math.floor(count / 5));
}

/** Reports a broken rule. @throws BrokenRule always */
export function broken(rule: string, game: Game, explanation: string, trail?: Trail): never {
  throw new BrokenRule(rule, explanation, game, trail);
}

/** Runs code of the game; whatever it throws breaks the rule. */
export function calling<T>(rule: string, trail: Trail, what: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    const { game } = trail.setting;
    if (cause instanceof BrokenRule && cause.smallest === null) return broken(cause.rule, game, cause.explanation, trail);
    if (cause instanceof AssertionError) throw cause;
    return broken(rule, game, `\`${what}\` threw: ${messageOf(cause)}`, trail);
  }
}

function smallestOf({ setting, seed, roles, moves, state }: Trail): SmallestFailure {
  return { variant: setting.variant, options: setting.options, seed, roles: [...roles], moves: [...moves], state: state ?? null };
}

function placeOf({ setting, seed, roles }: Trail): string {
  return ` (variant ${setting.variant}, seed ${seed}, seats ${roles.join(' ')})`;
}

function wayTo({ moves, state }: Trail): string {
  const shown = state === undefined ? '' : shownState(state);
  return `\n  moves: ${describeMoves(moves)}${shown === '' ? '' : `\n  state: ${shown}`}`;
}

export function describeMoves(moves: readonly Move[]): string {
  if (moves.length === 0) return '(none)';
  const words = moves.map((move) => {
    if (move.kind === 'chance') return `chance ${JSON.stringify(move.outcome)}`;
    return Object.entries(move.actions).map(([seat, action]) => `seat ${seat} ${JSON.stringify(action)}`).join(' + ');
  });
  const shown = words.length > 60 ? [...words.slice(0, 20), `... ${words.length - 60} more ...`, ...words.slice(-40)] : words;
  return shown.join('; ');
}

const MOST_STATE_TEXT = 600;

/** The state as text, where it is one: a broken game may put anything there. */
function shownState(state: State): string {
  try {
    const text = JSON.stringify(state) ?? '';
    return text.length > MOST_STATE_TEXT ? `${text.slice(0, MOST_STATE_TEXT)}... (${text.length} characters)` : text;
  } catch {
    return '(cannot be written as JSON)';
  }
}
