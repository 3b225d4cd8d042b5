import { describe, expect, it } from 'vitest';
import { Making } from './making.js';

describe('Making', () => {
  it('PLUGIN-09 names the circle: two that need each other, one that needs itself, a longer one', () => {
    const making = new Making();
    const circle = (...names: string[]): unknown => {
      const [name, ...rest] = names;
      return name === undefined ? 'made' : making.run(name, () => circle(...rest));
    };
    expect(() => circle('server', 'lobby', 'server')).toThrow(expect.objectContaining({ code: 'CORE_CIRCLE', message: expect.stringContaining('server -> lobby -> server') as string }));
    expect(() => circle('feed', 'feed')).toThrow(expect.objectContaining({ message: expect.stringContaining('feed -> feed') as string }));
    expect(() => circle('x', 'a', 'b', 'c', 'a')).toThrow(expect.objectContaining({ message: expect.stringContaining(': a -> b -> c -> a') as string }));
    expect(circle('server', 'lobby', 'feed')).toBe('made'); // nothing is left of the circles
  });
});
