import { expect, it } from 'vitest';
import { describe, rebuild } from './describe.js';

class Rules {
  readonly id = 'x';
  readonly schema = { type: 'object' };
  double(value: number): number {
    return value * 2;
  }
}

it('a description crosses as data, and the rebuilt object calls by path', () => {
  const source = { apiVersion: '1.0', games: [Object.assign(new Rules(), { agents: { best: { summary: 's', make: (): null => null } }, variants: {} })] };
  const calls: unknown[] = [];
  const again = rebuild(structuredClone(describe(source)), (path, args) => {
    calls.push([path.join('.'), args]);
    return 'answer';
  }) as { apiVersion: string; games: [{ id: string; schema: object; variants: object; double(value: number): unknown; agents: { best: { summary: string; make(): unknown } } }] };
  const [game] = again.games;
  expect([again.apiVersion, game.id, game.schema, game.variants, game.agents.best.summary]).toEqual(['1.0', 'x', { type: 'object' }, {}, 's']);
  expect(game.double(3)).toBe('answer');
  game.agents.best.make();
  expect(calls).toEqual([['games.0.double', [3]], ['games.0.agents.best.make', []]]);
});

it('what is odd stays odd, and a circle ends', () => {
  const circle: { self?: unknown } = { self: undefined };
  circle.self = circle;
  expect(() => structuredClone(describe({ circle, symbol: Symbol('x'), nothing: undefined, date: new Date(0) }))).not.toThrow();
  expect(rebuild(describe(undefined), () => null)).toBeUndefined();
  expect(rebuild(describe([1, { games: null }]), () => null)).toEqual([1, { games: null }]);
});
