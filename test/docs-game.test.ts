/** The game of docs/writing-a-game.md is a real one: its code is taken from the page as it stands, and passes the conformance kit. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Game } from '@spiral-arena/core/game';
import { gameConformance } from '@spiral-arena/core/testing';
import { afterAll, describe, expect, it } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../docs/writing-a-game.md'), 'utf8');
const blocks = [...page.matchAll(/^ *```ts\n([\s\S]*?)^ *```/gm)].map((match) => match[1] as string);
const folder = mkdtempSync(join(import.meta.dirname, '.docs-game-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'countdown.ts'), blocks.slice(0, 2).join('\n'));
const { countdown } = (await import(join(folder, 'countdown.ts'))) as { countdown: Game };

describe('the game of the guide', () => {
  it('is what the page says', () => expect(countdown.id).toBe('countdown'));
  for (const { name, run } of gameConformance(countdown, { matches: 200 })) it(name, run);
});
