/** Whole runs of the built program: train, kill, resume, evaluate, serve, demo. Every server binds loopback; every run is short. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArenaClient } from '@spiral-arena/client';
import { connectWebSocket } from '@spiral-arena/client/node';
import { afterAll, describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, '../../packages/cli/bin/run.js');
const folder = mkdtempSync(join(tmpdir(), 'spiral-e2e-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function spiral(...args: string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8', timeout: 300_000 });
  return { status, out: stdout, err: stderr };
}

function last(run: Ran): unknown {
  return JSON.parse(run.out.trim().split('\n').at(-1) as string);
}

/** Starts the program and waits for a line on standard error. */
async function start(pattern: RegExp, ...args: string[]): Promise<{ child: ChildProcess; match: RegExpExecArray; ended: Promise<{ code: number | null; out: string }> }> {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', (data: Buffer) => (out += String(data)));
  const ended = new Promise<{ code: number | null; out: string }>((resolve) => child.on('exit', (code) => resolve({ code, out })));
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.stderr.on('data', (data: Buffer) => {
      err += String(data);
      const found = pattern.exec(err);
      if (found) resolve(found);
    });
    child.on('exit', () => reject(new Error(`it ended before ${pattern}: ${err}`)));
  });
  return { child, match, ended };
}

const bytesOf = (run: string): Record<string, string> => {
  const newest = join(folder, run, 'checkpoints', readFileSync(join(folder, run, 'checkpoints/latest'), 'utf8').trim());
  return Object.fromEntries(readdirSync(newest).map((file) => [file, readFileSync(join(newest, file), 'base64')]));
};

describe('training', () => {
  it('a run that is killed and resumed ends as one that was not, byte for byte, on the plain cpu backend', async () => {
    writeFileSync(join(folder, 'often.yaml'), 'checkpointEveryUpdates: 1\nkeepCheckpoints: 2\n');
    const common = ['train', '--preset', 'tiny', '--config', 'often.yaml', '--engine', 'eager', '--seed', '3', '--updates', '5'];
    expect(spiral(...common, '--out', 'whole').status).toBe(0);
    const { child, ended } = await start(/checkpoint \S*update-0000003/, ...common, '--out', 'killed');
    child.kill('SIGKILL');
    await ended;
    const resumed = spiral('train', '--resume', 'killed', '--engine', 'eager');
    expect(resumed.err).not.toContain('update 1 ');
    expect(resumed.status).toBe(0);
    expect(Object.keys(bytesOf('whole'))).toContain('model.safetensors');
    expect(bytesOf('killed')).toEqual(bytesOf('whole'));
    const again = spiral('train', '--resume', 'killed', '--engine', 'eager');
    expect(again.err).toContain('CLI_RUN_COMPLETE');
  });

  it('a truncated checkpoint is refused by name, and the run is as it was', () => {
    cpSync(join(folder, 'whole'), join(folder, 'broken'), { recursive: true });
    const newest = join(folder, 'broken/checkpoints', readFileSync(join(folder, 'broken/checkpoints/latest'), 'utf8').trim());
    truncateSync(join(newest, 'model.safetensors'), 100);
    const run = spiral('train', '--resume', 'broken', '--updates', '9', '--engine', 'eager');
    expect(run.status).toBe(1);
    expect(run.err).toContain('TRAINER_CHECKPOINT_UNREADABLE');
    expect(run.err).toContain('model.safetensors');
    expect(existsSync(join(newest, 'state.json'))).toBe(true);
  });

  it('evaluates a stored model and plays it', () => {
    const result = last(spiral('eval', 'whole', '--game', 'kuhn-poker', '--variant', 'single', '--against', 'random,nash', '--matches', '20', '--json')) as { eval: { nashConv: number; evaluations: unknown[] } };
    expect(result.eval.evaluations).toHaveLength(2);
    expect(result.eval.nashConv).toBeGreaterThan(0);
    expect(last(spiral('match', 'run', 'tic-tac-toe', 'model:whole?constrained=true', 'random', '--matches', '4', '--json'))).toMatchObject({ matches: 4 });
  });
});

describe('the arena', () => {
  it('serves two clients, survives nonsense, and stops at SIGTERM with status 0', async () => {
    const { child, match, ended } = await start(/arena (http:\/\/127\.0\.0\.1:\d+)/, 'arena', 'serve', '--port', '0', '--store', join(folder, 'arena.sqlite'), '--log-level', 'silent', '--json');
    const url = match[1] as string;
    const page = await (await fetch(url)).text();
    expect(page).toContain('<html');
    const clients = await Promise.all(['ada', 'bob'].map(async (name) => ArenaClient.connect(await connectWebSocket(url.replace('http', 'ws')), { name })));
    const stranger = await connectWebSocket(url.replace('http', 'ws'));
    for (const nonsense of [{ type: 'no-such' }, [], null, 7, { type: 'act', matchId: '__proto__' }, 'x'.repeat(2 ** 21)]) stranger.send(nonsense as never);
    const ends = clients.map((client) => new Promise((resolve) => client.onEnded(resolve)));
    for (const client of clients) client.serve(({ legalActions }) => ({ action: legalActions?.[0] ?? null }));
    await Promise.all(clients.map((client) => client.queue({ game: 'tic-tac-toe' })));
    expect((await Promise.all(ends))[0]).toMatchObject({ end: { reason: 'completed' } });
    const status = (await (await fetch(`${url}/api/status`)).json()) as object;
    expect(JSON.stringify(status)).toContain('tic-tac-toe');
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('a port in use is an error with a hint', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const run = await new Promise<Ran>((resolve) => {
      const child = spawn(process.execPath, [program, 'arena', 'serve', '--port', String((other.address() as { port: number }).port)], { cwd: folder });
      let err = '';
      child.stderr.on('data', (data: Buffer) => (err += String(data)));
      child.on('exit', (status) => resolve({ status, out: '', err }));
    });
    other.close();
    expect(run.status).toBe(1);
    expect(run.err).toContain('ARENA_PORT_IN_USE');
  });

  it('a trainer learns from a remote arena', async () => {
    const { child, match, ended } = await start(/arena (http:\/\/127\.0\.0\.1:\d+)/, 'arena', 'serve', '--port', '0', '--log-level', 'silent');
    const run = await new Promise<Ran>((resolve) => {
      const trainer = spawn(process.execPath, [program, 'train', '--preset', 'tiny', '--updates', '2', '--out', 'remote', '--arena', (match[1] as string).replace('http', 'ws'), '--json'], { cwd: folder });
      let out = '';
      let err = '';
      trainer.stdout.on('data', (data: Buffer) => (out += String(data)));
      trainer.stderr.on('data', (data: Buffer) => (err += String(data)));
      trainer.on('exit', (status) => resolve({ status, out, err }));
    });
    child.kill('SIGTERM');
    await ended;
    expect(run.err).toContain('run remote');
    expect(last(run)).toMatchObject({ train: { selfPlayUpdates: 2 } });
  });
});

describe('the demo', () => {
  it('ends by itself, its last line says what was learnt, and it serves a page meanwhile', async () => {
    const { match, ended } = await start(/arena +(http:\/\/127\.0\.0\.1:\d+)/, 'demo', '--minutes', '0.5', '--port', '0', '--out', 'demo', '--json');
    expect(await (await fetch(match[1] as string)).text()).toContain('<html');
    const { code, out } = await ended;
    expect(code).toBe(0);
    const { demo } = JSON.parse(out.trim().split('\n').at(-1) as string) as { demo: Record<string, unknown> };
    expect(demo).toMatchObject({ engine: 'onnx', checkpoint: expect.stringContaining('demo') });
    expect(Object.keys(demo['games'] as object)).toEqual(['tic-tac-toe', 'kuhn-poker', 'simple-negotiation']);
  });

  it('Ctrl-C keeps what was learnt', async () => {
    const { child, ended } = await start(/update \d+/, 'demo', '--port', '0', '--out', 'stopped', '--json');
    child.kill('SIGINT');
    const { code, out } = await ended;
    expect(code).toBe(0);
    expect(JSON.parse(out.trim().split('\n').at(-1) as string)).toMatchObject({ demo: { checkpoint: expect.stringContaining('stopped') } });
    expect(existsSync(join(folder, 'stopped/checkpoints/latest'))).toBe(true);
  });
});
