/**
 * Runs npm, so that the user's registry, token and proxy apply. Install scripts of packages never run.
 */
import { spawn } from 'node:child_process';
import { CliError } from './errors.js';

/**
 * Installs one package into a folder of its own that has a package.json. `@spiral-arena/core` as a peer is lent by the program and not fetched.
 * @throws CLI_NPM_FAILED
 */
export async function npmInstall(folder: string, spec: string): Promise<void> {
  await npm(['install', '--prefix', folder, '--ignore-scripts', '--legacy-peer-deps', '--install-links', '--omit=dev', '--save-exact', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error', '--', spec], folder);
}

async function npm(args: readonly string[], cwd: string): Promise<void> {
  const shell = process.platform === 'win32'; // npm is a .cmd there
  const quoted = shell ? args.map((arg) => `"${arg}"`) : args;
  await new Promise<void>((resolve, reject) => {
    const child = spawn('npm', quoted, { cwd, shell, stdio: ['ignore', 'ignore', 'pipe'] });
    let printed = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(-8_000)));
    child.on('error', (cause) => reject(new CliError('CLI_NPM_FAILED', { cause, details: { explanation: 'npm cannot be started: it comes with Node and must be on the PATH' } })));
    child.on('close', (status) => (status === 0 ? resolve() : reject(new CliError('CLI_NPM_FAILED', { details: { explanation: tellingLines(printed) || `it ended with status ${status}` } }))));
  });
}

/** What went wrong in npm's words, without its ritual. */
function tellingLines(printed: string): string {
  const lines = printed.split('\n').map((line) => line.replace(/^npm (?:error|ERR!)\s*/, '').trim());
  return lines.filter((line) => line !== '' && !/^(?:code|errno|syscall|path|dest|A complete log|\d+$)\b/.test(line)).slice(0, 3).join(' / ').slice(0, 600);
}
