/** Which action schemas are bounded, and where an open one is open. */
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../json.js';
import type { Game } from '../../game/game.js';
import { gameConformance } from '../game-conformance.js';
import { hiddenPennies } from '../hidden-pennies.test.fixture.js';

const number = { type: 'integer', minimum: 0, maximum: 9 };
const closed = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'object', properties, additionalProperties: false, ...more });

function judge(schema: JsonSchema): void {
  const game = { ...hiddenPennies, actionSchema: () => schema } as Game;
  gameConformance(game, { matches: 1 }).find(({ name }) => name === 'the action schema is bounded')?.run();
}

describe('the action schema is bounded', () => {
  it.each<[string, JsonSchema]>([
    ['constants', closed({ move: { enum: ['a', 'b'] }, kind: { const: 'x' } })],
    ['a pattern that repeats nothing without end', closed({ uci: { type: 'string', pattern: '^[a-h][1-8]{2}q?$' } })],
    ['branches that are bounded', { oneOf: [closed({ side: number }), closed({ pass: { const: true } })] }],
    ['branches that only require, beside bounded properties', closed({ side: number, pass: number }, { anyOf: [{ required: ['side'] }, { required: ['pass'] }] })],
    ['a bundle with named keys', { type: 'object', properties: {}, propertyNames: { enum: ['Wood', 'Gold'] }, additionalProperties: number }],
    ['a definition that is used twice', { $defs: { text: { type: 'string', maxLength: 9 } }, ...closed({ a: { $ref: '#/$defs/text' }, b: { $ref: '#/$defs/text' } }) }],
    ['a list with a greatest length', closed({ cells: { type: 'array', maxItems: 3, items: number } })],
  ])('takes %s', (_, schema) => {
    expect(() => judge(schema)).not.toThrow();
  });

  it.each<[string, JsonSchema, string, string]>([
    ['a number without a largest value', closed({ side: { type: 'integer', minimum: 0 } }), '/properties/side', 'integer without `maximum`'],
    ['a text of any length', closed({ note: { type: 'string', minLength: 1 } }), '/properties/note', 'string without `maxLength`'],
    ['a pattern that repeats', closed({ word: { type: 'string', pattern: '^[a-z]+$' } }), '/properties/word', 'string without `maxLength`'],
    ['a list of any length', closed({ cells: { type: 'array', items: number } }), '/properties/cells', 'array without `maxItems`'],
    ['a list of anything', closed({ cells: { type: 'array', maxItems: 3 } }), '/properties/cells/items', 'anything is let through'],
    ['keys of any name', { type: 'object', properties: { side: number } }, '', 'object without `additionalProperties: false`'],
    ['one open branch', { oneOf: [closed({ side: number }), closed({ note: { type: 'string' } })] }, '/oneOf/1/properties/note', 'string without `maxLength`'],
    ['a definition that contains itself', { $defs: { tree: closed({ left: { $ref: '#/$defs/tree' } }) }, ...closed({ root: { $ref: '#/$defs/tree' } }) }, '/$defs/tree/properties/left', 'contains itself'],
    ['no type', closed({ side: {} }), '/properties/side', 'a schema without `type`'],
  ])('names the place of %s', (_, schema, pointer, message) => {
    expect(() => judge(schema)).toThrow(new RegExp(`open at "${pointer.replaceAll('$', String.raw`\$`)}": .*${message}`));
  });

  it('refuses a schema that is too deep to be one', () => {
    let schema: JsonSchema = number;
    for (let level = 0; level < 20; level++) schema = closed({ next: schema });
    expect(() => judge(schema)).toThrow('at most 32 levels deep, got 41');
  });
});
