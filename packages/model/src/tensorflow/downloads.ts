/**
 * Downloads that are finished or not there: each has a folder of its own, which gets its name when it is complete. An install that was interrupted finds
 * them again. It knows nothing of what is fetched.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files of one download, fetched if they are not there yet.
 * @param fetch puts files into the empty folder that it gets
 * @returns absolute paths, by name
 */
export async function fetchOnce(downloads: string, key: string, fetch: (folder: string) => Promise<void>): Promise<string[]> {
  const folder = downloadFolder(downloads, key);
  if (!existsSync(folder)) {
    mkdirSync(downloads, { recursive: true });
    const part = mkdtempSync(`${folder}.part-`);
    try {
      await fetch(part);
      renameSync(part, folder);
    } finally {
      rmSync(part, { recursive: true, force: true });
    }
  }
  return readdirSync(folder).toSorted().map((name) => join(folder, name));
}

/** Forgets one download, because it turned out to be damaged. */
export function forgetDownload(downloads: string, key: string): void {
  rmSync(downloadFolder(downloads, key), { recursive: true, force: true });
}

function downloadFolder(downloads: string, key: string): string {
  return join(downloads, key.replaceAll(/[^\w.-]+/g, '_'));
}
