import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { npmSpec, parsePluginSource } from './plugin-source.js';

const cwd = mkdtempSync(join(tmpdir(), 'spiral-source-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
mkdirSync(join(cwd, 'game'));
writeFileSync(join(cwd, 'game-1.0.0.tgz'), '');
writeFileSync(join(cwd, 'notes.txt'), '');

it('names of the registry, with version, range or tag', () => {
  for (const spec of ['game', 'spiral-arena-x', '@someone/x', 'x@1.2.3', '@someone/x@^1', 'x@latest', 'x@>=1.0.0']) expect(parsePluginSource(spec, cwd)).toEqual({ kind: 'registry', spec });
});

it('paths to a tarball and a folder, absolute for npm', () => {
  for (const path of ['./game', join(cwd, 'game')]) expect(parsePluginSource(path, cwd)).toEqual({ kind: 'folder', path: join(cwd, 'game') });
  expect(parsePluginSource('.', cwd)).toEqual({ kind: 'folder', path: cwd });
  for (const path of ['game-1.0.0.tgz', './game-1.0.0.tgz']) expect(npmSpec(parsePluginSource(path, cwd))).toBe(join(cwd, 'game-1.0.0.tgz'));
});

it('nothing else: addresses, flags, other files, and what is not there', () => {
  for (const text of ['https://example.com/x.tgz', 'git+ssh://git@x/y', 'someone/x', 'file:x', '--global', '', './nowhere', 'nowhere.tgz', './notes.txt', '@someone', 'x@npm:other', 'A']) {
    expect(() => parsePluginSource(text, cwd), text).toThrow(expect.objectContaining({ code: 'CLI_PLUGIN_SOURCE_INVALID' }));
  }
});
