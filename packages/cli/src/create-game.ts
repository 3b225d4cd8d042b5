/**
 * Writes the package of a new game: the one in `template`, a small complete game called Countdown, under the name that somebody chose.
 * It overwrites nothing, installs nothing and runs nothing.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { isGameId } from '@spiral-arena/core/game';
import { CliError } from './errors.js';
import { loadGames } from './load-games.js';

const TEMPLATE = join(import.meta.dirname, '../template');

export interface CreatedGame {
  readonly game: string;
  readonly package: string;
  readonly folder: string;
  readonly files: readonly string[];
}

/** @throws CLI_GAME_NAME_INVALID, CLI_FOLDER_EXISTS, CLI_FILE_UNWRITABLE */
export async function createGame(name: string, out: string = name): Promise<CreatedGame> {
  const got = name.slice(0, 100);
  if (!isGameId(name)) throw new CliError('CLI_GAME_NAME_INVALID', { details: { got, explanation: 'it is no game id' } });
  if ((await loadGames({ plugins: null })).has(name)) throw new CliError('CLI_GAME_NAME_INVALID', { details: { got, explanation: 'a built-in game has this id' } });
  const folder = resolve(out);
  if (existsSync(folder)) throw new CliError('CLI_FOLDER_EXISTS', { details: { path: folder } });
  const files = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(TEMPLATE.length + 1))
    .toSorted();
  try {
    for (const file of files) write(join(folder, targetOf(file, name)), named(readFileSync(join(TEMPLATE, file), 'utf8'), name));
    const manifest = join(folder, 'package.json');
    writeFileSync(manifest, withCore(readFileSync(manifest, 'utf8')));
  } catch (cause) {
    throw new CliError('CLI_FILE_UNWRITABLE', { cause, details: { path: folder, explanation: (cause as Error).message } });
  }
  return { game: name, package: `spiral-arena-${name}`, folder, files: files.map((file) => targetOf(file, name)) };
}

/** npm leaves files called .gitignore out of packages, so the template's has no dot. */
function targetOf(file: string, name: string): string {
  return file === 'gitignore' ? '.gitignore' : file.replace('countdown', name);
}

function named(text: string, name: string): string {
  return text.replaceAll('countdown', name).replaceAll('Countdown', titleOf(name));
}

/** `tower-duel`: "Tower Duel". */
function titleOf(name: string): string {
  return name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/** Core in the version of this program; out of a checkout, whose core no registry has, as the folder itself. */
function withCore(manifest: string): string {
  const folder = dirname(dirname(createRequire(import.meta.url).resolve('@spiral-arena/core')));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string };
  const isInstalled = /[/\\]node_modules[/\\]@spiral-arena[/\\]core$/.test(folder);
  return manifest
    .replace(/("peerDependencies": \{ "@spiral-arena\/core": )"[^"]*"/, `$1"^${version}"`)
    .replace(/("devDependencies": \{ "@spiral-arena\/core": )"[^"]*"/, (_, before: string) => `${before}${JSON.stringify(isInstalled ? `^${version}` : `file:${folder}`)}`);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { flag: 'wx' });
}
