/**
 * Other programs, run to their end with everything they print kept. It decides nothing: a program that is not there and one that failed are two
 * classes, and whoever called it says what that means.
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ToolOptions {
  readonly environment: Environment;
  readonly cwd?: string;
  /** Given on standard input. */
  readonly input?: string;
  /** A file that everything printed is appended to. */
  readonly log?: string;
  /** Each line as it is printed, on either stream. */
  readonly onLine?: (line: string) => void;
}

/** The program is not there, or cannot be started. */
export class ToolMissing extends Error {
  override readonly name = 'ToolMissing';
}

/** The program ended with another status than 0; the message is the part of its output that tells why. */
export class ToolFailed extends Error {
  override readonly name = 'ToolFailed';
  constructor(
    readonly status: number | null,
    readonly signal: string | null,
    output: string,
  ) {
    super(tellingLines(output) || (signal ? `ended by ${signal}` : `ended with status ${status}`));
  }
}

/** @returns what it printed on standard output */
export async function runTool(command: string, args: readonly string[], { environment, cwd, input = '', log, onLine }: ToolOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: environment, ...(cwd !== undefined && { cwd }), stdio: ['pipe', 'pipe', 'pipe'] });
    let out = '';
    let all = '';
    let line = '';
    const take = (text: string): void => {
      all += text;
      const lines = (line + text).split('\n');
      line = lines.pop() ?? '';
      if (onLine) for (const whole of lines) onLine(whole);
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      take(text);
    });
    child.stderr.setEncoding('utf8').on('data', take);
    child.stdin.on('error', () => undefined).end(input); // a program that ends without reading is no fault of ours
    child.on('error', (cause) => reject(new ToolMissing(cause.message, { cause })));
    child.on('close', (status, signal) => {
      try {
        if (log !== undefined) appendFileSync(log, `$ ${command} ${args.map((arg) => (arg.includes('\n') ? '...' : arg)).join(' ')}\n${all}\n`);
      } catch (error) {
        reject(error as Error); // a full disk, most likely
        return;
      }
      if (status === 0) resolve(out);
      else reject(new ToolFailed(status, signal, all));
    });
  });
}

/** The first of some programs that runs with these arguments; what it printed comes along. The reason of the last failure is thrown. */
export async function firstThatRuns(commands: readonly string[], args: readonly string[], environment: Environment): Promise<{ command: string; output: string }> {
  let reason: unknown = new ToolMissing('none is known');
  for (const command of commands) {
    try {
      return { command, output: await runTool(command, args, { environment }) };
    } catch (error) {
      if (!(reason instanceof ToolFailed)) reason = error; // one that is there but broken tells more than one that is absent
    }
  }
  throw reason;
}

const MOST_LINES = 3;
const MOST_LETTERS = 600;
const TELLING = /error|fatal|cannot|denied|refused|no module/i;
const NOISE = /^(npm error +)?(at |throw |Emitted |errno|syscall|path|command|A complete log)/;

/** The first lines that speak of an error (the rest mostly follows from them), or the last lines there are; stack frames and npm's ritual left out. */
function tellingLines(output: string): string {
  const lines = output.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !NOISE.test(line));
  const telling = lines.filter((line) => TELLING.test(line)).slice(0, MOST_LINES);
  return (telling.length > 0 ? telling : lines.slice(-MOST_LINES)).join(' / ').slice(0, MOST_LETTERS);
}
