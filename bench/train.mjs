/**
 * `npm run bench:train`: one full training step, tokens per second, for each shape `width layers heads vocab batch length` and each engine that works here;
 * with `--peers` beside PyTorch (eager and compiled) where Python has it (`PYTHON` names it), in rounds that take turns, of which the median counts.
 * `--engines onnx,tensorflow,eager`, `--shapes "64 2 4 512 16 64; ..."`, `--rounds`, `--steps` of a round, `--device` of the peer, `--options` of the engines as JSON.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false }, peers: { type: 'boolean', default: false }, engines: { type: 'string', default: 'onnx' },
    shapes: { type: 'string', default: '64 2 4 512 16 64; 128 4 4 1024 16 128; 256 6 8 4096 8 128; 512 8 8 8192 4 256' },
    rounds: { type: 'string', default: '3' }, steps: { type: 'string' }, threads: { type: 'string', default: String(Math.min(availableParallelism(), 8)) },
    device: { type: 'string', default: 'cpu' }, options: { type: 'string', default: '{}' },
  },
});
const python = process.env['PYTHON'] ?? 'python3';
const PEERS = [['torch', []], ['torch.compile', ['--compile']]];

for (const text of values.shapes.split(';')) {
  const shape = text.trim().split(/\s+/);
  const steps = values.steps ?? String(Math.max(3, Math.min(60, Math.round(4e9 / costOf(shape))))); // about as long for each shape
  const measured = new Map(); // name -> rounds
  const runners = [
    ...values.engines.split(',').map((engine) => [engine, () => run(process.execPath, [join(import.meta.dirname, 'train-step.mjs'), engine, ...shape, steps, JSON.stringify({ threads: Number(values.threads), ...JSON.parse(values.options) })])]),
    ...(values.peers ? PEERS.map(([name, flags]) => [name, () => run(python, [join(import.meta.dirname, 'train_peer.py'), ...shape, steps, '--threads', values.threads, '--device', values.device, ...flags])]) : []),
  ];
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [name, runner] of runners) {
      if (measured.get(name) === null) continue;
      const result = runner();
      measured.set(name, result && [...(measured.get(name) ?? []), result]);
    }
  }
  for (const engine of values.engines.split(',')) {
    const own = measured.get(engine);
    if (!own) continue;
    const tokensPerSecond = median(own.map((each) => each.tokensPerSecond));
    const line = { bench: 'train/step', shape: shape.join(' '), engine, description: own[0].description, tokensPerSecond: Math.round(tokensPerSecond), milliseconds: round(median(own.map((each) => each.milliseconds))), firstMilliseconds: Math.round(own[0].firstMilliseconds) };
    const peers = PEERS.filter(([peer]) => measured.get(peer));
    if (peers.length === 0) print(line);
    for (const [peer] of peers) {
      const peerTokensPerSecond = median(measured.get(peer).map((each) => each.tokensPerSecond));
      print({ ...line, peer, peerTokensPerSecond: Math.round(peerTokensPerSecond), ratio: round(tokensPerSecond / peerTokensPerSecond) });
    }
  }
}

/** The object that a program prints last; null, with a line that says why, where it fails. */
function run(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: 600_000 });
  if (status === 0) return JSON.parse(stdout.trim().split('\n').at(-1));
  print({ bench: 'train/absent', program: args.slice(0, 2).map((arg) => arg.split('/').at(-1)).join(' '), explanation: (error?.message ?? stderr.trim().split('\n').findLast((line) => /error/i.test(line)) ?? `status ${status}`).slice(0, 200) });
  return null;
}

/** Floating-point operations of a step, roughly. */
function costOf([width, layers, , vocab, batch, length]) {
  return 6 * batch * length * (16 * layers * width * width + Number(vocab) * width);
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function round(number) {
  return Math.round(number * 100) / 100;
}

function print(line) {
  if (values.json) console.log(JSON.stringify(line));
  else console.log(Object.values(line).map((value) => (typeof value === 'number' ? value.toLocaleString('en') : value)).join('  '));
}
