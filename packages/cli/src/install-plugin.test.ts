import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { installPlugin, linkPlugin, uninstallPlugin } from './install-plugin.js';
import { loadGames } from './load-games.js';
import { installedPlugins } from './plugin-folder.js';

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'spiral-install-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const nim = pathToFileURL(createRequire(import.meta.url).resolve('spiral-arena-nim')).href;
const silent = (): void => {};

/** A package that brings Nim under another id. */
function packageOf(folder: string, name: string, id: string, more: object = {}): string {
  const root = join(scratch, folder);
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name, version: '1.2.0', type: 'module', exports: './index.js', spiralArena: { apiVersion: '1.0', games: [id] }, ...more }));
  writeFileSync(join(root, 'index.js'), `import nim from ${JSON.stringify(nim)};\nexport default { apiVersion: '1.0', games: [{ ...nim.games[0], id: '${id}' }] };\n`);
  return root;
}

describe('plugins', () => {
  const plugins = join(scratch, 'home/plugins');

  it('are installed from a folder as a copy, listed by name, and removed with everything', async () => {
    const said: string[] = [];
    const root = packageOf('stones', '@someone/stones', 'stones');
    expect(await installPlugin(root, (line) => said.push(line), plugins)).toEqual({ package: '@someone/stones', version: '1.2.0', games: ['stones'] });
    expect(said[0]).toContain('install scripts are not run');
    rmSync(root, { recursive: true });
    expect(installedPlugins(plugins)).toMatchObject([{ name: '@someone/stones', linked: false }]);
    const registry = await loadGames({ plugins });
    expect(registry.entries().at(-1)).toMatchObject({ game: { id: 'stones' }, package: '@someone/stones', builtIn: false });
    uninstallPlugin('@someone/stones', plugins);
    expect(readdirSync(plugins)).toEqual(['node_modules']); // the core that is lent
  });

  it('are linked, and unlinked without a touch to their sources', async () => {
    const root = packageOf('linked', 'linked-stones', 'linked-stones');
    await linkPlugin(root, silent, plugins);
    expect(installedPlugins(plugins)).toEqual([{ name: 'linked-stones', folder: join(plugins, 'linked-stones'), root, linked: true }]);
    await linkPlugin(root, silent, plugins); // again
    uninstallPlugin('linked-stones', plugins);
    expect(existsSync(join(root, 'index.js'))).toBe(true);
    expect(() => uninstallPlugin('linked-stones', plugins)).toThrow(expect.objectContaining({ code: 'CLI_PLUGIN_UNKNOWN' }));
  });

  it('are refused by name, version and id before anything of them runs, and npm failing changes nothing', async () => {
    await linkPlugin(packageOf('first', 'first', 'taken'), silent, plugins);
    const refusals: readonly (readonly [string, object, string])[] = [
      ['other', {}, 'duplicate-id'], ['nim', {}, 'name-reserved'], ['x', { spiralArena: { apiVersion: '2.0', games: ['x'] } }, 'api-version'], ['x', { spiralArena: undefined }, 'bad-export'], ['x', { name: 'No Name' }, 'bad-export'],
    ];
    for (const [id, more, reason] of refusals) {
      const root = packageOf(`refused-${reason}`, 'refused', id === 'other' ? 'taken' : id, more);
      await expect(linkPlugin(root, silent, plugins), reason).rejects.toMatchObject({ code: 'CLI_PLUGIN_REFUSED', details: { reason } });
    }
    const builtIn = packageOf('built-in', 'spiral-arena-nim', 'another');
    await expect(linkPlugin(builtIn, silent, plugins)).rejects.toMatchObject({ details: { reason: 'name-reserved' } });
    writeFileSync(join(scratch, 'junk.tgz'), 'no tarball');
    await expect(installPlugin(join(scratch, 'junk.tgz'), silent, plugins)).rejects.toMatchObject({ code: 'CLI_NPM_FAILED' });
    await expect(linkPlugin(join(scratch, 'nowhere'), silent, plugins)).rejects.toMatchObject({ code: 'CLI_PLUGIN_SOURCE_INVALID' });
    expect(installedPlugins(plugins).map(({ name }) => name)).toEqual(['first']);
    expect(readdirSync(plugins).toSorted()).toEqual(['first', 'node_modules']);
  });

  it('need a folder that can be written', async () => {
    writeFileSync(join(scratch, 'file'), '');
    await expect(installPlugin(packageOf('y', 'y', 'y'), silent, join(scratch, 'file/plugins'))).rejects.toMatchObject({ code: 'CLI_PLUGIN_FOLDER_UNWRITABLE' });
  });
});
