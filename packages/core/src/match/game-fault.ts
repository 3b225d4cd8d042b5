/**
 * What a game threw, as the error that a host gets: the game's name and the cause. Errors that have a code already stay as they are.
 */
import { CoreError, isCodedError, messageOf } from '../errors.js';
import type { Game } from '../game/game.js';

export function asGameFault(game: Game, cause: unknown): Error {
  if (isCodedError(cause)) return cause;
  return new CoreError('CORE_GAME_FAULT', { cause, details: { game: game.id, explanation: messageOf(cause) } });
}
