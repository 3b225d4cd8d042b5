/**
 * The whole judgement on a game as one value: every check with what it found, and what the game costs. For programs that print it, such as
 * `spiral games check`; test files take the checks one by one from `gameConformance`.
 */
import type { Game } from '../game/game.js';
import { gameConformance } from './game-conformance.js';
import { BrokenRule, makeKit, type ConformanceOptions, type SmallestFailure } from './kit.js';
import { measure, type Measures, type Now } from './measures.js';

export interface CheckResult {
  readonly name: string;
  readonly passed: boolean;
  /** What is wrong, in lines: the broken rule and where, the moves that reach it, the state there. */
  readonly explanation?: string;
  /** The same play for programs; absent where the fault is no matter of one play. */
  readonly smallest?: SmallestFailure;
}

export interface ConformanceReport {
  readonly game: string;
  readonly passed: boolean;
  readonly checks: readonly CheckResult[];
  /** `null` unless every check passed. */
  readonly measures: Measures | null;
}

export interface ReportOptions extends ConformanceOptions {
  /** Without a clock nothing is timed. */
  readonly now?: Now;
  /** Told of each check as it ends. */
  readonly onCheck?: (result: CheckResult) => void;
}

/** Runs every check, also after one that failed, and measures a game that passes. Never throws for what the game does. */
export function conformanceReport(game: Game, { now, onCheck, ...options }: ReportOptions = {}): ConformanceReport {
  const checks = gameConformance(game, options).map((check): CheckResult => {
    const result = resultOf(check.name, check.run);
    onCheck?.(result);
    return result;
  });
  const passed = checks.every((result) => result.passed);
  return { game: game.id, passed, checks, measures: passed ? measure(makeKit(game, options), now ?? null) : null };
}

function resultOf(name: string, run: () => void): CheckResult {
  try {
    run();
    return { name, passed: true };
  } catch (error) {
    const explanation = error instanceof Error ? error.message : String(error);
    return { name, passed: false, explanation, ...(error instanceof BrokenRule && error.smallest ? { smallest: error.smallest } : {}) };
  }
}
