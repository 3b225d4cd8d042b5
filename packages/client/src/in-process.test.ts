import { describe, expect, test, vi } from 'vitest';
import { inProcessPair } from './in-process.js';

type Note = { readonly n: number };

describe('inProcessPair', () => {
  test('delivers later, in order, the very objects, frozen', async () => {
    const [client, server] = inProcessPair<Note, Note>();
    const got: Note[] = [];
    server.onMessage((message) => got.push(message));
    const sent = [{ n: 1 }, { n: 2 }, { n: 3 }];
    for (const note of sent) client.send(note);
    expect(got).toEqual([]);
    await Promise.resolve().then(() => {});
    expect(got).toEqual(sent);
    got.forEach((note, index) => {
      expect(note).toBe(sent[index]);
      expect(Object.isFrozen(note)).toBe(true);
    });
  });

  test('keeps what comes before there is a handler, and closes once on both ends after the last message', async () => {
    const [client, server] = inProcessPair<Note, Note>();
    client.send({ n: 1 });
    await Promise.resolve();
    const log: unknown[] = [];
    server.onMessage(({ n }) => {
      log.push(n);
      if (n === 1) server.send({ n: 10 });
      if (n === 2) server.close(4001, 'enough');
    });
    server.onClose((info) => log.push(['server', info]));
    client.onMessage(({ n }) => log.push(n));
    client.onClose((info) => log.push(['client', info]));
    client.send({ n: 2 });
    client.send({ n: 3 });
    await vi.waitFor(() => expect(log.length).toBe(5));
    client.send({ n: 4 });
    client.close();
    server.send({ n: 11 });
    await new Promise((resolve) => setImmediate(resolve));
    const info = { code: 4001, reason: 'enough' };
    expect(log.filter((entry) => typeof entry === 'number')).toEqual([1, 2, 10]);
    expect(log).toContainEqual(['server', info]);
    expect(log).toContainEqual(['client', info]);
    expect(log.length).toBe(5);
  });

  test('two busy ends leave timers their turn', async () => {
    const [client, server] = inProcessPair<Note, Note>();
    let rallies = 0;
    let playing = true;
    server.onMessage((note) => playing && server.send({ n: note.n }));
    client.onMessage(({ n }) => {
      rallies++;
      client.send({ n: n + 1 });
    });
    client.send({ n: 0 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    playing = false;
    expect(rallies).toBeGreaterThan(100);
  });

  test('a handler that throws loses its own message only', async () => {
    const [client, server] = inProcessPair<Note, Note>();
    const got: number[] = [];
    const thrown: unknown[] = [];
    const previous = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', (cause) => thrown.push(cause));
    server.onMessage(({ n }) => {
      if (n === 2) throw new Error('two');
      got.push(n);
    });
    for (const n of [1, 2, 3]) client.send({ n });
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.removeAllListeners('unhandledRejection');
    for (const listener of previous) process.on('unhandledRejection', listener);
    expect(got).toEqual([1, 3]);
    expect(thrown.length).toBe(1);
  });
});
