/** The conformance kit on one game, told as it goes. */
import { performance } from 'node:perf_hooks';
import type { Game } from '@spiral-arena/core';
import { conformanceReport, type CheckResult, type ConformanceOptions, type Measures } from '@spiral-arena/core/testing';
import { CliError } from './errors.js';

export interface GameCheck {
  readonly game: string;
  readonly passed: readonly string[];
  readonly failed: readonly Omit<CheckResult, 'passed'>[];
  /** Speed and sizes; `null` where something failed. */
  readonly measures: Measures | null;
}

export function checkGame(game: Game, options: ConformanceOptions, say: (line: string) => void = () => {}): GameCheck {
  const onCheck = ({ name, passed, explanation = '' }: CheckResult): void => say(passed ? `ok      ${name}` : `FAILED  ${name}\n        ${explanation.replaceAll('\n', '\n        ')}`);
  const { checks, measures } = conformanceReport(game, { ...options, now: () => performance.now(), onCheck });
  if (measures) say(`        ${measureLine(measures)}`);
  return {
    game: game.id,
    passed: checks.filter(({ passed }) => passed).map(({ name }) => name),
    failed: checks.filter(({ passed }) => !passed).map(({ name, explanation, smallest }) => ({ name, ...(explanation === undefined ? {} : { explanation }), ...(smallest === undefined ? {} : { smallest }) })),
    measures,
  };
}

function measureLine({ stepsPerSecond, stateBytes, schemaBytes, schemaCompileMs }: Measures): string {
  const number = (value: number | null): string => Math.round(value ?? 0).toLocaleString('en');
  return `${number(stepsPerSecond)} steps/s by the rules alone, largest state ${number(stateBytes)} bytes, action schema ${number(schemaBytes)} bytes, compiled in ${number(schemaCompileMs)} ms`;
}

/** The error of a check that found something; `null` when all passed. */
export function failureOf({ game, passed, failed }: GameCheck): CliError | null {
  return failed.length === 0 ? null : new CliError('CLI_CHECK_FAILED', { details: { failed: failed.length, total: failed.length + passed.length, game } });
}
