import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Json, JsonSchema } from '../json.js';
import { compilationCount } from '../schema/ajv.js';
import { hiddenPennies } from '../testing/hidden-pennies.test.fixture.js';
import { actionSpec, type ActionSpec } from './action-spec.js';
import { deepFreeze } from './deep-freeze.js';
import type { Game, Options } from './game.js';

const BUNDLE = { type: 'object', minProperties: 1, propertyNames: { enum: ['Wood', 'Gold'] }, additionalProperties: { type: 'integer', minimum: 1, maximum: 999 } };
const OFFERS: JsonSchema = {
  $defs: { bundle: BUNDLE, message: { type: 'string', maxLength: 1_000 } },
  oneOf: [
    { type: 'object', properties: { kind: { const: 'offer' }, give: { $ref: '#/$defs/bundle' }, get: { $ref: '#/$defs/bundle' }, message: { $ref: '#/$defs/message' } }, required: ['kind', 'give', 'get'], additionalProperties: false },
    { type: 'object', properties: { kind: { enum: ['accept', 'deny'] }, message: { $ref: '#/$defs/message' } }, required: ['kind'], additionalProperties: false },
    { type: 'object', properties: { kind: { const: 'talk' }, message: { type: 'string', minLength: 1, maxLength: 1_000 } }, required: ['kind', 'message'], additionalProperties: false },
  ],
};
const BIDS: JsonSchema = {
  type: 'object',
  properties: { kind: { const: 'bid' }, quantity: { type: 'integer', minimum: 1 }, face: { type: 'integer', minimum: 1, maximum: 6 } },
  required: ['kind', 'quantity', 'face'],
  additionalProperties: false,
};
const CELLS: JsonSchema = { type: 'object', properties: { cell: { type: 'integer', minimum: 0, maximum: 8 } }, required: ['cell'], additionalProperties: false };
const MOVES: JsonSchema = { type: 'object', properties: { move: { enum: ['check', 'bet', 'call', 'fold'] } }, required: ['move'], additionalProperties: false };

const gameWith = (schema: JsonSchema): Game => ({ ...hiddenPennies, actionSchema: () => structuredClone(schema) }) as unknown as Game;
const specOf = (schema: JsonSchema): ActionSpec => actionSpec(gameWith(schema), {}, 'default');
const [cells, offers, bids, moves] = [specOf(CELLS), specOf(OFFERS), specOf(BIDS), specOf(MOVES)];

describe('actionSpec', () => {
  it('completes the schema with dialect and id, the variant key in it', () => {
    const spec = actionSpec(gameWith(CELLS), { size: 4 }, '{"size":4}');
    expect(spec.schema).toEqual({ ...CELLS, $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'urn:spiral-arena:hidden-pennies:action:%7B%22size%22%3A4%7D' });
    expect(Object.isFrozen(spec.schema.properties)).toBe(true);
  });

  it('PARSE-09 values of every other type are refused with a pointer, and nothing is thrown', () => {
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    const twice: { a?: unknown; b?: unknown } = {};
    twice.a = twice;
    twice.b = twice;
    let reads = 0;
    const throwing = Object.defineProperty({}, 'cell', { enumerable: true, get: () => { reads++; throw new Error('boom'); } });
    const hostile = new Proxy({}, { ownKeys: () => { throw new Error('boom'); } });
    const whole: unknown[] = [undefined, null, 0, 4, NaN, true, '4', [], [4], {}, () => 4, Symbol('x'), 4n, Promise.resolve(null), new Date(0), new Map(), hostile, Object.create({ cell: 4 })];
    for (const value of whole) expect(cells.check(value)?.pointer).toBe('');
    const fields: unknown[] = [{ cell: null }, { cell: [4] }, { cell: NaN }, { cell: Infinity }, { cell: '4' }, { cell: true }, { cell: 4.5 }, { cell: undefined }, { cell: () => 4 }, throwing];
    for (const value of fields) expect(cells.check(value)?.pointer).toMatch(/^\/cell/);
    expect(cells.check(cyclic)?.pointer).toMatch(/^\/self/);
    expect(cells.check(twice)).not.toBeNull();
    expect(reads).toBe(0);
  });

  it('plain objects of another realm are plain', () => {
    expect(cells.check(runInNewContext('({ cell: 4 })'))).toBeNull();
    expect(cells.check(runInNewContext('new (class A { cell = 4 })()'))?.pointer).toBe('');
    expect(cells.check(Object.assign(Object.create(null), { cell: 4 }))).toBeNull();
  });

  it('PARSE-10 inherited names and hostile keys are refused and change no prototype', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) expect(moves.check({ move: name })?.pointer).toBe('/move');
    expect(moves.check(JSON.parse('{"move":"bet","__proto__":{"polluted":1}}'))?.pointer).toBe('/__proto__');
    expect(moves.check(JSON.parse('{"move":"bet","constructor":{"prototype":{"polluted":1}}}'))?.pointer).toBe('/constructor');
    expect(offers.check(JSON.parse('{"kind":"offer","give":{"__proto__":1},"get":{"Gold":1}}'))?.pointer).toBe('/give/__proto__');
    expect(specOf({ type: 'object', properties: { toString: { type: 'string' } }, required: ['toString'] }).check({})?.message).toBe('`toString` is missing');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('PARSE-07 zero is a value, minus one is out of bounds', () => {
    expect(cells.check({ cell: 0 })).toBeNull();
    expect(cells.check({ cell: -0 })).toBeNull();
    expect(cells.check({ cell: -1 })).toEqual({ pointer: '/cell', message: 'expected at least 0, got -1' });
    expect(cells.check({ cell: 9 })).toEqual({ pointer: '/cell', message: 'expected at most 8, got 9' });
  });

  it('PLUGIN-10 a schema is compiled once per game object and set of options, and the cache is bounded', () => {
    const game = gameWith(CELLS);
    const before = compilationCount();
    for (let match = 0; match < 500; match++) expect(actionSpec(game, { size: match % 20 }, `${match % 20}`).check({ cell: 4 })).toBeNull();
    expect(compilationCount() - before).toBe(20);
    const kept = actionSpec(game, { size: 19 }, '19');
    for (let size = 100; size < 163; size++) actionSpec(game, { size }, `${size}`);
    expect(actionSpec(game, { size: 19 }, '19')).toBe(kept); // used last, so still there
    const frozen: Options = Object.freeze({ size: 1 });
    expect(actionSpec(game, frozen, '1')).toBe(actionSpec(game, frozen, '1'));
  });

  it('PLUGIN-10 two versions of a game with one id do not share a schema', () => {
    const older = gameWith(CELLS);
    const newer = { ...gameWith(MOVES), version: '2.0.0' };
    expect(actionSpec(older, {}, 'default').schema.$id).toBe(actionSpec(newer, {}, 'default').schema.$id);
    expect(actionSpec(older, {}, 'default').check({ cell: 4 })).toBeNull();
    expect(actionSpec(newer, {}, 'default').check({ cell: 4 })).not.toBeNull();
  });

  it('PLUGIN-11 checking does not touch the action', () => {
    for (const [spec, value, fits] of [
      [cells, { cell: 4 }, true], [cells, { cell: '4' }, false], [cells, { cell: 4, note: 'x' }, false], [cells, { cell: true }, false], [cells, { cell: [4] }, false],
      [cells, { cell: 4.5 }, false], [offers, { kind: 'accept' }, true], [offers, { kind: 'talk', message: 'hi', give: { Wood: 1 } }, false], [bids, { kind: 'bid', quantity: '2', face: 3 }, false],
    ] as const) {
      const copy = structuredClone(value);
      expect(spec.check(deepFreeze(value as Json)) === null).toBe(fits);
      expect(value).toEqual(copy);
    }
  });

  it('PLUGIN-12 an error says where', () => {
    expect(offers.check({ kind: 'offer', give: { Wood: 0 }, get: { Gold: 1 } })).toEqual({ pointer: '/give/Wood', message: 'expected at least 1, got 0' });
    expect(offers.check({ kind: 'offer', give: { Wood: 1 } })).toEqual({ pointer: '', message: '`get` is missing' });
    expect(offers.check({ kind: 'offr' })).toEqual({ pointer: '/kind', message: 'expected one of "offer", "accept", "deny", "talk", got "offr"' });
    expect(offers.check({})).toEqual({ pointer: '', message: '`kind` is missing: expected one of "offer", "accept", "deny", "talk"' });
    expect(offers.check({ kind: 'offer', give: { Silver: 1 }, get: { Gold: 1 } })).toEqual({ pointer: '/give/Silver', message: 'expected as name one of "Wood", "Gold", got "Silver"' });
    expect(offers.check({ kind: 'talk', message: 'hi', give: { Wood: 1 } })).toEqual({ pointer: '/give', message: 'expected no such key' });
    expect(bids.check({ kind: 'bid', quantity: 2, face: 7 })).toEqual({ pointer: '/face', message: 'expected at most 6, got 7' });
    expect(cells.check({ cell: 4, 'a/b~c': 1 })?.pointer).toBe('/a~1b~0c');
  });

  it('PLUGIN-12 an explanation stays short', () => {
    const wrongKeys = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key ${index} `.repeat(50), index]));
    for (const spec of [cells, offers, bids, moves]) {
      for (const value of [wrongKeys, { kind: 'x'.repeat(1e6) }, { kind: 'talk', ['y'.repeat(1e5)]: 1, message: 'hi' }, { move: '\u0000'.repeat(1e5) }]) {
        const problem = spec.check(value);
        expect(new TextEncoder().encode(JSON.stringify(problem)).length).toBeLessThan(2_048);
      }
    }
  });

  it('a schema that is none is refused by name', () => {
    for (const schema of [{ type: 'objekt' }, { typ: 'object' }, { $ref: 'https://example.com/schema' }, { $async: true, type: 'object' }, { type: 'string', pattern: '(?=look)ahead' }]) {
      expect(() => specOf(schema)).toThrow(expect.objectContaining({ code: 'CORE_SCHEMA_INVALID' }));
    }
  });

  it("a plugin's pattern takes time linear in the text", () => {
    const spec = specOf({ type: 'object', properties: { word: { type: 'string', pattern: '^(a+)+$' } }, required: ['word'] });
    expect(spec.check({ word: 'aaaa' })).toBeNull();
    expect(spec.check({ word: `${'a'.repeat(20_000)}!` })?.pointer).toBe('/word'); // would not end by backtracking
  });
});
