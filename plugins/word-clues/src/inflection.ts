/**
 * The forms of an English word that count as that word in a clue: plural, third person, past, -ing, comparison of adjectives, and a table of the irregular ones.
 * A form that nobody uses does no harm as long as it is no form of another word; derived words ("baker" of "bake") are other words.
 */

// The forms that no rule gives, for the words of our cards. Who stands here gets no regular past.
const IRREGULAR: { readonly [word: string]: string } = {
  bite: 'bit bitten', blow: 'blew blown', burn: 'burned burnt', catch: 'caught', cut: '', dig: 'dug', dive: 'dived dove', draw: 'drew drawn', drink: 'drank drunk', eat: 'ate eaten',
  fall: 'fell fallen', fight: 'fought', find: 'found', fly: 'flew flown', foot: 'feet', hear: 'heard', hit: '', knife: 'knives', leaf: 'leaves', light: 'lit lighted', loaf: 'loaves', mouse: 'mice',
  pay: 'paid', read: '', ride: 'rode ridden', ring: 'rang rung', scarf: 'scarves', sew: 'sewed sewn', shave: 'shaved shaven', sheep: '', shine: 'shone shined', sing: 'sang sung', sit: 'sat',
  sleep: 'slept', smell: 'smelled smelt', spell: 'spelled spelt', spread: '', stand: 'stood', stick: 'stuck', sting: 'stung', string: 'strung', swim: 'swam swum', tell: 'told', thief: 'thieves',
  tie: 'tied tying', tooth: 'teeth', wear: 'wore worn', wolf: 'wolves', woman: 'women', write: 'wrote written',
};

/** Adjectives of our cards that are compared with -er and -est. */
const COMPARED: ReadonlySet<string> = new Set(
  'big black blue bright brown clean clever cold cool dark dead deep fast full great green hard high hot light long old quiet red rich round sharp slow soft sour sweet tall warm wet white wide wild wise'.split(' '),
);

const CONSONANT_Y = /[^aeiou]y$/;
const HISSING = /(?:s|x|z|ch|sh)$/;
const SHORT = /^[^aeiou]*[aeiou][^aeiouwxy]$/; // one syllable, one vowel, one consonant: the consonant is doubled

/** The word and its forms. */
export function formsOf(word: string): ReadonlySet<string> {
  const irregular = IRREGULAR[word];
  const forms = [word, ...(irregular === undefined ? [] : irregular.split(' ').filter((form) => form !== ''))];
  const consonantY = CONSONANT_Y.test(word);
  const stem = consonantY ? `${word.slice(0, -1)}i` : SHORT.test(word) ? `${word}${word.at(-1)}` : word.endsWith('e') ? word.slice(0, -1) : word;
  forms.push(consonantY ? `${stem}es` : HISSING.test(word) ? `${word}es` : `${word}s`);
  if (/[^aeiou]o$/.test(word)) forms.push(`${word}es`);
  forms.push(consonantY || /[eoy]e$/.test(word) ? `${word}ing` : `${stem}ing`); // "bee" has no "being"
  if (irregular === undefined) forms.push(`${stem}ed`);
  if (COMPARED.has(word) || consonantY) forms.push(`${stem}er`, `${stem}est`);
  return new Set(forms);
}

/** The words of a message, folded: lower case, without accents and invisible characters; whatever is no letter ends a word. */
export function spokenWords(message: string): readonly string[] {
  return message.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}]/gu, '').toLowerCase().match(/\p{L}+/gu) ?? [];
}
