/** With a real Python, as it is wherever an engine can be built; skipped on a machine that has none. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unpack } from './unpack.js';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const MAKE = `
import sys, zipfile, tarfile, io
with zipfile.ZipFile(sys.argv[1] + '/a.whl', 'w', zipfile.ZIP_DEFLATED) as z:
    for name in ['tensorflow/lib.so', 'tensorflow/include/tensorflow/c/c_api.h', 'tensorflow/python/big.py', 'nvidia/cuda_nvcc/bin/ptxas', 'nvidia/cuda_nvcc/include/cuda.h', '../evil', '/evil', 'nvidia/../../evil']:
        z.writestr(name, name * 200)
with tarfile.open(sys.argv[1] + '/a.tgz', 'w:gz') as t:
    for name in ['package/binding/a.cc', 'other/b']:
        entry = tarfile.TarInfo(name); entry.size = len(name); t.addfile(entry, io.BytesIO(name.encode()))
`;

describe.skipIf(!hasPython)('unpack', () => {
  let folder: string;
  let out: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'spiral-unpack-'));
    out = join(folder, 'out');
    spawnSync('python3', ['-c', MAKE, folder]);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const take = async (archive: string, wanted: readonly string[], into = out): Promise<number> => unpack('python3', join(folder, archive), into, wanted, { environment: process.env });

  it('writes what is wanted of a wheel and nothing outside the folder', async () => {
    expect(await take('a.whl', ['tensorflow/lib.so', 'tensorflow/include/tensorflow/c/', 'nvidia/', '../', '/'])).toBe(3);
    expect(readFileSync(join(out, 'tensorflow/lib.so'), 'utf8')).toBe('tensorflow/lib.so'.repeat(200));
    expect(readdirSync(out, { recursive: true }).toSorted()).toEqual(
      ['nvidia', 'nvidia/cuda_nvcc', 'nvidia/cuda_nvcc/bin', 'nvidia/cuda_nvcc/bin/ptxas', 'tensorflow', 'tensorflow/include', 'tensorflow/include/tensorflow', 'tensorflow/include/tensorflow/c', 'tensorflow/include/tensorflow/c/c_api.h', 'tensorflow/lib.so'],
    );
    expect(spawnSync('test', ['-x', join(out, 'nvidia/cuda_nvcc/bin/ptxas')]).status).toBe(0);
  });

  it('reads tarballs of npm', async () => {
    expect(await take('a.tgz', ['package/'])).toBe(1);
    expect(readFileSync(join(out, 'package/binding/a.cc'), 'utf8')).toBe('package/binding/a.cc');
  });

  const damage: readonly [string, string, (file: string) => void][] = [
    ['a truncated wheel', 'a.whl', (file) => truncateSync(file, 300)],
    ['an empty wheel', 'a.whl', (file) => truncateSync(file, 0)],
    ['a wheel with a changed byte', 'a.whl', (file) => changeByte(file, 60)],
    ['a truncated tarball', 'a.tgz', (file) => truncateSync(file, 60)],
    ['an absent archive', 'a.whl', (file) => rmSync(file)],
  ];
  it.each(damage)('%s is told by name', async (_, archive, harm) => {
    harm(join(folder, archive));
    await expect(take(archive, ['tensorflow/', 'package/'])).rejects.toMatchObject({ code: 'MODEL_INSTALL_ARCHIVE_INVALID', message: expect.stringContaining(archive) });
  });

  it('a folder that takes nothing is told as such', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(take('a.whl', ['tensorflow/'], join(folder, 'file'))).rejects.toMatchObject({ code: 'MODEL_INSTALL_FOLDER_UNWRITABLE' });
    expect(existsSync(out)).toBe(false);
  });
});

function changeByte(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
  writeFileSync(file, bytes);
}
