/**
 * The secret words: common nouns with their inflections, in two lists of our own writing, and whether a message says one.
 * No word of either list begins with another, so that no two share a stem. A word inside another ("art" in "start") is not said.
 */

/** The lists; no word stands in both. */
export const WORD_LISTS = ['training', 'evaluation'] as const;
export type WordList = (typeof WORD_LISTS)[number];

// After a colon: the plural, where it is not the regular one.
const LISTS: { readonly [list in WordList]: string } = {
  training: `
    horse rabbit elephant monkey spider dolphin camel tiger wolf:wolves goose:geese mouse:mice sheep:sheep beaver parrot snail frog donkey whale eagle owl bear
    apple bread cheese potato:potatoes tomato:tomatoes onion garlic pepper honey lemon banana cherry carrot cabbage mushroom sandwich pancake soup salad noodle
    biscuit chocolate coffee milk sugar table chair window kitchen curtain carpet pillow blanket mirror candle bottle kettle spoon fork knife:knives plate bucket
    broom ladder hammer needle umbrella basket towel lamp clock door roof chimney balcony jacket glove sweater shoe sock scarf:scarves button pocket belt necklace
    ring river mountain forest desert island volcano:volcanoes thunder snow cloud moon planet meadow valley beach ocean glacier feather flower tree leaf:leaves
    root grass seed doctor teacher farmer baker sailor soldier painter butcher plumber lawyer pilot dentist nurse tailor library museum hospital harbour castle
    church market station prison theatre village factory hotel school bridge tower tunnel garden cellar palace guitar trumpet piano violin drum camera pencil
    envelope letter magazine calendar ticket wallet compass telescope battery bicycle tractor rocket helicopter submarine canoe anchor parachute balloon puppet
    puzzle kite marble whistle rope chain barrel crown sword shield statue flag medal treasure coin diamond finger shoulder elbow stomach tongue king neighbour`,
  evaluation: `
    zebra kangaroo penguin squirrel hedgehog crocodile swan lobster ostrich peacock grape walnut spinach cucumber mustard vinegar waffle pumpkin raspberry sofa
    drawer fridge oven vase hinge faucet sandal bracelet apron helmet zipper lagoon canyon swamp cliff avalanche comet cactus:cacti orchid surgeon janitor
    architect barber clown stadium cathedral cinema pharmacy orchard accordion microscope dictionary stapler lantern wheelbarrow scooter yacht sledge trampoline
    domino:dominoes`,
};

const FORMS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.values(LISTS).flatMap(entriesOf).map(([word, plural]) => [word, new Set([word, plural ?? regularPlural(word)])] as const),
);

const WORDS: { readonly [list in WordList]: readonly string[] } = { training: wordsIn('training'), evaluation: wordsIn('evaluation') };

function entriesOf(list: string): readonly (readonly [string, string?])[] {
  return list.trim().split(/\s+/).map((entry) => entry.split(':') as [string, string?]);
}

function wordsIn(list: WordList): readonly string[] {
  return entriesOf(LISTS[list]).map(([word]) => word);
}

function regularPlural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** The words of a list. */
export function wordsOf(list: WordList): readonly string[] {
  return WORDS[list];
}

/** The word itself and its inflections. */
export function formsOf(word: string): ReadonlySet<string> {
  return FORMS.get(word) ?? new Set([word]);
}

/**
 * Whether a message says a word: as a whole word, in any of its forms. Case, accents and invisible characters do not matter;
 * whatever is no letter ends a word, so "apple-tree" and "apple's" say "apple".
 */
export function says(message: string, word: string): boolean {
  const forms = formsOf(word);
  for (const said of spokenWords(message)) if (forms.has(said)) return true;
  return false;
}

/** The words of a message, folded: lower case, without accents. */
export function spokenWords(message: string): readonly string[] {
  return message.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}]/gu, '').toLowerCase().match(/\p{L}+/gu) ?? [];
}
