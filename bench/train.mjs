/**
 * `npm run bench:train`: one full training step, tokens per second, for each shape `width layers heads vocab batch length` and each engine that works here;
 * with `--peers` beside PyTorch (eager and compiled) where Python has it (`PYTHON` names it). All stay open and take turns of a few steps, so that a
 * slow second of the machine is everybody's; the median step counts.
 * `--engines onnx,tensorflow,eager`, `--shapes "64 2 4 512 16 64; ..."`, `--rounds`, `--steps` of a turn, `--device` of the peer, `--options` of the engines as JSON.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openProgram } from './open-program.mjs';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false }, peers: { type: 'boolean', default: false }, engines: { type: 'string', default: 'onnx' },
    shapes: { type: 'string', default: '64 2 4 512 16 64; 128 4 4 1024 16 128; 256 6 8 4096 8 128; 512 8 8 8192 4 256' },
    rounds: { type: 'string', default: '9' }, steps: { type: 'string' }, threads: { type: 'string', default: String(Math.min(availableParallelism(), 8)) },
    device: { type: 'string', default: 'cpu' }, options: { type: 'string', default: '{}' },
  },
});
const python = process.env['PYTHON'] ?? 'python3';
const PEERS = values.peers ? [['torch', []], ['torch.compile', ['--compile']]] : [];

for (const text of values.shapes.split(';')) {
  const shape = text.trim().split(/\s+/);
  const steps = Number(values.steps ?? Math.max(3, Math.min(60, Math.round(1.2e11 / costOf(shape))))); // about a second, so that what the others left in the caches counts once
  const programs = [
    ...values.engines.split(',').map((engine) => [engine, process.execPath, [join(import.meta.dirname, 'train-step.mjs'), engine, ...shape, JSON.stringify({ threads: Number(values.threads), ...JSON.parse(values.options) })]]),
    ...PEERS.map(([name, flags]) => [name, python, [join(import.meta.dirname, 'train_peer.py'), ...shape, '--threads', values.threads, '--device', values.device, ...flags]]),
  ];
  const opened = new Map();
  for (const [name, program, args] of programs) {
    try {
      opened.set(name, { ...(await openProgram(program, args)), times: [] });
    } catch (error) {
      absent(name, error);
    }
  }
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [name, { ask, times }] of opened) {
      try {
        times.push(...(await ask(steps)));
      } catch (error) {
        absent(name, error);
        opened.delete(name);
      }
    }
  }
  for (const { close } of opened.values()) close();

  const tokensPerSecondOf = ({ times }) => (Number(shape[4]) * Number(shape[5]) * 1000) / median(times);
  for (const engine of values.engines.split(',')) {
    const own = opened.get(engine);
    if (!own) continue;
    const tokensPerSecond = tokensPerSecondOf(own);
    const line = { bench: 'train/step', shape: shape.join(' '), engine, description: own.first.description, tokensPerSecond: Math.round(tokensPerSecond), milliseconds: round(median(own.times)), firstMilliseconds: Math.round(own.first.firstMilliseconds) };
    const peers = PEERS.filter(([peer]) => opened.has(peer));
    if (peers.length === 0) print(line);
    for (const [peer] of peers) {
      const peerTokensPerSecond = tokensPerSecondOf(opened.get(peer));
      print({ ...line, peer, peerTokensPerSecond: Math.round(peerTokensPerSecond), ratio: round(tokensPerSecond / peerTokensPerSecond) });
    }
  }
}

function absent(program, error) {
  print({ bench: 'train/absent', program, explanation: error.message.slice(0, 200) });
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
