/** A program that measures when it is asked to: it writes one line of JSON when it is ready, then one for each line that it reads. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const PATIENCE = 600_000; // milliseconds for an answer

/**
 * Starts it and waits for its first line.
 * @returns `first`, what it said; `ask`, which sends a value and gives the answer; `close`
 * @throws what it said when it failed to start; so does `ask` when it ends or is too late
 */
export async function openProgram(program, args) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (data) => (errors += data));
  child.stdin.on('error', () => undefined); // of a program that has ended, which `failed` tells
  const failed = new Promise((_, reject) => {
    child.on('error', reject);
    child.on('exit', (status) => reject(new Error(errors.trim().split('\n').findLast((line) => /error/i.test(line)) ?? `it ended with status ${status}`)));
  });
  failed.catch(() => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    const late = setTimeout(() => child.kill(), PATIENCE);
    try {
      const { value, done } = await Promise.race([lines.next(), failed]);
      return done ? await failed : JSON.parse(value);
    } catch (error) {
      child.kill();
      throw error;
    } finally {
      clearTimeout(late);
    }
  };
  return {
    first: await answer(),
    ask: (value) => {
      child.stdin.write(`${JSON.stringify(value)}\n`);
      return answer();
    },
    close: () => child.stdin.end(),
  };
}
