import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { entryOf, nameIn, readManifest, versionIn } from './package-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'spiral-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'lib'));
writeFileSync(join(folder, 'index.js'), '');
writeFileSync(join(folder, 'package.json'), '{}');

it('finds the module that an import by name would load', () => {
  const entries: readonly (readonly [unknown, string])[] = [
    ['./a.js', 'a.js'], [{ '.': './a.js' }, 'a.js'], [{ '.': { types: './a.d.ts', import: './a.mjs', require: './a.cjs' } }, 'a.mjs'], [{ require: './a.cjs', default: './a.js' }, 'a.js'],
    [{ '.': { node: { require: './n.cjs', import: './n.mjs' }, default: './a.js' } }, 'n.mjs'], [['./a.js', './b.js'], 'a.js'], [{ '.': [{ browser: './b.js' }, './c.js'] }, 'c.js'],
  ];
  for (const [exports, file] of entries) expect(entryOf(folder, { exports }), JSON.stringify(exports)).toBe(join(folder, file));
  expect(entryOf(folder, {})).toMatch(/index\.js$/);
});

it('refuses exports that name no module, or one outside', () => {
  for (const exports of [{ './sub': './a.js' }, { '.': { require: './a.cjs' } }, {}, 'a.js', '../a.js', './../../a.js', { '.': null }, 7]) expect(() => entryOf(folder, { exports }), JSON.stringify(exports)).toThrow(/exports/);
});

it('reads name and version where they are such', async () => {
  expect([nameIn({ name: '@a/b' }), versionIn({ version: '1.0.0' })]).toEqual(['@a/b', '1.0.0']);
  for (const name of ['', '..', 'A', '../x', 'a/b', '@a', 7, 'x'.repeat(300)]) expect(nameIn({ name }), String(name)).toBeNull();
  expect([nameIn(null), versionIn(null), versionIn({ version: 1 })]).toEqual([null, null, null]);
  await expect(readManifest(join(folder, 'nowhere'))).rejects.toThrow(/no package.json/);
  writeFileSync(join(folder, 'lib/package.json'), '{ "name": ');
  await expect(readManifest(join(folder, 'lib'))).rejects.toThrow(/no JSON/);
});
