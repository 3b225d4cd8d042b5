/** The flags that choose a game's variant and options, and what they mean. */
import { Flags } from '@oclif/core';
import type { Game, JsonObject, Options } from '@spiral-arena/core';
import { resolveOptions } from '@spiral-arena/core/game';
import { CliError } from './errors.js';

export const gameFlags = {
  variant: Flags.string({ char: 'v', description: 'named option set of the game' }),
  options: Flags.string({ description: 'options of the game as a JSON object', helpValue: '{"size":5}' }),
};

/** Checked options and their variant key. @throws CLI_OPTIONS_INVALID and the codes of `resolveOptions` */
export function chosenOptions(game: Game, flags: { readonly variant?: string | undefined; readonly options?: string | undefined }): { readonly options: Options; readonly variant: string } {
  return resolveOptions(game, {
    ...(flags.variant === undefined ? {} : { variant: flags.variant }),
    ...(flags.options === undefined ? {} : { options: parseObject(flags.options) }),
  });
}

function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // the error below says what was expected
  }
  throw new CliError('CLI_OPTIONS_INVALID', { details: { got: text } });
}
