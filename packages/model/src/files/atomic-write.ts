/**
 * Files that are either the old one or the new one, whole, whenever the process or the machine stops.
 * Written beside the target, flushed, then renamed over it; the folder is flushed too where the system allows it.
 */
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

let written = 0;

export async function writeFileAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}-${++written}.tmp`;
  try {
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flushFolder(dirname(path));
}

async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return; // folders cannot be opened there
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
