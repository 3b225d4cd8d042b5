/** Walks every error table: keys are codes, docs/errors.md has each with its message and hint, and some test provokes each. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENTS_ERRORS } from '@spiral-arena/agents';
import { ARENA_ERRORS } from '@spiral-arena/arena';
import { CLI_ERRORS } from '@spiral-arena/cli';
import { CLIENT_ERRORS } from '@spiral-arena/client';
import { CORE_ERRORS, type ErrorTable } from '@spiral-arena/core';
import { MODEL_ERRORS } from '@spiral-arena/model';
import { TRAINER_ERRORS } from '@spiral-arena/trainer';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const TABLES: Readonly<Record<string, ErrorTable>> = { core: CORE_ERRORS, client: CLIENT_ERRORS, agents: AGENTS_ERRORS, model: MODEL_ERRORS, trainer: TRAINER_ERRORS, arena: ARENA_ERRORS, cli: CLI_ERRORS };

const tests = ['packages', 'plugins', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(\.test|-contract|-cases)\.ts$/.test(file) && !/node_modules|dist/.test(file) && file !== 'errors.test.ts')
    .map((file) => readFileSync(join(root, folder, file), 'utf8')),
).join('\n');

function page(): string {
  const sections = Object.entries(TABLES).map(([name, table]) => {
    const rows = Object.entries(table).map(([code, { message, hint }]) => `### ${code}\n\n${quoted(message)}\n\n${quoted(hint)}\n`);
    return `## ${name}\n\n${rows.join('\n')}`;
  });
  return `# Errors\n\nEvery error has a stable code, a message that says what was expected and what came, and a hint that says what to do next. In the texts below \`{name}\` stands for a detail.\nThe command line prints the hint as a suggestion; the server sends code, message and hint, never a stack.\n\n${sections.join('\n')}`;
}

/** Details and tags as they stand, whatever Markdown would make of them. */
function quoted(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

describe('error tables', () => {
  it('docs/errors.md is made of the tables (UPDATE_DOCS=1 writes it)', () => {
    const file = join(root, 'docs/errors.md');
    if (process.env['UPDATE_DOCS']) writeFileSync(file, page());
    expect(readFileSync(file, 'utf8')).toBe(page());
  });

  describe.each(Object.entries(TABLES))('%s', (name, table) => {
    it.each(Object.keys(table))('%s is prefixed and provoked by some test', (code) => {
      expect(code.startsWith(`${name.toUpperCase()}_`)).toBe(true);
      expect(tests.includes(`'${code}'`) || tests.includes(code), `no test mentions ${code}`).toBe(true);
    });
  });
});
