/** Configuration files of training: YAML or JSON text to a value; what it means is the trainer's to check. */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { CliError } from './errors.js';

/** @throws CLI_FILE_UNREADABLE, CLI_CONFIG_INVALID */
export async function readConfigFile(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new CliError('CLI_FILE_UNREADABLE', { cause, details: { path, explanation: (cause as Error).message } });
  }
  try {
    return parse(text) as unknown;
  } catch (cause) {
    throw new CliError('CLI_CONFIG_INVALID', { cause, details: { path, explanation: (cause as Error).message } });
  }
}
