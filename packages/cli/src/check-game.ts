/** The conformance kit on one game, told as it goes. */
import type { Game } from '@spiral-arena/core';
import { gameConformance } from '@spiral-arena/core/testing';
import { CliError } from './errors.js';

export interface GameCheck {
  readonly game: string;
  readonly passed: readonly string[];
  readonly failed: readonly { readonly name: string; readonly explanation: string }[];
}

export async function checkGame(game: Game, matches: number, say: (line: string) => void = () => {}): Promise<GameCheck> {
  const failed: { name: string; explanation: string }[] = [];
  const passed: string[] = [];
  for (const { name, run } of gameConformance(game, { matches })) {
    try {
      await run();
      passed.push(name);
      say(`ok      ${name}`);
    } catch (error) {
      const explanation = error instanceof Error ? error.message : String(error);
      failed.push({ name, explanation });
      say(`FAILED  ${name}\n        ${explanation.replaceAll('\n', '\n        ')}`);
    }
  }
  return { game: game.id, passed, failed };
}

/** The error of a check that found something; `null` when all passed. */
export function failureOf({ game, passed, failed }: GameCheck): CliError | null {
  return failed.length === 0 ? null : new CliError('CLI_CHECK_FAILED', { details: { failed: failed.length, total: failed.length + passed.length, game } });
}
