import { describe, expect, it } from 'vitest';
import { readActionToken } from './action.js';
import { formatTrade, inOrder, nextOfferWords, readTrade } from './offer.js';

const names = ['Wheat', 'Wood', 'Gold'];
const read = (inside: string): unknown => readActionToken(inside, names);

/** Every offer that the words allow, by walking all of them. */
function walk(words: readonly string[], give: readonly number[], get: readonly number[], out: string[]): string[] {
  const next = nextOfferWords(words, names, give, get);
  if (next.length === 0) out.push(words.join(' '));
  for (const word of next) walk([...words, word], give, get, out);
  return out;
}

/** How many sides there are within these bounds. */
const sides = (most: readonly number[]): number => most.reduce((product, amount) => product * (amount + 1), 1) - 1;

describe('reading a token', () => {
  it.each([
    ['Offer: 2 Wood, 1 Gold -> 3 Wheat', { Wood: 2, Gold: 1 }, { Wheat: 3 }],
    ['offer 2 wood -> 1 gold', { Wood: 2 }, { Gold: 1 }],
    ['OFFER : 2 Woods->10 GOLDS', { Wood: 2 }, { Gold: 10 }],
    ['Offer:2 Wood -> 1 Gold', { Wood: 2 }, { Gold: 1 }],
    ['Offer: 1 Gold and 2 Wood -> 1 Wheat', { Wood: 2, Gold: 1 }, { Wheat: 1 }],
    ['Offer: 1 Gold,2 Wood, and 1 Wheat -> 1 Wheat', { Wheat: 1, Wood: 2, Gold: 1 }, { Wheat: 1 }],
    ['Offer: 6 Wood and 6 Wood -> 1 Gold', { Wood: 12 }, { Gold: 1 }],
    ['Offer: 1000 Wood -> 1 Gold', { Wood: 1000 }, { Gold: 1 }], // the schema refuses it, not the grammar
  ])('%s', (inside, give, get) => {
    expect(read(inside)).toEqual({ kind: 'offer', give, get });
    expect(Object.keys((read(inside) as { give: object }).give)).toEqual(Object.keys(give)); // in the configured order
  });

  it.each([
    'Offer', 'Offer:', 'Offer: ->', 'Offer: 1 Wood ->', 'Offer: -> 1 Gold', 'Offer: 1 Wood', 'Offer: 1 Wood -> 1 Gold -> 1 Wheat',
    'Offer: 0 Wood -> 1 Gold', 'Offer: 01 Wood -> 1 Gold', 'Offer: +1 Wood -> 1 Gold', 'Offer: 1.5 Wood -> 1 Gold', 'Offer: 1e0 Wood -> 1 Gold',
    'Offer: \uff11 Wood -> 1 Gold', 'Offer: 1 Silver -> 1 Gold', 'Offer: 1 constructor -> 1 Gold', 'Offer: 1 __proto__ -> 1 Gold', 'Offer: 1 Woodss -> 1 Gold',
    'Offer: 1 -> 1 Gold', 'Offer: Wood -> 1 Gold', 'Offer: 1 Wood 1 Gold -> 1 Wheat', 'Offer: 1 Wood, -> 1 Gold', 'Offer: 1 Wood and -> 1 Gold',
    'Offer: , 1 Wood -> 1 Gold', 'Offer: 1 Wood,, 1 Gold -> 1 Wheat', 'Offer: 1Wood -> 1 Gold', 'Offer: 1 Wood and and 1 Gold -> 1 Wheat', 'Offers: 1 Wood -> 1 Gold',
    'Offer: 1 Wood => 1 Gold', 'Offer: 1 Wo\u212ad -> 1 Gold', 'accepted', 'accept it', 'denying', 'talk', '',
  ])('"%s" is no token', (inside) => {
    expect(read(inside)).toBeNull();
  });

  it('reads accept and deny in any case', () => {
    expect(read('ACCEPT')).toEqual({ kind: 'accept' });
    expect(read('Deny')).toEqual({ kind: 'deny' });
  });

  it('stays JSON when a number is absurd', () => {
    expect(readTrade(`${'9'.repeat(400)} Wood -> 1 Gold`, names)).toEqual({ give: { Wood: Number.MAX_SAFE_INTEGER }, get: { Gold: 1 } });
  });

  it('a name that ends in s keeps its own plural', () => {
    expect(readTrade('1 Glass -> 2 Glasss', ['Glass', 'Wood'])).toEqual({ give: { Glass: 1 }, get: { Glass: 2 } });
  });
});

describe('writing', () => {
  it('writes what reading gives back', () => {
    const trade = { give: { Wood: 2, Gold: 1 }, get: { Wheat: 3 } };
    expect(formatTrade(trade)).toBe('Offer: 2 Wood, 1 Gold -> 3 Wheat');
    expect(read(formatTrade(trade))).toEqual({ kind: 'offer', ...trade });
  });

  it('puts amounts into the configured order and never answers to inherited names', () => {
    expect(Object.keys(inOrder({ Gold: 1, Wheat: 2 }, names))).toEqual(['Wheat', 'Gold']);
    expect(inOrder({ Gold: 1 }, ['constructor', 'Gold'])).toEqual({ Gold: 1 });
  });
});

describe('spelling word by word', () => {
  it('reaches every offer within the bounds once, and nothing else', () => {
    const give = [2, 0, 1];
    const get = [1, 2, 1];
    const offers = walk([], give, get, []);
    expect(offers).toHaveLength(sides(give) * sides(get));
    expect(new Set(offers).size).toBe(offers.length);
    for (const offer of offers) {
      const trade = readTrade(offer, names);
      expect(trade && formatTrade(trade)).toBe(`Offer: ${offer}`);
      for (const [side, most] of [[trade?.give, give], [trade?.get, get]] as const) {
        for (const [name, amount] of Object.entries(side ?? {})) expect(amount).toBeLessThanOrEqual(most[names.indexOf(name)] as number);
      }
    }
  });

  it('offers a comma only where another resource can follow', () => {
    expect(nextOfferWords(['2'], names, [2, 0, 0], [1, 1, 1])).toEqual(['Wheat']);
    expect(nextOfferWords(['1'], names, [2, 0, 3], [1, 1, 1])).toEqual(['Wheat', 'Wheat,', 'Gold']);
    expect(nextOfferWords(['1', 'Wheat,'], names, [2, 0, 3], [1, 1, 1])).toEqual(['1', '2', '3']);
    expect(nextOfferWords(['3', 'Wheat'], names, [2, 0, 3], [1, 1, 1])).toEqual([]);
  });
});
