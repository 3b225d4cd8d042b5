/**
 * The options of Simple Negotiation: their types, schema, named variants, and what schema cannot say about them.
 * Also the tables that rules and texts read on every step, derived once per options object. No rules and no texts here.
 * Source: the game as the SPIRAL paper trains on it (arXiv:2506.24119); numbers and names of the variants in docs and README.
 */
import type { JsonSchema } from '@spiral-arena/core/game';

export const ROLES = ['first', 'second'] as const;
export type NegotiationRole = (typeof ROLES)[number];

export type ResourceOption = { readonly name: string; readonly base: number };

/** Amounts or values by resource name. */
export type Amounts = { readonly [resource: string]: number };

/** What one role is dealt: its stock, and what one unit of each resource is worth to it. */
export type Deal = { readonly stock: Amounts; readonly values: Amounts };

export type NegotiationOptions = {
  readonly resources: readonly ResourceOption[];
  readonly stock: { readonly min: number; readonly max: number };
  readonly valueSpread: number;
  readonly valueClamp: readonly number[];
  readonly turns: number;
  readonly fixed: null | { readonly first: Deal; readonly second: Deal };
  readonly talk: boolean;
  readonly reference: boolean;
};

const AMOUNTS: JsonSchema = { type: 'object', minProperties: 2, additionalProperties: { type: 'integer', minimum: 0, maximum: 499 } };
const DEAL: JsonSchema = {
  type: 'object',
  properties: { stock: AMOUNTS, values: { ...AMOUNTS, additionalProperties: { type: 'integer', minimum: 1, maximum: 999 } } },
  required: ['stock', 'values'],
  additionalProperties: false,
};

const PAPER_RESOURCES = [
  { name: 'Wheat', base: 5 },
  { name: 'Wood', base: 10 },
  { name: 'Sheep', base: 15 },
  { name: 'Brick', base: 25 },
  { name: 'Gold', base: 40 },
];

export const OPTIONS_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    resources: {
      type: 'array',
      title: 'Resources with their base value',
      minItems: 2,
      maxItems: 12,
      items: {
        type: 'object',
        properties: { name: { type: 'string', pattern: '^[A-Z][A-Za-z]{1,19}$' }, base: { type: 'integer', minimum: 1, maximum: 999 } },
        required: ['name', 'base'],
        additionalProperties: false,
      },
      default: PAPER_RESOURCES,
    },
    stock: {
      type: 'object',
      title: 'Bounds of the dealt stock of each resource',
      properties: { min: { type: 'integer', minimum: 1, maximum: 499 }, max: { type: 'integer', minimum: 1, maximum: 499 } },
      required: ['min', 'max'],
      additionalProperties: false,
      default: { min: 5, max: 25 },
    },
    valueSpread: { type: 'number', title: 'How far a dealt value may lie from its base, as a fraction of the base', minimum: 0, maximum: 1, default: 0.2 },
    valueClamp: { type: 'array', title: 'Smallest and largest dealt value', items: { type: 'integer', minimum: 1, maximum: 999 }, minItems: 2, maxItems: 2, default: [5, 40] },
    turns: { type: 'integer', title: 'Turns of both seats together', minimum: 2, maximum: 100, multipleOf: 2, default: 10 },
    fixed: {
      title: 'Stock and values of both roles, instead of a deal by chance. Options are public: who reads those of a match knows both sides',
      anyOf: [{ type: 'null' }, { type: 'object', properties: { first: DEAL, second: DEAL }, required: ['first', 'second'], additionalProperties: false }],
      default: null,
    },
    talk: { type: 'boolean', title: 'Free talk, alone or beside an action', default: true },
    reference: {
      type: 'boolean',
      title: 'Behaviour of the published experiments (not the rules): offers outlive talk, a trade the proposer cannot honour is void',
      default: false,
    },
  },
  additionalProperties: false,
};

const SPIRAL_2 = {
  resources: [
    { name: 'Wood', base: 10 },
    { name: 'Gold', base: 10 },
  ],
  fixed: {
    first: { stock: { Wood: 10, Gold: 10 }, values: { Wood: 5, Gold: 15 } },
    second: { stock: { Wood: 10, Gold: 10 }, values: { Wood: 15, Gold: 5 } },
  },
};

/** `spiral-2` has no base values of its own: 10 is the mean of what the two roles value. */
export const VARIANTS: { readonly [name: string]: Partial<NegotiationOptions> } = {
  eight: {
    resources: [
      { name: 'Wheat', base: 5 },
      { name: 'Wood', base: 10 },
      { name: 'Clay', base: 12 },
      { name: 'Sheep', base: 15 },
      { name: 'Stone', base: 20 },
      { name: 'Brick', base: 25 },
      { name: 'Iron', base: 32 },
      { name: 'Gold', base: 40 },
    ],
  },
  'spiral-2': SPIRAL_2,
  silent: { ...SPIRAL_2, talk: false },
  reference: { ...SPIRAL_2, reference: true },
};

const RESERVED = new Set(['and', 'offer', 'accept', 'deny']);

/** What is wrong with options that fit the schema, or `null`. */
export function optionsProblem(options: NegotiationOptions): string | null {
  const { resources, stock, valueClamp, fixed } = options;
  const seen = new Set<string>();
  for (const { name } of resources) {
    const word = name.toLowerCase();
    if (RESERVED.has(word)) return `expected resource names other than the words of the game, got "${name}"`;
    if (seen.has(word) || seen.has(`${word}s`) || (word.endsWith('s') && seen.has(word.slice(0, -1)))) {
      return `expected resource names that differ by more than case or a plural s, got "${name}" beside another`;
    }
    seen.add(word);
  }
  if (stock.min > stock.max) return `expected stock.min at most stock.max, got ${stock.min} and ${stock.max}`;
  if ((valueClamp[0] as number) > (valueClamp[1] as number)) return `expected valueClamp as [smallest, largest], got [${valueClamp.join(', ')}]`;
  if (!fixed) return null;
  for (const role of ROLES) {
    for (const part of ['stock', 'values'] as const) {
      const given = Object.keys(fixed[role][part]);
      if (given.length !== resources.length || !resources.every(({ name }) => given.includes(name))) {
        return `expected fixed.${role}.${part} to name exactly the resources ${resources.map(({ name }) => name).join(', ')}, got ${given.join(', ')}`;
      }
    }
    // A trade gives each side something, so who starts with something always can offer: no dead ends without talk.
    if (!Object.values(fixed[role].stock).some((amount) => amount > 0)) return `expected fixed.${role}.stock with at least one unit, got none`;
  }
  return null;
}

/** What everybody knows of a resource: its base value, and the most that both seats can hold together. */
export type KnownResource = { readonly name: string; readonly base: number; readonly most: number };

/** What rules and texts need of the options on every step. Lists are in the configured order of the resources. */
export interface OptionTable {
  readonly names: readonly string[];
  /** The most of each resource that both seats can hold together: asking for more can never be fulfilled. */
  readonly most: readonly number[];
  /** What every observation says of the resources. */
  readonly known: readonly KnownResource[];
  /** Smallest and largest value that can be dealt. */
  readonly lowValue: readonly number[];
  readonly highValue: readonly number[];
}

const tables = new WeakMap<NegotiationOptions, OptionTable>();

/** The table of these options; a pure function of them, remembered per options object because every step asks. */
export function tableOf(options: NegotiationOptions): OptionTable {
  const known = tables.get(options);
  if (known) return known;
  const { resources, stock, valueSpread, valueClamp, fixed } = options;
  const clamp = (value: number): number => Math.min(Math.max(value, valueClamp[0] as number), valueClamp[1] as number);
  const spread = (base: number): number => Math.floor(valueSpread * base + 1e-9); // 0.29 * 100 is 28.999999999999996
  const most = resources.map(({ name }) => (fixed ? amountIn(fixed.first.stock, name) + amountIn(fixed.second.stock, name) : 2 * stock.max));
  const table: OptionTable = {
    names: resources.map(({ name }) => name),
    most,
    known: Object.freeze(resources.map(({ name, base }, index) => Object.freeze({ name, base, most: most[index] as number }))),
    lowValue: resources.map(({ base }) => clamp(base - spread(base))),
    highValue: resources.map(({ base }) => clamp(base + spread(base))),
  };
  tables.set(options, table);
  return table;
}

/** The amount of one resource; 0 where it is not named. Inherited names do not count. */
export function amountIn(amounts: Amounts, name: string): number {
  return Object.hasOwn(amounts, name) ? (amounts[name] as number) : 0;
}
