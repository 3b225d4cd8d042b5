import { describe, expect, it } from 'vitest';
import type { CoreError } from '../errors.js';
import { hiddenPennies } from '../testing/hidden-pennies.test.fixture.js';
import type { Game } from './game.js';
import { nearest } from './nearest.js';
import { resolveOptions, type OptionsRequest } from './options.js';

/** A game with options of several kinds; only its options are looked at. */
const board = {
  ...hiddenPennies,
  id: 'board',
  optionsSchema: {
    type: 'object',
    properties: {
      size: { type: 'integer', minimum: 3, maximum: 7, default: 3 },
      line: { type: 'integer', minimum: 3, default: 3 },
      stock: { type: 'object', properties: { min: { type: 'integer', default: 5 }, max: { type: 'integer', default: 25 } }, required: ['min', 'max'], additionalProperties: false, default: { min: 5, max: 25 } },
    },
    required: ['size', 'line', 'stock'],
    additionalProperties: false,
  },
  variants: { '5x5': { size: 5, line: 4 }, 'five-by-five': { size: 5, line: 4 } },
  optionsProblem: ({ size, line }: { size: number; line: number }) => (line > size ? `line ${line} is longer than the board` : null),
} as unknown as Game;

function problem(request: OptionsRequest): CoreError {
  try {
    resolveOptions(board, request);
  } catch (error) {
    return error as CoreError;
  }
  throw new Error('expected a refusal');
}

describe('resolveOptions', () => {
  it('fills in defaults, also inside objects, and gives the variant its key', () => {
    const stock = { min: 5, max: 25 };
    expect(resolveOptions(board)).toEqual({ options: { size: 3, line: 3, stock }, variant: 'default' });
    expect(resolveOptions(board, { variant: '5x5' })).toEqual({ options: { size: 5, line: 4, stock }, variant: '5x5' });
    expect(resolveOptions(board, { options: { size: 5, line: 4 } }).variant).toBe('5x5');
    expect(resolveOptions(board, { variant: 'five-by-five' }).variant).toBe('five-by-five');
    expect(resolveOptions(board, { variant: '5x5', options: { size: 3, line: 3 } }).variant).toBe('default');
    expect(resolveOptions(board, { variant: '5x5', options: { line: 5 } })).toEqual({ options: { size: 5, line: 5, stock }, variant: '{"line":5,"size":5}' });
    expect(resolveOptions(board, { options: { stock: { min: 6 } } })).toEqual({ options: { size: 3, line: 3, stock: { min: 6, max: 25 } }, variant: '{"stock":{"max":25,"min":6}}' });
  });

  it('keeps the given options as they are, and freezes its own', () => {
    const given = Object.freeze({ size: 4 });
    const { options } = resolveOptions(board, { options: given });
    expect(given).toEqual({ size: 4 });
    expect(Object.isFrozen(options) && Object.isFrozen(options.stock)).toBe(true);
    expect(Object.isFrozen((board.optionsSchema as { properties: { stock: { default: object } } }).properties.stock.default)).toBe(false);
  });

  it('takes what it gave out again as it is, and no copy that somebody changed', () => {
    const resolved = resolveOptions(board, { options: { size: 5 } });
    expect(resolveOptions(board, { options: resolved.options })).toBe(resolved);
    expect(resolveOptions(board, { options: { ...resolved.options, size: 4 } }).options).toEqual({ ...resolved.options, size: 4 });
    expect(() => resolveOptions(board, { options: { ...resolved.options, size: 99 } })).toThrow(expect.objectContaining({ code: 'CORE_OPTION_INVALID' }));
  });

  it('PLUGIN-02 an unknown option is refused with the nearest one', () => {
    const error = problem({ options: { szie: 4 } });
    expect([error.code, error.message, error.hint]).toEqual(['CORE_OPTION_UNKNOWN', 'board has no option "szie"', 'Options: size, line, stock. Did you mean "size"?']);
  });

  it('PLUGIN-02 a bad value is refused with its path and bounds', () => {
    for (const [options, message] of [
      [{ size: '5' }, /^option size of board: expected an integer, got "5"/],
      [{ size: -1 }, /^option size of board: expected at least 3, got -1/],
      [{ stock: { min: 1, mux: 2 } }, /^option stock\.mux of board: expected no such key/],
      [{ size: NaN }, /^option size of board: expected a finite number/],
      [{ line: 5 }, /^option set of board: line 5 is longer than the board, got \{"line":5/],
      [[], /^option set of board: expected an object/],
      [{ size: undefined }, /^option size of board: expected a JSON value, got nothing/],
    ] as const) {
      const error = problem({ options: options as never });
      expect(error.code).toBe('CORE_OPTION_INVALID');
      expect(error.message).toMatch(message);
    }
  });

  it('an unknown variant is refused with the nearest one', () => {
    const error = problem({ variant: '5x6' });
    expect([error.code, error.hint]).toEqual(['CORE_VARIANT_UNKNOWN', 'Variants: default, 5x5, five-by-five. Did you mean "5x5"?']);
  });

  it('PARSE-10 names that every object has are no variants and no options', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(problem({ variant: name }).code).toBe('CORE_VARIANT_UNKNOWN');
      expect(problem({ options: JSON.parse(`{"${name}":1}`) as never }).code).toBe('CORE_OPTION_UNKNOWN');
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('says so when a schema is none', () => {
    const odd = { ...board, optionsSchema: { type: 'objekt' } } as Game;
    expect(() => resolveOptions(odd)).toThrow(expect.objectContaining({ code: 'CORE_SCHEMA_INVALID' }));
  });
});

describe('nearest', () => {
  it('finds the name with the fewest edits, and none that is far', () => {
    expect(nearest('tic-tac-to', ['tic-tac-toe', 'kuhn-poker'])).toBe('tic-tac-toe');
    expect(nearest('KUHN-POKER', ['tic-tac-toe', 'kuhn-poker'])).toBe('kuhn-poker');
    expect(nearest('zzzz', ['size', 'line'])).toBeNull();
    expect(nearest('x'.repeat(1e6), ['size'])).toBeNull();
  });
});
