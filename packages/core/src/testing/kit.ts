/**
 * What the checks of the conformance kit share: the option sets a game is checked under, the seeds, and how a broken rule is reported.
 * No test runner is known here: a failure is an AssertionError that names the rule, the options, the seed and the moves that reach it.
 */
import { AssertionError } from 'node:assert';
import { messageOf } from '../errors.js';
import { actionSpec, type ActionSpec } from '../game/action-spec.js';
import type { Game, Move, Options } from '../game/game.js';
import { resolveOptions } from '../game/options.js';

export interface ConformanceOptions {
  /** Random matches of the default options; other checks and variants take a part of it. Default 1,000. */
  readonly matches?: number;
  /** Matches are seeded with this number and the ones after it. Default 1. */
  readonly seed?: number;
  /** Whether random matches may be cut off by `maxSteps`. Default false: each has to end by the rules; true: at least one. */
  readonly mayTruncate?: boolean;
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
  readonly mayTruncate: boolean;
}

/** Where a rule was broken. */
export interface Trail {
  readonly setting: Setting;
  readonly seed: number;
  readonly moves: readonly Move[];
}

export function makeKit(game: Game, { matches = 1_000, seed = 1, mayTruncate = false }: ConformanceOptions): Kit {
  const settings = ['default', ...Object.keys(game.variants)].map((name): Setting => {
    const { options, variant } = resolveOptions(game, { variant: name });
    return { game, options, variant, spec: actionSpec(game, options, variant), seatCount: game.roles(options).length };
  });
  return { game, settings, matches, seed, mayTruncate };
}

/** How many matches of a setting a check plays: up to `most` of the defaults, a fifth of that of each variant. */
export function matchCount(kit: Kit, setting: Setting, most: number): number {
  const count = Math.min(kit.matches, most);
  return setting === kit.settings[0] ? count : Math.max(Math.min(count, 10), Math.floor(count / 5));
}

/** Reports a broken rule. @throws AssertionError always */
export function broken(rule: string, game: Game, explanation: string, trail?: Trail): never {
  const where = trail ? ` (variant ${trail.setting.variant}, seed ${trail.seed})` : '';
  const how = trail ? `\n  moves: ${describeMoves(trail.moves)}` : '';
  throw new AssertionError({ message: `rule "${rule}" is broken by ${game.id}${where}: ${explanation}${how}` });
}

/** Runs code of the game; whatever it throws breaks the rule. */
export function calling<T>(rule: string, trail: Trail, what: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof AssertionError) throw cause;
    return broken(rule, trail.setting.game, `\`${what}\` threw: ${messageOf(cause)}`, trail);
  }
}

function describeMoves(moves: readonly Move[]): string {
  if (moves.length === 0) return '(none)';
  const words = moves.map((move) => {
    if (move.kind === 'chance') return `chance ${JSON.stringify(move.outcome)}`;
    return Object.entries(move.actions).map(([seat, action]) => `seat ${seat} ${JSON.stringify(action)}`).join(' + ');
  });
  const shown = words.length > 60 ? [...words.slice(0, 20), `... ${words.length - 60} more ...`, ...words.slice(-40)] : words;
  return shown.join('; ');
}
