import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ARENA_ERRORS, ArenaError, type ArenaErrorCode } from './errors.js';

test('every error has a code of its own, words for expected and got, and a hint', () => {
  for (const [code, { message, hint }] of Object.entries(ARENA_ERRORS)) {
    expect(code).toMatch(/^ARENA_[A-Z]+(_[A-Z]+)*$/);
    expect(message.length, code).toBeGreaterThan(10);
    expect(hint.length, code).toBeGreaterThan(0);
    const error = new ArenaError(code as ArenaErrorCode, { details: { what: 'x' } });
    expect(error.code).toBe(code);
  }
  const messages = Object.values(ARENA_ERRORS).map(({ message }) => message);
  expect(new Set(messages).size).toBe(messages.length);
});

test('every error is provoked by some test of the arena', () => {
  const folder = import.meta.dirname;
  const files = [...readdirSync(folder), ...readdirSync(join(folder, 'store')).map((name) => join('store', name))].filter((name) => name.endsWith('.test.ts') && name !== 'errors.test.ts');
  const text = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const untested = Object.keys(ARENA_ERRORS).filter((code) => !text.includes(`'${code}'`));
  expect(untested).toEqual([]);
});
