/** Threads that meet: none goes on before all have come, round after round, whoever is slow. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { Barrier } from './barrier.js';

const built = join(import.meta.dirname, '../../dist/engine/barrier.js');
const ROUNDS = 300;

/** Counts the rounds that it has come to, and after each meeting those that the others have. */
const THREAD = `
  const { parentPort, workerData: { memory, counts, place, built } } = require('node:worker_threads');
  import(built).then(({ Barrier }) => {
    const barrier = new Barrier(counts.length, memory);
    let wrong = 0;
    for (let round = 1; round <= ${ROUNDS}; round++) {
      if (round % 50 === place) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3); // now and then one is late, and the others sleep
      Atomics.store(counts, place, round);
      barrier.wait();
      for (const count of counts) if (count !== round) wrong++;
      barrier.wait();
    }
    parentPort.postMessage(wrong);
  });
`;

describe.runIf(existsSync(built))('Barrier', () => {
  it.each([2, 3])('%d threads', async (count) => {
    const workerData = { memory: new SharedArrayBuffer(Barrier.BYTES), counts: new Int32Array(new SharedArrayBuffer(4 * count)), built: `file://${built}` };
    const wrong = await Promise.all(Array.from({ length: count }, (_, place) => new Promise((resolve, reject) => {
      const worker = new Worker(THREAD, { eval: true, workerData: { ...workerData, place } });
      worker.once('message', resolve);
      worker.once('error', reject);
    })));
    expect(wrong).toEqual(Array(count).fill(0));
  });

  it('lets a thread that waits for ever be ended', async () => {
    const workerData = { memory: new SharedArrayBuffer(Barrier.BYTES), counts: new Int32Array(new SharedArrayBuffer(8)), place: 0, built: `file://${built}` };
    const worker = new Worker(THREAD, { eval: true, workerData });
    const come = new Int32Array(workerData.memory);
    while (Atomics.load(come, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(await worker.terminate()).toBe(1);
  });

  it('of one goes on at once', () => {
    const barrier = new Barrier(1, new SharedArrayBuffer(Barrier.BYTES));
    for (let round = 0; round < 3; round++) barrier.wait();
  });
});
