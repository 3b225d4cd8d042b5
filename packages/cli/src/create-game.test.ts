import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createGame } from './create-game.js';

const scratch = mkdtempSync(join(tmpdir(), 'spiral-create-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it('writes the whole package under the name that was chosen', async () => {
  const folder = join(scratch, 'deep/tower-duel-2');
  const created = await createGame('tower-duel-2', folder);
  expect(created).toMatchObject({ game: 'tower-duel-2', package: 'spiral-arena-tower-duel-2', folder });
  expect(created.files.toSorted()).toEqual(['.gitignore', 'README.md', 'package.json', 'src/index.ts', 'src/tower-duel-2.test.ts', 'src/tower-duel-2.ts', 'tsconfig.json']);
  const text = created.files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  expect(text).not.toMatch(/countdown/i);
  expect(text).toContain("title: 'Tower Duel 2'");
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { peerDependencies: object; devDependencies: Record<string, string>; spiralArena: object };
  expect(manifest.peerDependencies).toEqual({ '@spiral-arena/core': '^0.1.0' });
  expect(manifest.devDependencies['@spiral-arena/core']).toMatch(/^file:.*core$/); // out of a checkout
  expect(manifest.spiralArena).toEqual({ apiVersion: '1.0', games: ['tower-duel-2'] });
});

it('refuses what is no id, what is taken, and a folder or file that exists', async () => {
  for (const name of ['', 'Tower', 'a--b', '../x', 'a/b', '__proto__', 'x'.repeat(65), 'kuhn-poker']) await expect(createGame(name, join(scratch, 'never')), name).rejects.toMatchObject({ code: 'CLI_GAME_NAME_INVALID' });
  writeFileSync(join(scratch, 'file'), 'mine');
  for (const out of [scratch, join(scratch, 'file')]) await expect(createGame('fresh', out)).rejects.toMatchObject({ code: 'CLI_FOLDER_EXISTS' });
  await expect(createGame('fresh', join(scratch, 'file/in'))).rejects.toMatchObject({ code: 'CLI_FILE_UNWRITABLE' });
  expect(readFileSync(join(scratch, 'file'), 'utf8')).toBe('mine');
});
