/** Sampling temperatures as people type them. */
import { CliError } from './errors.js';

/** The highest that an agent of a model takes, too: beyond it, replies are noise. */
const MOST = 10;

/** A temperature from 0 (greedy) on. @throws CLI_TEMPERATURE_INVALID */
export function temperatureOf(text: string): number {
  const temperature = text.trim() === '' ? Number.NaN : Number(text);
  if (!(temperature >= 0 && temperature <= MOST)) throw new CliError('CLI_TEMPERATURE_INVALID', { details: { got: text } });
  return temperature;
}
