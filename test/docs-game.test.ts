/**
 * The game of docs/writing-a-game.md is the one that `spiral games create` writes, word for word, and it passes the conformance kit.
 * That the page's commands give a working plugin is test/e2e/plugin-life.test.ts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gameConformance } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import { game } from '../packages/cli/template/src/countdown.js';

const page = readFileSync(join(import.meta.dirname, '../docs/writing-a-game.md'), 'utf8');
const blocks = [...page.matchAll(/^ *```ts\n([\s\S]*?)^ *```/gm)].map((match) => (match[1] as string).replaceAll(/^ {3}/gm, ''));

/** A source file of the template without its header. */
function template(file: string): string {
  return readFileSync(join(import.meta.dirname, '../packages/cli/template/src', file), 'utf8').replace(/^\/\*\*[\s\S]*?\*\/\n/, '');
}

describe('the game of the guide', () => {
  it('is the game of the template', () => {
    expect(blocks.slice(0, 2).join('\n')).toBe(template('countdown.ts'));
    expect(blocks[2]).toBe(template('index.ts'));
    expect(template('countdown.test.ts')).toContain((blocks[3] as string).split('\n').at(-2));
  });

  it('is announced as the page says', () => {
    const shown = JSON.parse(/^ *```json\n([\s\S]*?)^ *```/m.exec(page)?.[1] as string) as object;
    expect(JSON.parse(readFileSync(join(import.meta.dirname, '../packages/cli/template/package.json'), 'utf8'))).toMatchObject(shown);
  });

  for (const { name, run } of gameConformance(game, { matches: 200 })) it(name, run);
});
