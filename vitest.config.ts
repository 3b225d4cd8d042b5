/** Unit tests run on the sources: every package name resolves to its `src`, so no build is needed before them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;
const alias: { find: RegExp; replacement: string }[] = [];
for (const group of ['packages', 'plugins']) {
  for (const name of readdirSync(join(root, group))) {
    const folder = join(root, group, name);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string; exports: Record<string, string> };
    for (const [subpath, file] of Object.entries(manifest.exports)) {
      alias.push({ find: new RegExp(`^${manifest.name}${subpath.slice(1)}$`), replacement: join(folder, file.replace('./dist/', 'src/').replace(/\.js$/, '.ts')) });
    }
  }
}

export default defineConfig({
  resolve: { alias },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'plugins/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'test/e2e/**'],
    setupFiles: ['./test/setup.ts'],
    testTimeout: 30_000,
  },
});
