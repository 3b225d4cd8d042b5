/** Minutes as people type them. */
import { CliError } from './errors.js';

/** A positive number of minutes, fractions allowed. @throws CLI_MINUTES_INVALID */
export function minutesOf(text: string): number {
  const minutes = Number(text);
  if (!(minutes > 0 && Number.isFinite(minutes))) throw new CliError('CLI_MINUTES_INVALID', { details: { got: text } });
  return minutes;
}
