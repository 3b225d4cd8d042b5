/** Files of match records. */
import { readFile, writeFile } from 'node:fs/promises';
import { readRecords, type MatchRecord } from '@spiral-arena/core/match';
import { CliError } from './errors.js';

/** Every record of a file. @throws CLI_FILE_UNREADABLE, CORE_RECORD_INVALID, CORE_RECORD_VERSION */
export async function readRecordFile(path: string): Promise<readonly MatchRecord[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new CliError('CLI_FILE_UNREADABLE', { cause, details: { path, explanation: (cause as Error).message } });
  }
  return [...readRecords(text)];
}

/** Begins a file anew; records are appended to it. @throws CLI_FILE_UNWRITABLE */
export async function beginRecordFile(path: string): Promise<void> {
  try {
    await writeFile(path, '');
  } catch (cause) {
    throw new CliError('CLI_FILE_UNWRITABLE', { cause, details: { path, explanation: (cause as Error).message } });
  }
}
