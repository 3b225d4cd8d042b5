/**
 * The arrows between packages, proven on the real import graph: every import in every source file is read with the TypeScript scanner's rules
 * (static, dynamic, type-only and re-exports), so a forbidden one cannot hide.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** What each package may import of ours. `*` stands for every package. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  core: [],
  client: ['core'],
  agents: ['core'],
  model: ['core'],
  trainer: ['core', 'client', 'agents', 'model'],
  arena: ['core', 'client'],
  cli: ['*'],
};

interface Import {
  readonly from: string;
  readonly specifier: string;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string): Import[] {
  const source = readFileSync(file, 'utf8');
  const { module } = parseSync(file, source);
  return [
    ...module.staticImports.map((item) => item.moduleRequest.value),
    ...module.staticExports.flatMap((item) => item.entries.flatMap((entry) => (entry.moduleRequest ? [entry.moduleRequest.value] : []))),
    ...module.dynamicImports.flatMap((item) => /^['"`](.*)['"`]$/.exec(source.slice(item.moduleRequest.start, item.moduleRequest.end))?.[1] ?? []), // a computed one names no package here
  ].map((specifier) => ({ from: file, specifier }));
}

const packages = [...readdirSync(join(root, 'packages')).map((name) => join('packages', name)), ...readdirSync(join(root, 'plugins')).map((name) => join('plugins', name))].map((path) => {
  const manifest = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as { name: string; exports: object; dependencies?: object };
  return { path, key: path.replace(/^packages\//, ''), manifest, imports: sourceFiles(join(root, path, 'src')).flatMap(importsOf) };
});
const ownNames = packages.map(({ manifest }) => manifest.name);
const ownerOf = (specifier: string): string | undefined => ownNames.find((name) => specifier === name || specifier.startsWith(`${name}/`));

describe.each(packages)('$path', ({ path, key, manifest, imports }) => {
  const allowed = ALLOWED[key] ?? ['core'];

  it('has sources', () => expect(imports.length).toBeGreaterThan(0));

  it('imports only the packages that its arrow allows', () => {
    const wrong = imports.filter(({ from, specifier }) => {
      const owner = ownerOf(specifier);
      if (!owner || allowed.includes('*') || owner === manifest.name) return false;
      // Tests of a package may bring a game to the table.
      if (from.includes('.test.') && /games-|nim/.test(owner)) return false;
      return !allowed.some((name) => owner === `@spiral-arena/${name}`);
    });
    expect(wrong.map(({ from, specifier }) => `${relative(root, from)} -> ${specifier}`)).toEqual([]);
  });

  it('reaches other packages by their exports, itself by files, and never leaves its folder', () => {
    const wrong = imports.filter(({ from, specifier }) => {
      if (specifier.startsWith('.')) return !resolve(dirname(from), specifier).startsWith(join(root, path) + '/');
      const owner = ownerOf(specifier);
      if (!owner) return false;
      if (owner === manifest.name) return true;
      const target = packages.find((candidate) => candidate.manifest.name === owner);
      return !Object.keys(target?.manifest.exports ?? {}).includes(`.${specifier.slice(owner.length)}`);
    });
    expect(wrong.map(({ from, specifier }) => `${relative(root, from)} -> ${specifier}`)).toEqual([]);
  });

  it('declares what it imports', () => {
    const declared = new Set(Object.keys(manifest.dependencies ?? {}));
    const wrong = imports.filter(({ from, specifier }) => {
      if (specifier.startsWith('.') || specifier.startsWith('node:') || from.includes('.test.')) return false;
      const name = specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : (specifier.split('/')[0] as string);
      return !declared.has(name);
    });
    expect(wrong.map(({ from, specifier }) => `${relative(root, from)} -> ${specifier}`)).toEqual([]);
  });
});

describe('inside the packages', () => {
  it('dependency injection stays out of rules and plain libraries', () => {
    const plain = packages.filter(({ key }) => !['trainer', 'arena', 'cli'].includes(key)).flatMap(({ imports }) => imports);
    expect(plain.filter(({ specifier }) => ['tsyringe', 'reflect-metadata'].includes(specifier))).toEqual([]);
  });

  it('no file of arena, trainer or agents names a concrete game', () => {
    const ids = packages.flatMap(({ manifest }) => (manifest as { spiralArena?: { games: string[] } }).spiralArena?.games ?? []);
    expect(ids.length).toBeGreaterThan(3);
    const wrong = ['arena', 'agents', 'model', 'core'].flatMap((name) => sourceFiles(join(root, 'packages', name, 'src')))
      .filter((file) => !file.includes('.test.'))
      .filter((file) => ids.some((id) => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').includes(`'${id}'`)));
    expect(wrong.map((file) => relative(root, file))).toEqual([]);
  });
});
