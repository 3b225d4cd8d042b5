/** The `spiral` command as a user runs it: results as one JSON line, errors with code, hint and status. Longer runs are in test/e2e. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, '../packages/cli/bin/run.js');
const tinyLlama = join(import.meta.dirname, '../packages/model/fixtures/tiny/llama');
const folder = mkdtempSync(join(tmpdir(), 'spiral-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function spiral(args: readonly string[], input = '', environment: Readonly<Record<string, string>> = {}): { status: number | null; out: string; err: string; json: () => never } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8', input, timeout: 60_000, env: { ...process.env, ...environment } });
  return { status, out: stdout, err: stderr, json: () => JSON.parse(stdout.trim().split('\n').at(-1) as string) as never };
}

describe('results', () => {
  it('games list --json names every game, its package and its state', () => {
    const games = spiral(['games', 'list', '--json']).json() as { id: string; package: string; status: string }[];
    expect(games.map((game) => game.id).slice(0, 8)).toEqual(['tic-tac-toe', 'kuhn-poker', 'simple-negotiation', 'connect-four', 'snake', 'pig-dice', 'liars-dice', 'truth-and-deception']);
    expect(games.map((game) => game.id)).toContain('nim');
    expect(games.every((game) => game.status === 'ready' && game.package)).toBe(true);
  });

  it('games show --json holds rules, schema and agents of a variant', () => {
    const shown = spiral(['games', 'show', 'tic-tac-toe', '--variant', '5x5', '--json']).json() as { options: { size: number }; actionSchema: { properties: { cell: { maximum: number } } } };
    expect(shown.options.size).toBe(5);
    expect(shown.actionSchema.properties.cell.maximum).toBe(24);
  });

  it('games check --json lists what passed, with status 0', () => {
    const run = spiral(['games', 'check', 'nim', '--matches', '20', '--json']);
    expect(run.status).toBe(0);
    expect(run.json()).toMatchObject({ game: 'nim', failed: [] });
  });

  it('match run writes records that replay verify proves and replay show tells as a seat saw them', () => {
    const file = join(folder, 'matches.jsonl');
    const run = spiral(['match', 'run', 'kuhn-poker', 'nash?alpha=0.2', 'random', '--variant', 'single', '--matches', '20', '--swap', '--record', file, '--json']);
    expect(run.json()).toMatchObject({ game: 'kuhn-poker', variant: 'single', matches: 40 });
    expect(spiral(['replay', 'verify', file, '--json']).json()).toMatchObject({ records: 40, failed: 0 });
    const [told] = spiral(['replay', 'show', file, '--seat', '0', '--json']).json() as { events: { card?: string }[] }[];
    expect(told?.events[0]?.card).toMatch(/^[JQK]$/);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"returns":\[(-?\d+),(-?\d+)\]/, '"returns":[7,-7]'));
    const changed = spiral(['replay', 'verify', file, '--json']);
    expect(changed.status).toBe(1);
    expect(changed.json()).toMatchObject({ failed: 1 });
    expect(spiral(['replay', 'verify', file]).err).toContain('CLI_REPLAY_FAILED');
  });

  it('the same seed gives the same matches', () => {
    const run = (): unknown => spiral(['match', 'run', 'simple-negotiation', 'naive-trader', 'random', '--matches', '5', '--seed', '9', '--json']).json();
    expect(run()).toEqual(run());
  });

  it('play reads a person: a slip is explained and costs nothing', () => {
    const run = spiral(['play', 'tic-tac-toe', '--against', 'first-legal', '--seed', '1', '--json'], '9\n[4]\n4\n3\n5\n');
    expect(run.err).toContain('expected at most 8, got 9');
    expect(run.json()).toMatchObject({ role: 'first', end: { reason: 'completed', returns: [1, -1] } });
  });

  it('play stops at the end of input without a result', () => {
    const run = spiral(['play', 'tic-tac-toe', '--json'], 'quit\n');
    expect(run.json()).toMatchObject({ end: { reason: 'aborted', returns: null } });
  });

  it('doctor says which engine is in use, with a speed', () => {
    const report = spiral(['doctor', '--json']).json() as { gflops: number };
    expect(report).toMatchObject({ engine: 'onnx', device: 'cpu', nodeSupported: true, versions: { node: process.versions.node, onnx: expect.stringMatching(/^ONNX Runtime 1\./) } });
    expect(report.gflops).toBeGreaterThan(0);
  });

  it('an engine that is not there is said so, with what to do, and never replaced', () => {
    const home = { SPIRAL_HOME: join(folder, 'nothing-installed') };
    const report = spiral(['doctor', '--engine', 'tensorflow', '--json'], '', home).json() as { engine: null; engines: { ok: boolean; hint: string }[] };
    expect(report).toMatchObject({ engine: null, engines: [{ name: 'tensorflow', ok: false, hint: expect.stringContaining('spiral engine install') }] });
    expect(spiral(['demo', '--engine', 'tensorflow', '--port', '0', '--json'], '', home).json()).toMatchObject({ error: { code: 'MODEL_TENSORFLOW_MISSING' } });
    expect(spiral(['train', '--require-gpu', '--json']).json()).toMatchObject({ error: { code: 'MODEL_ENGINE_INVALID' } });
    expect(spiral(['train', '--engine', 'eager', '--xla', '--json']).json()).toMatchObject({ error: { code: 'MODEL_ENGINE_INVALID' } });
  });
});

describe('errors', () => {
  const config = (text: string): string => {
    const file = join(folder, `config-${Math.abs(text.length * 31)}.yaml`);
    writeFileSync(file, text);
    return file;
  };

  it.each([
    ['an unknown game', ['games', 'show', 'tictactoe'], 'CORE_GAME_UNKNOWN', 'tic-tac-toe'],
    ['an unknown variant', ['games', 'show', 'tic-tac-toe', '--variant', '6x6'], 'CORE_VARIANT_UNKNOWN', '5x5'],
    ['an unknown option', ['games', 'show', 'tic-tac-toe', '--options', '{"sise":5}'], 'CORE_OPTION_UNKNOWN', 'size'],
    ['an option out of bounds', ['games', 'show', 'tic-tac-toe', '--options', '{"size":9}'], 'CORE_OPTION_INVALID', '7'],
    ['options that are no object', ['games', 'show', 'tic-tac-toe', '--options', '[]'], 'CLI_OPTIONS_INVALID', 'JSON object'],
    ['an unknown agent', ['match', 'run', 'tic-tac-toe', 'minmax', 'random'], 'AGENTS_AGENT_UNKNOWN', 'minimax'],
    ['a bad parameter', ['match', 'run', 'kuhn-poker', 'nash?alpha=2', 'random'], 'AGENTS_PARAM_INVALID', 'alpha'],
    ['a bad seed', ['match', 'run', 'nim', 'random', 'random', '--seed', 'xyz'], 'CORE_SEED_INVALID', 'xyz'],
    ['a model that is not there', ['play', 'tic-tac-toe', '--against', 'model:nowhere'], 'CLI_FILE_UNREADABLE', 'nowhere'],
    ['a file that is not there', ['replay', 'verify', 'nowhere.jsonl'], 'CLI_FILE_UNREADABLE', 'nowhere.jsonl'],
    ['a checkpoint that is not there', ['train', '--resume', 'nowhere'], 'TRAINER_CHECKPOINT_MISSING', 'nowhere'],
    ['a folder without a word model', ['eval', tinyLlama, '--game', 'tic-tac-toe'], 'CLI_MODEL_INVALID', 'words.json'],
    ['a temperature that is none', ['eval', 'nowhere', '--game', 'nim', '--temperature', 'warm'], 'CLI_TEMPERATURE_INVALID', 'warm'],
    ['more agents than seats', ['match', 'run', 'nim', 'random', 'random', 'random'], 'CLI_AGENTS_INVALID', '2'],
    ['a file that cannot be written', ['match', 'run', 'nim', 'random', '--record', 'no/such/folder/m.jsonl'], 'CLI_FILE_UNWRITABLE', 'm.jsonl'],
    ['minutes that are none', ['demo', '--minutes', 'soon'], 'CLI_MINUTES_INVALID', 'soon'],
  ])('%s: status 1, code and hint', (_name, args, code, word) => {
    const run = spiral(args);
    expect(run.status).not.toBe(0);
    expect(run.err).toContain(code);
    expect(run.err).toContain(word);
    expect(run.err).not.toMatch(/\n\s+at /);
    const json = spiral([...args, '--json']);
    expect(json.status).not.toBe(0);
    expect(json.json()).toMatchObject({ error: { code, hint: expect.any(String) } });
  });

  it('a wrong key of a configuration names the right one', () => {
    const run = spiral(['train', '--config', config('games: [{ game: tic-tac-toe }]\nlearningrate: 0.1\n'), '--updates', '1']);
    expect(run.err).toContain('TRAINER_CONFIG_UNKNOWN_KEY');
    expect(run.err).toContain('learningRate');
  });

  it('a configuration that is no YAML says where', () => {
    const run = spiral(['train', '--config', config('games: [\n  a: {')]);
    expect(run.err).toContain('CLI_CONFIG_INVALID');
    expect(run.err).toMatch(/line \d/);
  });

  it('a seat that a stored match does not have is refused', () => {
    const file = join(folder, 'seats.jsonl');
    expect(spiral(['match', 'run', 'nim', 'random', '--record', file]).status).toBe(0);
    const run = spiral(['replay', 'show', file, '--seat', '2']);
    expect(run.status).toBe(1);
    expect(run.err).toContain('CLI_SEAT_INVALID');
  });

  it('a damaged record names its line', () => {
    const file = join(folder, 'cut.jsonl');
    writeFileSync(file, '{"record":1,"matchId":"m"');
    expect(spiral(['replay', 'verify', file]).err).toContain('CORE_RECORD_INVALID');
  });

  it('a command that does not exist, and a flag that does not, exit with a status', () => {
    expect(spiral(['gamse', 'list']).status).not.toBe(0);
    expect(spiral(['games', 'list', '--jsno']).status).not.toBe(0);
  });
});
