import { describe, expect, it } from 'vitest';
import { resolveOptions } from '@spiral-arena/core/game';
import { simpleNegotiation } from './simple-negotiation.js';
import { optionsProblem, tableOf, type NegotiationOptions } from './options.js';

const resolved = (variant: string, options?: object): NegotiationOptions => resolveOptions(simpleNegotiation, { variant, ...(options ? { options: { ...options } } : {}) }).options as NegotiationOptions;

describe('options', () => {
  it('default values lie where the rules say', () => {
    const { names, lowValue, highValue, most } = tableOf(resolved('default'));
    expect(names.map((name, index) => `${name} ${lowValue[index]}-${highValue[index]}`)).toEqual(['Wheat 5-6', 'Wood 8-12', 'Sheep 12-18', 'Brick 20-30', 'Gold 32-40']);
    expect(most).toEqual([50, 50, 50, 50, 50]);
  });

  it('names the variants', () => {
    expect(tableOf(resolved('eight')).names).toEqual(['Wheat', 'Wood', 'Clay', 'Sheep', 'Stone', 'Brick', 'Iron', 'Gold']);
    expect(resolved('silent')).toEqual({ ...resolved('spiral-2'), talk: false });
    expect(resolved('reference')).toEqual({ ...resolved('spiral-2'), reference: true });
    expect(tableOf(resolved('spiral-2')).most).toEqual([20, 20]);
  });

  it('has a spread without rounding faults', () => {
    expect(tableOf(resolved('default', { resources: [{ name: 'Ore', base: 100 }, { name: 'Tin', base: 7 }], valueSpread: 0.29, valueClamp: [1, 999] }))).toMatchObject({ lowValue: [71, 5], highValue: [129, 9] });
  });

  const spiral = resolved('spiral-2');
  const fixed = spiral.fixed as NonNullable<NegotiationOptions['fixed']>;
  it.each([
    ['a name of the game', { resources: [{ name: 'Accept', base: 1 }, { name: 'Wood', base: 1 }] }, 'words of the game'],
    ['equal names', { resources: [{ name: 'Wood', base: 1 }, { name: 'WOOD', base: 1 }] }, 'differ by more than case'],
    ['a plural', { resources: [{ name: 'Woods', base: 1 }, { name: 'Wood', base: 1 }] }, 'differ by more than case'],
    ['stock the wrong way round', { stock: { min: 9, max: 8 } }, 'stock.min'],
    ['a clamp the wrong way round', { valueClamp: [40, 5] }, 'valueClamp'],
    ['fixed for other resources', { fixed: { ...fixed, first: { stock: { Wood: 1, Tin: 1 }, values: { Wood: 1, Gold: 1 } } } }, 'fixed.first.stock'],
    ['nothing to trade', { fixed: { ...fixed, second: { ...fixed.second, stock: { Wood: 0, Gold: 0 } } } }, 'fixed.second.stock'],
  ])('refuses %s', (_what, changed, words) => {
    expect(optionsProblem({ ...spiral, ...changed } as NegotiationOptions)).toContain(words);
  });

  it.each([[{ turns: 9 }], [{ turns: 0 }], [{ stock: { min: 0, max: 5 } }], [{ resources: [{ name: 'Wood', base: 1 }] }], [{ resources: [{ name: '__proto__', base: 1 }, { name: 'Wood', base: 1 }] }], [{ haggle: true }]])('refuses %j by its schema', (options) => {
    expect(() => resolved('default', options)).toThrow(expect.objectContaining({ code: expect.stringMatching(/^CORE_OPTION_(INVALID|UNKNOWN)$/) as unknown }));
  });

  it('accepts every variant', () => {
    for (const variant of ['default', ...Object.keys(simpleNegotiation.variants)]) expect(optionsProblem(resolved(variant))).toBeNull();
  });
});
