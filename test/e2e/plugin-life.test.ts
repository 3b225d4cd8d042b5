/**
 * The life of a plugin as strangers live it: a packed `spiral` in a clean folder, a game that is created, tested, packed, installed, played, served,
 * trained on and removed by the commands of docs/writing-a-game.md. Until core is in a registry, its tarball stands in for the registry's.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ArenaClient } from '@spiral-arena/client';
import { connectWebSocket } from '@spiral-arena/client/node';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'spiral-life-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }), 60_000);
const host = join(scratch, 'host');
const home = join(scratch, 'home');
const bin = join(host, 'node_modules/.bin');
const environment = { ...process.env, NODE_ENV: undefined, SPIRAL_HOME: home, PATH: `${bin}${delimiter}${process.env['PATH']}` };
let tarballs: readonly string[] = [];

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function run(cwd: string, command: string, args: readonly string[], input = ''): Ran {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env: environment, encoding: 'utf8', input, timeout: 400_000 });
  return { status, out: stdout, err: stderr };
}

function done(cwd: string, command: string, args: readonly string[], input = ''): Ran {
  const ran = run(cwd, command, args, input);
  expect(ran.status, `${command} ${args.join(' ')}\n${ran.out.slice(-2000)}\n${ran.err.slice(-2000)}`).toBe(0);
  return ran;
}

function last(ran: Ran): unknown {
  return JSON.parse(ran.out.trim().split('\n').at(-1) as string);
}

const tarball = (name: string): string => tarballs.find((file) => file.includes(`/${name}-0.`)) as string;

beforeAll(() => {
  for (const folder of [host, home, join(scratch, 'packed')]) mkdirSync(folder);
  done(root, 'npm', ['pack', '--workspaces', '--ignore-scripts', '--pack-destination', join(scratch, 'packed')]);
  tarballs = readdirSync(join(scratch, 'packed')).map((file) => join(scratch, 'packed', file));
  writeFileSync(join(host, 'package.json'), '{ "private": true }');
  done(host, 'npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs]);
}, 600_000);

describe('the guide, word for word', () => {
  it('its first commands give a game that is tested, linked and played', () => {
    const page = readFileSync(join(root, 'docs/writing-a-game.md'), 'utf8');
    const commands = (/```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? '').trim().split('\n');
    expect(commands.length).toBeGreaterThan(4);
    let cwd = scratch;
    for (const line of commands) {
      const [command, ...args] = line.split(' ') as [string, ...string[]];
      if (command === 'cd') cwd = join(cwd, args[0] as string);
      else if (line === 'npm install') done(cwd, 'npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--save-dev', tarball('spiral-arena-core')]);
      else done(cwd, command, args, '2\n'.repeat(30));
    }
    expect(cwd).toBe(join(scratch, 'countdown'));
    expect(last(done(cwd, 'spiral', ['plugins', 'list', '--json']))).toMatchObject([{ package: 'spiral-arena-countdown', linked: true, status: 'ready', folder: cwd }]);
    done(cwd, 'spiral', ['plugins', 'uninstall', 'spiral-arena-countdown']);
    expect(existsSync(join(cwd, 'src/countdown.ts'))).toBe(true);
  });

  it('create refuses bad names, names of built-in games, and folders that exist', () => {
    for (const [name, code] of [['Tower', 'CLI_GAME_NAME_INVALID'], ['../x', 'CLI_GAME_NAME_INVALID'], ['nim', 'CLI_GAME_NAME_INVALID'], ['countdown', 'CLI_FOLDER_EXISTS']] as const) {
      expect(run(scratch, 'spiral', ['games', 'create', name]).err).toContain(code);
    }
    expect(readFileSync(join(scratch, 'countdown/src/countdown.ts'), 'utf8')).toContain('Countdown');
  });
});

describe('a packed game in a packed spiral', () => {
  const author = join(scratch, 'author/tower-duel');

  it('is created, tested, checked and packed', () => {
    done(scratch, 'spiral', ['games', 'create', 'tower-duel', '--out', 'author/tower-duel']);
    done(author, 'npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--save-dev', tarball('spiral-arena-core')]);
    done(author, 'npm', ['test']);
    expect(last(done(author, 'spiral', ['games', 'check', '.', '--matches', '100', '--json']))).toMatchObject({ game: 'tower-duel', failed: [] });
    done(author, 'npm', ['pack']);
  });

  it('is installed from its tarball, and again from its folder', () => {
    for (const source of ['./spiral-arena-tower-duel-0.1.0.tgz', '.']) {
      const ran = done(author, 'spiral', ['plugins', 'install', source, '--json']);
      expect(last(ran)).toMatchObject({ package: 'spiral-arena-tower-duel', version: '0.1.0', games: ['tower-duel'] });
      expect(ran.err).toContain('install scripts are not run');
    }
    expect(readdirSync(join(home, 'plugins')).toSorted()).toEqual(['node_modules', 'spiral-arena-tower-duel']);
    expect(last(done(scratch, 'spiral', ['games', 'list', '--json']))).toContainEqual({ id: 'tower-duel', version: '0.1.0', package: 'spiral-arena-tower-duel', status: 'ready' });
    expect(last(done(scratch, 'spiral', ['games', 'check', 'spiral-arena-tower-duel', '--matches', '50', '--json']))).toMatchObject({ game: 'tower-duel', failed: [] });
  });

  it('is played by agents, contained and not, with the same results', () => {
    const args = ['match', 'run', 'tower-duel', 'perfect', 'random', '--matches', '20', '--swap', '--json'];
    const plain = last(done(scratch, 'spiral', args)) as { results: { agent: string; win: number }[] };
    expect(plain.results.filter(({ agent }) => agent === 'perfect').reduce((sum, { win }) => sum + win, 0)).toBeGreaterThan(35);
    expect(last(done(scratch, 'spiral', [...args, '--contain']))).toEqual(plain);
  });

  it('is served to clients by a contained arena, and trained on', async () => {
    const child = spawn('spiral', ['arena', 'serve', '--port', '0', '--contain', '--log-level', 'silent'], { cwd: scratch, env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
    const url = await new Promise<string>((resolve) => {
      let printed = '';
      child.stderr.on('data', (data: Buffer) => {
        printed += String(data);
        const found = /programs connect to (\S+)\)/.exec(printed);
        if (found) resolve(found[1] as string);
      });
    });
    const client = await ArenaClient.connect(await connectWebSocket(url));
    const ended = new Promise<string>((resolve) => void client.onEnded(({ end }) => resolve(end.reason)));
    client.serve(() => ({ text: '[1]' }));
    await client.createMatches({ game: 'tower-duel', variant: 'short', seats: ['self', 'self'] });
    expect(await ended).toBe('completed');
    child.kill('SIGTERM');
    expect(await exited).toBe(0);

    writeFileSync(join(scratch, 'train.yaml'), 'games: [{ game: tower-duel, variant: short }]\n');
    done(scratch, 'spiral', ['train', '--preset', 'tiny', '--config', 'train.yaml', '--engine', 'eager', '--updates', '1', '--out', 'run']);
  });

  it('refusals leave everything as it was', () => {
    const before = readdirSync(join(home, 'plugins'));
    const bad = join(scratch, 'bad');
    mkdirSync(bad);
    const manifest = { name: 'arena-bad', version: '1.0.0', type: 'module', exports: './index.js', scripts: { preinstall: 'node -e "require(\'fs\').writeFileSync(\'../ran\', \'\')"', postinstall: 'exit 1' } };
    for (const [more, words] of [
      [{}, 'CLI_PLUGIN_REFUSED'], [{ spiralArena: { apiVersion: '2.0', games: ['bad'] } }, 'api-version'], [{ spiralArena: { apiVersion: '1.0', games: ['nim'] } }, 'name-reserved'],
      [{ spiralArena: { apiVersion: '1.0', games: ['tower-duel'] } }, 'duplicate-id'], [{ spiralArena: { apiVersion: '1.0', games: ['bad'] } }, 'broken build'],
    ] as const) {
      writeFileSync(join(bad, 'package.json'), JSON.stringify({ ...manifest, ...more }));
      writeFileSync(join(bad, 'index.js'), "throw new Error('broken build');");
      for (const args of [['install', './bad'], ['link', 'bad']]) {
        const ran = run(scratch, 'spiral', ['plugins', ...args]);
        expect(ran.status).toBe(1);
        expect(ran.err.replaceAll(/\s+›?\s*/g, ' ')).toContain(words);
      }
    }
    for (const source of ['./no-such.tgz', 'https://example.com/x.tgz', 'git+ssh://x/y', './train.yaml']) expect(run(scratch, 'spiral', ['plugins', 'install', source]).err).toContain('CLI_PLUGIN_SOURCE_INVALID');
    expect(readdirSync(join(home, 'plugins'))).toEqual(before);
    expect(existsSync(join(scratch, 'ran'))).toBe(false);
    expect(run(scratch, 'spiral', ['plugins', 'uninstall', 'spiral-arena-tower-dual']).err).toContain('Did you mean');
  });

  it('PLUGIN-07 help of every command imports no plugin', () => {
    const mark = join(scratch, 'imported');
    const place = join(home, 'plugins/arena-mark/node_modules/arena-mark');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'arena-mark', type: 'module', exports: './index.js', spiralArena: { apiVersion: '1.0', games: ['mark'] } }));
    writeFileSync(join(place, 'index.js'), `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(mark)}, '');`);
    const { commands } = JSON.parse(readFileSync(join(host, 'node_modules/@spiral-arena/cli/oclif.manifest.json'), 'utf8')) as { commands: object };
    for (const id of Object.keys(commands)) done(scratch, 'spiral', [...id.split(':'), '--help']);
    for (const args of [['--version'], ['--help'], ['games', '--help']]) done(scratch, 'spiral', args);
    expect(existsSync(mark)).toBe(false);
    done(scratch, 'spiral', ['games', 'list']);
    expect(existsSync(mark)).toBe(true);
    rmSync(join(home, 'plugins/arena-mark'), { recursive: true });
  });

  it('is removed', () => {
    done(scratch, 'spiral', ['plugins', 'uninstall', 'spiral-arena-tower-duel']);
    expect(last(done(scratch, 'spiral', ['plugins', 'list', '--json']))).toEqual([]);
    expect(run(scratch, 'spiral', ['match', 'run', 'tower-duel', 'random']).err).toContain('CORE_GAME_UNKNOWN');
  });
});
