import { expect, it } from 'vitest';
import { spacedLines } from './spaced-lines.js';

it('passes on at most a line per half second, and makes no other', () => {
  const said: string[] = [];
  let [time, made] = [0, 0];
  const spaced = spacedLines((line) => said.push(line), () => time);
  for (time = 0; time <= 1200; time += 100) spaced(() => `${++made} at ${time}`);
  expect(said).toEqual(['1 at 500', '2 at 1000']);
});
