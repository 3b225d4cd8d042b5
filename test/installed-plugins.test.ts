/** Plugins as users have them: packages in the plugins folder of SPIRAL_HOME, good and bad, loaded by the library and by the `spiral` command. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { composeArena } from '@spiral-arena/arena';
import { BUILT_IN_PACKAGES, loadGames } from '@spiral-arena/cli';
import { ArenaClient } from '@spiral-arena/client';
import type { GameRegistry } from '@spiral-arena/core/game';
import { playMatch } from '@spiral-arena/core/match';
import { parseSeed } from '@spiral-arena/core/random';
import { parseConfig, trainedGames } from '@spiral-arena/trainer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gameSource, installPackage, linkPackage, pluginSource, writePackage } from './plugin-packages.js';

const root = join(import.meta.dirname, '..');
const program = join(root, 'packages/cli/bin/run.js');
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'spiral-plugins-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** A fresh home with these plugins in it. */
function homeWith(name: string, fill: (plugins: string) => void): string {
  const home = join(scratch, name);
  mkdirSync(join(home, 'plugins'), { recursive: true });
  fill(join(home, 'plugins'));
  return home;
}

function spiral(home: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): { status: number | null; out: string; err: string; ms: number; json: () => never } {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: scratch, encoding: 'utf8', timeout: 60_000, env: { ...process.env, SPIRAL_HOME: home, ...environment } });
  return { status, out: stdout, err: stderr, ms: performance.now() - start, json: () => JSON.parse(stdout.trim().split('\n').at(-1) as string) as never };
}

async function plays(registry: GameRegistry, id: string): Promise<string | undefined> {
  const agent = { name: 'one', act: () => ({ action: { take: 1 } }) };
  return (await playMatch({ game: registry.get(id), matchId: 'm', seed: parseSeed(1) }, [agent, agent])).end?.reason;
}

/** What is wrong with each, and the reason it is listed with. */
const BAD: readonly (readonly [name: string, reason: string, install: (plugins: string) => void])[] = [
  ['arena-throws', 'load-failed', (to) => installPackage(to, 'arena-throws', 'a1', { files: { 'index.js': "throw new Error('broken build');" } })],
  ['arena-rejects', 'load-failed', (to) => installPackage(to, 'arena-rejects', 'a2', { files: { 'index.js': "await Promise.reject(new Error('no network'));" } })],
  ['arena-never', 'load-failed', (to) => installPackage(to, 'arena-never', 'a3', { files: { 'index.js': 'await new Promise(() => {});' } })],
  ['arena-no-default', 'bad-export', (to) => installPackage(to, 'arena-no-default', 'a4', { files: { 'index.js': `export const game = ${gameSource('a4')};` } })],
  ['arena-empty', 'bad-export', (to) => installPackage(to, 'arena-empty', 'a5', { files: { 'index.js': "export default { apiVersion: '1.0', games: [{ id: 'a5' }] };" } })],
  ['arena-no-manifest', 'bad-export', (to) => installPackage(to, 'arena-no-manifest', 'a6', { manifest: { spiralArena: undefined } })],
  ['arena-no-json', 'load-failed', (to) => installPackage(to, 'arena-no-json', 'a7', { manifest: '{ "name": ' })],
  ['arena-hook', 'load-failed', (to) => installPackage(to, 'arena-hook', 'a8', { manifest: { oclif: { hooks: { init: './hook.js' }, commands: './commands' }, exports: './absent.js' }, files: { 'hook.js': 'throw new Error();' } })],
  ['arena-exits', 'load-failed', (to) => installPackage(to, 'arena-exits', 'a9', { files: { 'index.js': 'process.exit(9);' } })],
  ['arena-no-schema', 'bad-export', (to) => installPackage(to, 'arena-no-schema', 'b1', { files: { 'index.js': pluginSource('b1', "actionSchema: () => ({ type: 'stone' }),") } })],
  ['arena-twin', 'duplicate-id', (to) => installPackage(to, 'arena-twin', 'good')],
  ['arena-gone', 'load-failed', (to) => linkPackage(to, 'arena-gone', join(scratch, 'no-such-folder'))],
  ['arena-old', 'api-version', (to) => installPackage(to, 'arena-old', 'b2', { manifest: { spiralArena: { apiVersion: '0.9', games: ['b2'] } } })],
  ['arena-new', 'api-version', (to) => installPackage(to, 'arena-new', 'b3', { manifest: { spiralArena: { apiVersion: '2.0', games: ['b3'] } } })],
  ['arena-latest', 'api-version', (to) => installPackage(to, 'arena-latest', 'b4', { manifest: { spiralArena: { apiVersion: 'latest', games: ['b4'] } } })],
  ['arena-versionless', 'api-version', (to) => installPackage(to, 'arena-versionless', 'b5', { manifest: { spiralArena: { games: ['b5'] } } })],
];

/** ESM behind an export for `import` alone, CommonJS, and a package linked from elsewhere. */
const GOOD: readonly (readonly [id: string, install: (plugins: string) => void])[] = [
  ['good', (to) => installPackage(to, 'arena-good', 'good', { manifest: { exports: { '.': { types: './index.d.ts', import: './index.js' } } } })],
  ['common', (to) => installPackage(to, '@someone/arena-common', 'common', { manifest: { type: 'commonjs', exports: undefined, main: 'lib' }, files: { 'lib/index.js': `module.exports = { apiVersion: '1.0', games: [${gameSource('common')}] };` } })],
  ['linked', (to) => {
    if (!existsSync(join(scratch, 'elsewhere'))) writePackage(join(scratch, 'elsewhere'), 'arena-linked', 'linked');
    linkPackage(to, 'arena-linked', join(scratch, 'elsewhere'));
  }],
];

describe('PLUGIN-03, PLUGIN-04 bad plugins beside good ones', () => {
  it.each(BAD)('PLUGIN-04 %s is listed as failed (%s) with its name and a hint; the good ones play', async (name, reason, install) => {
    const home = homeWith(`one-${name}`, (plugins) => {
      install(plugins);
      for (const [, installGood] of GOOD) installGood(plugins);
    });
    const registry = await loadGames({ builtIn: [BUILT_IN_PACKAGES[0]], plugins: join(home, 'plugins'), importLimitMs: 400 });
    const [failure] = registry.failures;
    expect(registry.failures).toHaveLength(1);
    expect(failure).toMatchObject({ package: name, reason });
    expect(failure?.hint.length).toBeGreaterThan(10);
    if (reason === 'api-version') expect(`${failure?.explanation} ${failure?.hint}`, 'PLUGIN-03 names both versions').toMatch(/1\.(0|x).*(got|none|latest)/);
    for (const [id] of GOOD) expect(await plays(registry, id)).toBe('completed');
    expect(registry.has('tic-tac-toe')).toBe(true);
  });

  it('PLUGIN-04 all together, in whatever order: each is listed once, and the good ones play', async () => {
    const home = homeWith('together', (plugins) => {
      for (const [, install] of GOOD) install(plugins);
      for (const [, , install] of BAD.toReversed()) install(plugins);
    });
    const registry = await loadGames({ builtIn: [BUILT_IN_PACKAGES[0]], plugins: join(home, 'plugins'), importLimitMs: 400 });
    expect(Object.fromEntries(registry.failures.map((failure) => [failure.package, failure.reason]))).toEqual(Object.fromEntries(BAD.map(([name, reason]) => [name, reason])));
    for (const [id] of GOOD) expect(await plays(registry, id)).toBe('completed');
  });

  it('PLUGIN-04 all together on the command line: lists and a match end with status 0', () => {
    const patient = BAD.filter(([name]) => name !== 'arena-never'); // the others do not keep anybody waiting
    const home = homeWith('all', (plugins) => {
      for (const [, , install] of patient) install(plugins);
      for (const [, install] of GOOD) install(plugins);
    });
    const list = spiral(home, ['games', 'list', '--json']);
    expect(list.status).toBe(0);
    const entries = list.json() as { id: string | null; package: string; status: string; reason?: string; hint?: string }[];
    for (const [id] of GOOD) expect(entries).toContainEqual(expect.objectContaining({ id, status: 'ready' }));
    const failed = Object.fromEntries(entries.filter(({ status }) => status === 'failed').map((entry) => [entry.package, entry.reason]));
    expect(failed).toEqual(Object.fromEntries(patient.map(([name, reason]) => [name, reason])));
    const plugins = spiral(home, ['plugins', 'list', '--json']).json() as { package: string; status: string; linked: boolean; reason?: string }[];
    expect(plugins).toHaveLength(patient.length + GOOD.length);
    expect(plugins).toContainEqual(expect.objectContaining({ package: 'arena-linked', status: 'ready', linked: true, folder: join(scratch, 'elsewhere') }));
    for (const [name, reason] of patient) expect(plugins).toContainEqual(expect.objectContaining({ package: name, status: 'failed', reason }));
    expect(spiral(home, ['match', 'run', 'common', 'random', '--json']).json()).toMatchObject({ game: 'common', matches: 1, aborted: 0 });
    expect(spiral(home, ['games', 'list']).out).toContain('arena-throws           failed (load-failed): broken build');
  });

  it('PLUGIN-03 an older minor version of ours would load: the current one does', async () => {
    const home = homeWith('minor', (plugins) => installPackage(plugins, 'arena-minor', 'minor'));
    expect(await plays(await loadGames({ builtIn: [], plugins: join(home, 'plugins') }), 'minor')).toBe('completed');
  });
});

describe('PLUGIN-05 names that are taken', () => {
  it('PLUGIN-05 a built-in id stays in use whatever is installed, and of two plugins the first by name stays', async () => {
    const home = homeWith('taken', (plugins) => {
      installPackage(plugins, 'zz-game', 'mine');
      installPackage(plugins, '@b/game', 'mine');
      installPackage(plugins, 'arena-nim', 'nim');
      installPackage(plugins, 'arena-case', 'x', { manifest: { spiralArena: { apiVersion: '1.0', games: ['Kuhn-Poker'] } } });
      for (const [index, id] of ['', '..', 'a/b', '__proto__', 'a'.repeat(300)].entries()) installPackage(plugins, `arena-id-${index}`, 'x', { manifest: { spiralArena: { apiVersion: '1.0', games: [id] } } });
    });
    const registry = await loadGames({ plugins: join(home, 'plugins') });
    const reasons = Object.fromEntries(registry.failures.map((failure) => [failure.package, failure.reason]));
    expect(reasons).toEqual({ 'arena-nim': 'name-reserved', 'arena-case': 'name-reserved', 'zz-game': 'duplicate-id', ...Object.fromEntries([0, 1, 2, 3, 4].map((index) => [`arena-id-${index}`, 'bad-export'])) });
    expect(registry.entries().find(({ game }) => game.id === 'nim')?.package).toBe('spiral-arena-nim');
    expect(registry.entries().find(({ game }) => game.id === 'mine')?.package).toBe('@b/game');
  });

  it('PLUGIN-05 a package that brings a command of a built-in name brings no command', () => {
    const home = homeWith('commands', (plugins) => installPackage(plugins, 'arena-commands', 'x', { manifest: { oclif: { commands: './commands' } }, files: { 'commands/doctor.js': "console.log('mine');" } }));
    const run = spiral(home, ['doctor', '--help']);
    expect(run.status).toBe(0);
    expect(run.out).not.toContain('mine');
  });
});

describe('PLUGIN-06 reading a configuration runs nothing', () => {
  /** Network and child processes throw, and leave a mark. */
  const guard = join(scratch, 'guard.mjs');
  const mark = join(scratch, 'touched');
  beforeAll(() => writeFileSync(guard, `
    import { writeFileSync } from 'node:fs'; import { createRequire, syncBuiltinESMExports } from 'node:module';
    const require = createRequire(import.meta.url);
    const refuse = (what) => () => { writeFileSync(${JSON.stringify(mark)}, what); throw new Error(what + ' was called'); };
    for (const name of ['spawn', 'spawnSync', 'exec', 'execFile', 'fork', 'execSync', 'execFileSync']) require('node:child_process')[name] = refuse(name);
    for (const [from, name] of [['net', 'connect'], ['net', 'createConnection'], ['tls', 'connect'], ['dns', 'lookup'], ['http', 'request'], ['https', 'request'], ['https', 'get']]) require('node:' + from)[name] = refuse(from + '.' + name);
    globalThis.fetch = refuse('fetch'); syncBuiltinESMExports();`));

  it.each(['@someone/arena-game-nope', '../x'])('PLUGIN-06 %s in a configuration, an argument and a create request', async (name) => {
    const home = homeWith(`config-${name.replaceAll(/\W+/g, '-')}`, () => {});
    const config = join(scratch, 'config.json');
    writeFileSync(config, JSON.stringify({ games: [{ game: name }] }));
    const isPackage = name.startsWith('@');
    const guarded = { NODE_OPTIONS: `--import ${pathToFileURL(guard).href}` };
    for (const args of [['train', '--config', config, '--updates', '1', '--out', join(scratch, 'run'), '--json'], ['match', 'run', name, 'random', '--json']]) {
      const run = spiral(home, args, guarded);
      expect(run.status).not.toBe(0);
      const { error } = run.json() as { error: { code: string; hint: string } };
      expect(error.code).toBe('CORE_GAME_UNKNOWN');
      expect(error.hint.includes(`spiral plugins install ${name}`)).toBe(isPackage);
    }
    const arena = await composeArena({ registry: await loadGames({ builtIn: [BUILT_IN_PACKAGES[0]], plugins: join(home, 'plugins') }) });
    const client = await ArenaClient.connect(arena.connect());
    await expect(client.createMatches({ game: name })).rejects.toMatchObject({ code: 'CORE_GAME_UNKNOWN' });
    await arena.close();
    expect(existsSync(mark) ? readFileSync(mark, 'utf8') : null).toBeNull();
    expect(existsSync(join(scratch, 'run'))).toBe(false);
  });
});

describe('PLUGIN-07 help imports no plugin', () => {
  it('PLUGIN-07 50 plugins that leave a mark: none after help and version, which take less than a second', () => {
    const marks = join(scratch, 'imported');
    const home = homeWith('fifty', (plugins) => {
      for (let index = 0; index < 50; index++) installPackage(plugins, `arena-${index}`, `g${index}`, { files: { 'index.js': pluginSource(`g${index}`, '', `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(marks)}, '${index}');`) } });
    });
    const quickest = Math.min(...[0, 1, 2].map(() => spiral(home, ['--help']).ms));
    expect(quickest).toBeLessThan(1000);
    for (const args of [['--version'], ['games', '--help'], ['games', 'list', '--help'], ['plugins', '--help'], ['plugins', 'install', '--help'], ['arena', 'serve', '--help'], ['train', '--help']]) {
      const run = spiral(home, args);
      expect(run.status, args.join(' ')).toBe(0);
      expect(existsSync(marks), args.join(' ')).toBe(false);
    }
    expect((spiral(home, ['games', 'list', '--json']).json() as unknown[]).length).toBeGreaterThan(50);
    expect(existsSync(marks)).toBe(true); // the mark works
  });
});

describe('PLUGIN-08 two copies of a library', () => {
  /** A plugin with its own core, tsyringe and reflect-metadata, which draws from the generator it is handed and throws its own core's error. */
  const source = `
import 'reflect-metadata';
import { container } from 'tsyringe';
import { CoreError } from '@spiral-arena/core';
import { Rng } from '@spiral-arena/core/random';
const token = Symbol('stones');
container.register(token, { useValue: 5 });
export default { apiVersion: '1.0', games: [${gameSource('copies', `
  rng: Rng,
  chance: 'sampled', isChance: ({ left }) => left === -1, sampleChance: (_state, rng) => rng.between(1, container.resolve(token)),
  seatsToAct: ({ left, mover }) => (left <= 0 ? [] : [mover]),
  initialState: (_options, roles) => ({ left: -1, mover: roles.indexOf('first'), roles }),
  told: ({ mover }, move) => (move.kind === 'chance' ? { left: move.outcome } : { took: move.actions[mover].take }),
  apply: (state, move) => {
    if (move.kind === 'chance') return { ...state, left: move.outcome };
    if (move.actions[state.mover].take === 2) throw new CoreError('CORE_SEED_INVALID', { details: { got: 'mine' } });
    return { ...state, left: state.left - 1, mover: 1 - state.mover };
  },
  agents: { half: { summary: 'Draws from what it is handed.', make: (_params, rng) => () => ({ take: 1 + rng.int(1) }) } },`)}] };`;

  function writeCopies(folder: string): void {
    writePackage(folder, 'arena-copies', 'copies', { files: { 'index.js': source } });
    const own = join(folder, 'node_modules');
    for (const name of ['tsyringe', 'reflect-metadata']) cpSync(join(root, 'node_modules', name), join(own, name), { recursive: true, filter: (path) => !path.includes('/test') });
    for (const part of ['package.json', 'dist']) cpSync(join(root, 'packages/core', part), join(own, '@spiral-arena/core', part), { recursive: true, filter: (path) => !/\.(test\..*|map|d\.ts)$/.test(path) });
    for (const name of ['@noble', 'ajv', 'ajv-formats', 're2js', 'tslib', 'fast-deep-equal', 'fast-uri', 'json-schema-traverse']) {
      mkdirSync(dirname(join(own, name)), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), join(own, name), 'junction'); // what core itself needs is not the point
    }
  }

  function check(plugins: string): unknown {
    const { stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'two-copies.fixture.mjs'), plugins], { cwd: root, encoding: 'utf8', timeout: 30_000 });
    return JSON.parse(stdout || JSON.stringify(stderr)) as unknown;
  }

  const right = { failures: [], code: 'CORE_SEED_INVALID', end: 'aborted', agent: { take: 1 }, ends: ['completed', 'completed'] };

  it('PLUGIN-08 its own copies of core, tsyringe and reflect-metadata: linked, installed, and lent those of the program', () => {
    const sources = join(scratch, 'copies');
    writeCopies(sources);
    const linked = homeWith('copies-linked', (plugins) => linkPackage(plugins, 'arena-copies', sources));
    expect(check(join(linked, 'plugins'))).toMatchObject({ ...right, ownCore: true });
    const place = 'arena-copies/node_modules/arena-copies';
    const installed = homeWith('copies-installed', (plugins) => cpSync(sources, join(plugins, place), { recursive: true, verbatimSymlinks: true }));
    expect(check(join(installed, 'plugins'))).toMatchObject({ ...right, ownCore: true });
    rmSync(join(installed, 'plugins', place, 'node_modules/@spiral-arena'), { recursive: true });
    expect(check(join(installed, 'plugins'))).toMatchObject({ ...right, ownCore: false }); // removing its copy changes nothing else
  });

  it('PLUGIN-08 bundled into one file', async () => {
    const { build } = await import('vite');
    await build({ root: join(scratch, 'copies'), configFile: false, logLevel: 'silent', ssr: { noExternal: true }, build: { ssr: 'index.js', outDir: join(scratch, 'bundle'), minify: false } });
    const home = homeWith('bundled', (plugins) => installPackage(plugins, 'arena-bundled', 'copies', { files: { 'index.js': readFileSync(join(scratch, 'bundle/index.js'), 'utf8') } }));
    expect(check(join(home, 'plugins'))).toMatchObject({ ...right, ownCore: true });
  });
});

describe('installed games everywhere', () => {
  it('the trainer takes them by id, like any other', async () => {
    const home = homeWith('trainer', (plugins) => installPackage(plugins, 'arena-stones', 'stones'));
    const registry = await loadGames({ plugins: join(home, 'plugins') });
    const [trained] = trainedGames(registry, parseConfig({ games: [{ game: 'stones', options: { start: 3 } }] }));
    expect(trained).toMatchObject({ options: { start: 3 }, variant: '{"start":3}' });
  });
});
