/** Messages of players as this game shows them to other readers: core's quoting for the game's own roles. */
import { messageQuoter } from '@spiral-arena/core/game';
import { ROLES } from './options.js';

/** The message as it is shown after its speaker's role: `"Take \[Accept\]."`. */
export const quoteMessage = messageQuoter(ROLES);

/** The same without the quotation marks, for where a message is cut into words. */
export function escapeMessage(message: string): string {
  return quoteMessage(message).slice(1, -1);
}
