import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { elfHeader } from './fake-tools.test.fixture.js';
import { libraryMachine } from './library-machine.js';

const folder = mkdtempSync(join(tmpdir(), 'spiral-library-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the machine of a library', () => {
  const machO = (type: number): Buffer => Buffer.from(Uint32Array.of(0xfeedfacf, type, 0, 6, 0, 0).buffer);
  it.each<[string | null, Buffer]>([
    ['linux-x64', elfHeader(0x3e)],
    ['linux-arm64', elfHeader(0xb7)],
    ['linux-unknown', elfHeader(0x999)],
    ['darwin-arm64', machO(0x0100000c)],
    ['darwin-x64', machO(0x01000007)],
    [null, Buffer.from('MZ, a library of Windows, or any other text')],
    [null, elfHeader(0x3e).subarray(0, 10)],
  ])('%s', (machine, head) => {
    writeFileSync(join(folder, 'library'), head);
    expect(libraryMachine(join(folder, 'library'))).toBe(machine);
  });
});
