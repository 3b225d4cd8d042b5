/**
 * The notation of offers: `Offer: 2 Wood, 1 Gold -> 3 Brick`, read, written, and spelled word by word.
 * It knows resource names and amounts, not whose turn it is or who holds what beyond the bounds it is given.
 * Names fold by ASCII only, integers are `0` or `[1-9][0-9]*`; reading is linear in the length of the text.
 */
import { amountIn, type Amounts } from './options.js';

/** The two sides of an offer, seen from who makes it. */
export type Trade = { readonly give: Amounts; readonly get: Amounts };

const NUMBER = /^(0|[1-9][0-9]*)$/;
const NAME = /^[A-Za-z]+$/;

/**
 * Reads what follows the word `offer`: items, `->`, items; an item is "N Name", a plural s is allowed.
 * Items are joined by commas or "and" (also ", and"); a repeated resource is summed.
 * @returns both sides in the configured order, or `null` for anything else, such as zero, an unknown name or an empty side
 */
export function readTrade(text: string, names: readonly string[]): Trade | null {
  const sides = text.split('->');
  if (sides.length !== 2) return null;
  const give = readSide(sides[0] as string, names);
  const get = readSide(sides[1] as string, names);
  return give && get && { give, get };
}

function readSide(text: string, names: readonly string[]): Amounts | null {
  const words = text.replaceAll(',', ' , ').split(' ').filter((word) => word !== '');
  const sums: number[] = names.map(() => 0);
  let at = 0;
  for (;;) {
    const number = words[at++];
    const name = words[at++];
    if (number === undefined || name === undefined || !NUMBER.test(number) || !NAME.test(name) || number === '0') return null;
    const index = indexOfName(name.toLowerCase(), names);
    if (index < 0) return null;
    // Beyond exact integers an amount is too large for the schema all the same.
    sums[index] = Math.min((sums[index] as number) + Number(number), Number.MAX_SAFE_INTEGER);
    if (at === words.length) break;
    const comma = words[at] === ',';
    if (comma) at++;
    const and = words[at]?.toLowerCase() === 'and';
    if (and) at++;
    if (!comma && !and) return null;
  }
  return amountsOf(sums, names);
}

function indexOfName(word: string, names: readonly string[]): number {
  const exact = names.findIndex((name) => name.toLowerCase() === word);
  return exact >= 0 ? exact : names.findIndex((name) => `${name.toLowerCase()}s` === word);
}

/** Amounts by name from a list in the configured order; zeros are left out. */
export function amountsOf(list: readonly number[], names: readonly string[]): Amounts {
  const amounts: { [name: string]: number } = {};
  for (let index = 0; index < names.length; index++) {
    const amount = list[index] as number;
    if (amount > 0) amounts[names[index] as string] = amount;
  }
  return amounts;
}

/** The same amounts with their names in the configured order. */
export function inOrder(amounts: Amounts, names: readonly string[]): Amounts {
  const ordered: { [name: string]: number } = {};
  for (const name of names) if (amountIn(amounts, name) > 0) ordered[name] = amountIn(amounts, name);
  return ordered;
}

/** `2 Wood, 1 Gold`, in the order in which the amounts stand. */
export function formatAmounts(amounts: Amounts): string {
  return Object.entries(amounts).map(([name, amount]) => `${amount} ${name}`).join(', ');
}

/** The inside of an offer's token; `readTrade` reads it back. */
export function formatTrade({ give, get }: Trade): string {
  return `Offer: ${formatAmounts(give)} -> ${formatAmounts(get)}`;
}

/**
 * The words that may follow in `Offer: 2 Wood, 1 Gold -> 3 Brick`: resources in the configured order, each at most once on a side.
 * @param words     what stands after `Offer:`
 * @param giveMost  the most that can be given of each resource
 * @param getMost   the most that can be asked of each resource
 * @returns the next words; empty: the offer is complete, or the words are no beginning of one
 */
export function nextOfferWords(words: readonly string[], names: readonly string[], giveMost: readonly number[], getMost: readonly number[]): readonly string[] {
  let most = giveMost;
  let from = 0; // the first resource that may still come on this side
  let amount = 0; // 0: a number comes next
  let complete = false; // this side is complete
  for (const word of words) {
    if (complete) {
      if (word !== '->' || most !== giveMost) return [];
      most = getMost;
      from = 0;
      complete = false;
    } else if (amount === 0) {
      amount = NUMBER.test(word) ? Number(word) : 0;
      if (amount === 0) return [];
    } else {
      const more = word.endsWith(',');
      const index = names.indexOf(more ? word.slice(0, -1) : word);
      if (index < from || (most[index] as number) < amount) return [];
      from = index + 1;
      amount = 0;
      complete = !more;
    }
  }
  if (complete) return most === giveMost ? ['->'] : [];
  return amount === 0 ? numbersUpTo(largestFrom(most, from)) : namesFor(amount, names, most, from);
}

const upTo: (readonly string[])[] = []; // by the largest number
const MOST_KEPT = 100;

function numbersUpTo(most: number): readonly string[] {
  const numbers = upTo[most] ?? Array.from({ length: most }, (_, index) => String(index + 1));
  if (most <= MOST_KEPT) upTo[most] = numbers;
  return numbers;
}

/** The largest amount of the resources from `from` on; 0 where there is none. */
function largestFrom(amounts: readonly number[], from: number): number {
  let largest = 0;
  for (let index = from; index < amounts.length; index++) largest = Math.max(largest, amounts[index] as number);
  return largest;
}

function namesFor(amount: number, names: readonly string[], most: readonly number[], from: number): readonly string[] {
  const next: string[] = [];
  for (let index = from; index < names.length; index++) {
    if ((most[index] as number) < amount) continue;
    const name = names[index] as string;
    next.push(name);
    if (largestFrom(most, index + 1) > 0) next.push(`${name},`);
  }
  return next;
}
