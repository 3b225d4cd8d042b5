/**
 * One install of an engine at a time, among all processes of a machine: a file that names its owner and changes while the owner lives.
 * It saves double work and nothing else. Should two processes ever both take over the lock of a dead one in the same instant, each still works in a
 * folder of its own, and the last to finish is the engine that stays.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LockTimes {
  /** How often the owner changes the file. */
  readonly beatMs: number;
  /** How often those who wait look at it. */
  readonly pollMs: number;
  /** A file that was seen unchanged so often has no owner, whatever its process number says: numbers are used again. */
  readonly silentPolls: number;
}

const TIMES: LockTimes = { beatMs: 2000, pollMs: 250, silentPolls: 120 };

/**
 * Does the work while holding the lock.
 * @param onWait called once, with the owner's process number, when another holds it
 */
export async function withInstallLock<T>(path: string, work: () => Promise<T>, onWait: (owner: string) => void, { beatMs, pollMs, silentPolls }: LockTimes = TIMES): Promise<T> {
  mkdirSync(dirname(path), { recursive: true });
  let last = '';
  let silent = 0;
  let told = false;
  while (!take(path)) {
    const seen = read(path);
    silent = seen === last ? silent + 1 : 0;
    last = seen;
    if (ownerIsDead(seen) || silent >= silentPolls) {
      if (read(path) === seen) rmSync(path, { force: true });
      continue;
    }
    if (!told) onWait(/"pid":(\d+)/.exec(seen)?.[1] ?? 'unknown');
    told = true;
    await sleep(pollMs);
  }
  let beat = 0;
  const timer = setInterval(() => {
    try {
      writeFileSync(path, lockText(++beat));
    } catch {
      // a full disk: the work itself will tell
    }
  }, beatMs);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    rmSync(path, { force: true });
  }
}

function lockText(beat: number): string {
  return JSON.stringify({ pid: process.pid, host: hostname(), beat });
}

function take(path: string): boolean {
  try {
    writeFileSync(path, lockText(0), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // released meanwhile
  }
}

/** Only a process of this machine can be asked for; a file that is still being written names nobody. */
function ownerIsDead(text: string): boolean {
  try {
    const { pid, host } = JSON.parse(text) as { pid: number; host: string };
    if (host !== hostname()) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
