/**
 * Games with one fault each: hidden pennies with one small change, and the check and the rule that have to name it.
 * The tests of the kit run them; whoever adds a check adds the games that it is for.
 */
import { canonicalJson, type Json } from '../json.js';
import type { Reader } from '../game/game.js';
import { hiddenPennies as pennies, HEADS_OR_TAILS, type PenniesObservation, type PenniesState } from './hidden-pennies.test.fixture.js';

export type Pennies = typeof pennies;

export interface BrokenGame {
  /** The check that finds it. */
  readonly check: string;
  /** The rule that its report names. */
  readonly rule: string;
  /** Part of the explanation. */
  readonly says?: string;
  readonly game: () => Pennies;
}

/** Pennies with what differs. */
function spoilt(change: Partial<Pennies>): () => Pennies {
  return () => ({ ...pennies, ...change });
}

const seen = (state: PenniesState, reader: Reader): PenniesObservation => pennies.observe(state, reader);
/** An observation with something added. */
const shows = (extra: (state: PenniesState) => { readonly [name: string]: Json }): Partial<Pennies> => ({ observe: (state, reader) => ({ ...seen(state, reader), ...extra(state) }) });
/** A state with something added that does not belong there. */
const startsWith = (extra: object): Partial<Pennies> => ({ initialState: (options, roles) => ({ ...pennies.initialState(options, roles), ...extra }) });
const schemaOf = (side: { readonly [keyword: string]: Json }, more: { readonly [keyword: string]: Json } = { additionalProperties: false }): Partial<Pennies> => ({ actionSchema: () => ({ type: 'object', properties: { side }, required: ['side'], ...more }) });
const isFirstRound = (state: PenniesState): boolean => state.past.length === 0;
/** In the first round only heads; a rule, not a fault. */
const headsFirst: Partial<Pennies> = {
  legalActions: (state, seat) => (isFirstRound(state) ? (pennies.legalActions(state, seat)?.slice(0, 1) ?? null) : pennies.legalActions(state, seat)),
  refusal: (state, _, { side }) => (isFirstRound(state) && side === 1 ? 'heads in the first round' : null),
};
const SIDES = ['heads', 'tails'];
/** Pennies with words for the sides. */
const worded: Partial<Pennies> = {
  formatAction: ({ side }) => `[${SIDES[side]}]`,
  keywords: SIDES,
  readToken: (inside) => (SIDES.includes(inside.toLowerCase()) ? { side: SIDES.indexOf(inside.toLowerCase()) } : null),
  rules: () => 'Answer with [heads] or [tails].',
  briefWords: (options) => [...pennies.briefWords(options), ...SIDES],
};
const THE_DATE = Reflect.construct(Reflect.get(globalThis, 'Date') as new (at: number) => object, [0]);

const DECLARED = { check: 'declarations are complete', rule: 'declarations' };
const RANDOM = 'random matches keep the declared facts and end';
const PURE = { check: 'reading changes nothing', rule: 'pure reads' };
const LEGAL = { check: 'legal actions are what schema and rules let through', rule: 'legal actions' };
const SCHEMA = { check: 'the action schema is bounded', rule: 'schemas' };
const TEXTS = { check: 'printed actions can be read', rule: 'action texts' };
const EXAMPLES = { check: 'rules and prompts show how to answer', rule: 'examples' };
const FORMS = { check: 'rules and prompts show how to answer', rule: 'rules text' };
const BRIEFS = { check: 'briefs are made of brief words', rule: 'brief texts' };
const SEATING = { check: 'roles sit where the match puts them', rule: 'roles' };
const SECRECY = { check: 'equal knowledge gives equal bytes', rule: 'secrecy' };
const TOLD = { check: 'nobody is told more than he may see', rule: 'told' };
const SAMPLES = { check: 'sampled states look like the true one', rule: 'sampled states' };

export const brokenGames: { readonly [fault: string]: BrokenGame } = {
  'an option without a default': { ...DECLARED, game: spoilt({ optionsSchema: { type: 'object', properties: { rounds: { type: 'integer', minimum: 1, maximum: 5, default: 2 }, pace: { type: 'integer' } }, required: ['rounds'], additionalProperties: false } }) },
  'enumerated chance without its outcomes': { ...DECLARED, game: () => { const { chanceOutcomes: _, ...rest } = pennies; return { ...rest, sampleChance: () => 'plain' }; } },
  'no legal action in one state': { check: RANDOM, rule: 'no dead ends', game: spoilt({ legalActions: (state, seat) => (state.past.length === 1 && state.laid !== null ? [] : pennies.legalActions(state, seat)) }) },
  'never ends': { check: RANDOM, rule: 'bounded length', game: spoilt({ isTerminal: () => false, isChance: (state) => state.card === null, seatsToAct: (state) => (state.card === null ? [] : [state.roles.indexOf(state.laid === null ? 'hider' : 'guesser')]), legalActions: (state, seat) => (state.card !== null && seat === state.roles.indexOf(state.laid === null ? 'hider' : 'guesser') ? HEADS_OR_TAILS : []) }) },
  'more turns than declared': { check: RANDOM, rule: 'bounded length', game: spoilt({ maxSteps: ({ rounds }) => 2 * rounds - 1 }) },
  'is terminal while a seat is to act': { check: RANDOM, rule: 'one kind of state', game: spoilt({ isTerminal: (state) => pennies.isTerminal(state) || state.laid === 1 }) },
  'declares no chance and has some': { check: RANDOM, rule: 'chance', game: spoilt({ chance: 'none' }) },
  'declares simultaneous turns and has none': { check: RANDOM, rule: 'turn order', game: spoilt({ turnOrder: 'simultaneous' }) },
  'accepts an action after its end': { check: RANDOM, rule: 'legal actions', game: spoilt({ legalActions: (state, seat) => (pennies.isTerminal(state) ? HEADS_OR_TAILS : pennies.legalActions(state, seat)) }) },
  'keeps actions for its terminal state': { check: 'nothing is taken after the end', rule: 'after the end', game: spoilt({ legalActions: (state, seat) => (pennies.isTerminal(state) ? HEADS_OR_TAILS : pennies.legalActions(state, seat)) }) },
  'returns that sum to -1': { check: RANDOM, rule: 'returns', game: spoilt({ returns: (state) => pennies.returns(state).map((value, seat) => (pennies.isTerminal(state) && seat === 0 ? Math.max(value - 1, -4) : value)) }) },
  'returns beyond the declared range': { check: RANDOM, rule: 'returns', game: spoilt({ returnsRange: () => ({ min: -1, max: 1 }) }) },
  'probabilities that do not sum to 1': { check: RANDOM, rule: 'chance', game: spoilt({ chanceOutcomes: () => [{ outcome: 'plain', probability: 0.5 }, { outcome: 'gold', probability: 0.4 }] }) },
  'throws at the end': { check: RANDOM, rule: 'apply', says: 'no room for another round', game: spoilt({ apply: (state, move) => { const next = pennies.apply(state, move); if (pennies.isTerminal(next)) throw new RangeError('no room for another round'); return next; } }) },
  'a date in the state': { check: RANDOM, rule: 'plain JSON', game: spoilt(startsWith({ at: THE_DATE })) },
  'something undefined in the state': { check: RANDOM, rule: 'plain JSON', game: spoilt(startsWith({ note: undefined })) },
  'uses Math.random': { check: PURE.check, rule: 'no clock, no global randomness', says: 'Math.random', game: spoilt({ text: (observation) => `${pennies.text(observation)} ${Reflect.get(Math, 'random').call(Math)}` }) },
  'uses the random numbers of crypto': { check: RANDOM, rule: 'no clock, no global randomness', says: 'crypto.randomUUID', game: spoilt({ initialState: (options, roles) => ({ ...pennies.initialState(options, roles), id: crypto.randomUUID() }) }) },
  'uses the time': { check: RANDOM, rule: 'no clock, no global randomness', says: 'Date.now', game: spoilt(shows(() => ({ at: (Reflect.get(globalThis, 'Date') as { now(): number }).now() }))) },
  'deals in its observation': { ...PURE, game: spoilt({ observe: (state, reader) => pennies.observe(Object.assign(state, { card: 'gold' }), reader) }) },
  'shows how many attempts failed': { ...PURE, game: countingAttempts },
  'observes with a counter': { ...PURE, game: () => { let reads = 0; return { ...pennies, ...shows(() => ({ reads: reads++ })) }; } },
  'draws chance beside the given generator': { ...PURE, game: () => { let draws = 0; return { ...pennies, chance: 'sampled', sampleChance: () => (draws++ % 3 === 0 ? 'gold' : 'plain') }; } },
  'changes the state it was given': { ...PURE, rule: 'apply', game: spoilt({ apply: (state, move) => Object.assign(state as { card: string | null }, pennies.apply(state, move)) as PenniesState }) },
  'changes the move it was given': { ...PURE, rule: 'apply', game: spoilt({ apply: (state, move) => pennies.apply(state, Object.assign(move, { kind: move.kind, done: true })) }) },
  'starts from a counter': { check: 'one seed is one match', rule: 'determinism', game: () => { let starts = 0; return { ...pennies, initialState: (options, roles) => ({ ...pennies.initialState(options, roles), starts: starts++ }) }; } },
  'keeps the card outside the state': { check: 'matches side by side do not touch', rule: 'interleaved matches', game: keepingTheCard },
  'state text without the seat to move': { check: 'a stored state is the same state', rule: 'serialisation', game: hidingTheTurn },
  'lists an action that it refuses': { ...LEGAL, game: spoilt({ refusal: (state, _, { side }) => (side === 1 && state.laid === null && state.past.length === 1 ? 'tails is not allowed' : null) }) },
  'accepts an action that it does not list': { ...LEGAL, game: spoilt({ legalActions: (state, seat) => pennies.legalActions(state, seat)?.slice(0, 1) ?? null }) },
  'lists an action outside the schema': { ...LEGAL, game: spoilt({ legalActions: (state, seat) => { const legal = pennies.legalActions(state, seat); return legal && legal.length > 0 && state.laid === 1 ? [...legal, { side: 2 }] : legal; } }) },
  'refuses without a reason': { ...LEGAL, game: spoilt({ ...headsFirst, refusal: (state, _, { side }) => (isFirstRound(state) && side === 1 ? '' : null) }) },
  'a schema without a largest number': { ...SCHEMA, says: '/properties/side', game: spoilt(schemaOf({ type: 'integer', minimum: 0 })) },
  'a schema with text of any length': { ...SCHEMA, says: 'maxLength', game: spoilt({ actionSchema: () => ({ type: 'object', properties: { side: { type: 'integer', minimum: 0, maximum: 1 }, note: { type: 'string' } }, required: ['side'], additionalProperties: false }) }) },
  'a schema with keys of any name': { ...SCHEMA, says: 'additionalProperties', game: spoilt(schemaOf({ type: 'integer', minimum: 0, maximum: 1 }, {})) },
  'a schema of 200 KB': { ...SCHEMA, says: '65536 bytes', game: spoilt(schemaOf({ enum: [0, 1, ...Array.from({ length: 20_000 }, (_, index) => `side ${index}`)] })) },
  'a keyword that no text can open with': { ...TEXTS, game: spoilt({ keywords: () => ['Lay'] }) },
  'cannot read its own text': { ...TEXTS, game: spoilt({ formatAction: ({ side }) => `[side ${side}]` }) },
  'two actions with one text': { ...TEXTS, game: spoilt({ formatAction: () => '[0]' }) },
  'an example that it cannot parse': { ...EXAMPLES, game: spoilt({ keywords: ['lay'], rules: () => 'Answer for example [lay heads]. Format only: [0]' }) },
  'an example outside the schema': { ...EXAMPLES, game: spoilt({ rules: () => 'Answer for example [2] or [0].' }) },
  'an example in another spelling': { ...EXAMPLES, says: 'canonical', game: spoilt({ ...worded, rules: () => 'Answer with [Heads] or [tails].' }) },
  'an example in the prompt that is illegal now': { ...EXAMPLES, says: 'heads in the first round', game: spoilt({ ...headsFirst, text: (observation) => `${pennies.text(observation)}. You may answer [0] or [1].` }) },
  'an example in the rules that is never legal': { ...EXAMPLES, says: 'never legal', game: spoilt({ legalActions: (state, seat) => pennies.legalActions(state, seat)?.slice(0, 1) ?? null, refusal: (_state, _seat, { side }) => (side === 1 ? 'always heads' : null) }) },
  'rules that forget a word of the actions': { ...FORMS, says: '"tails" of [tails]', game: spoilt({ ...worded, rules: () => 'Answer with a word. Format only: [heads]' }) },
  'rules without an example of the form': { ...FORMS, game: spoilt({ rules: () => 'Lay or guess a side.' }) },
  'a brief with an undeclared word': { ...BRIEFS, game: spoilt({ brief: (observation) => `${pennies.brief(observation)} ${observation.turn ? 'mine' : '0'}` }) },
  'briefNext into a refused action': { ...BRIEFS, game: spoilt({ briefNext: (_, words) => (words.length === 0 ? ['0', '1', 'open'] : []) }) },
  'briefNext that leaves an action out': { ...BRIEFS, game: spoilt({ briefNext: (_, words) => (words.length === 0 ? ['0'] : []) }) },
  'rivals in one team of a zero-sum game': { check: 'every ending pays by the declared utility', rule: 'endings', game: spoilt({ teams: () => [[0, 1]] }) },
  'ignores who sits where': { ...SEATING, game: spoilt({ initialState: (options) => pennies.initialState(options, pennies.roles(options)) }) },
  'pays by seat and not by role': { ...SEATING, game: spoilt({ returns: (state) => { const [hider = 0] = pennies.returns({ ...state, roles: ['hider', 'guesser'] }); return [hider, 0 - hider]; } }) },
  "shows the other seat's card": { ...SECRECY, says: 'at "/card"', game: spoilt({ observe: (state, reader) => ({ ...seen(state, reader), card: state.card }) }) },
  'shows the hidden card by a length': { ...SECRECY, says: 'length of the text at "/pad"', game: spoilt(shows((state) => ({ pad: '.'.repeat(state.card?.length ?? 0) }))) },
  'shows the hidden card by an order': { ...SECRECY, says: 'order of the list at "/deck"', game: spoilt(shows(({ card }) => ({ deck: card === 'gold' ? ['gold', 'plain'] : ['plain', 'gold'] }))) },
  'shows the hidden card by the order of keys': { ...SECRECY, says: 'order of the keys at "/stakes"', game: spoilt(shows(({ card }) => ({ stakes: card === 'gold' ? { two: 2, one: 1 } : { one: 1, two: 2 } }))) },
  'shows the hidden card by an id': { ...SECRECY, says: 'text at "/id"', game: spoilt(shows((state) => ({ id: idOf(canonicalJson(state)) }))) },
  'tells spectators the hidden card': { ...SECRECY, says: 'spectator events', game: spoilt({ told: (state, move, reader) => (reader === 'spectator' && move.kind === 'chance' ? move.outcome : pennies.told(state, move, reader)) }) },
  'lets legality depend on the hidden card': { ...SECRECY, game: spoilt({ legalActions: (state, seat) => (state.laid !== null && state.card === 'gold' ? (pennies.legalActions(state, seat)?.slice(0, 1) ?? null) : pennies.legalActions(state, seat)), refusal: (state, _, { side }) => (state.laid !== null && state.card === 'gold' && side === 1 ? 'not with gold' : null) }) },
  'gives the hidden card away when it refuses': { ...SECRECY, says: 'refusal of {"side":1}', game: spoilt({ ...headsFirst, refusal: (state, _, { side }) => (isFirstRound(state) && side === 1 ? `heads in the first round, for ${state.card}` : null) }) },
  'declares perfect information': { ...SECRECY, rule: 'information', game: spoilt({ information: 'perfect' }) },
  'tells the guesser the hidden card': { ...TOLD, says: 'is told of the last move', game: spoilt({ told: (state, move, reader) => (move.kind === 'chance' && reader !== 'spectator' ? { card: move.outcome } : pennies.told(state, move, reader)) }) },
  'samples a state that contradicts the observation': { ...SAMPLES, says: 'can tell the sampled state', game: spoilt({ sampleState: (observation, seat, rng) => ({ ...(pennies.sampleState as NonNullable<Pennies['sampleState']>)(observation, seat, rng), card: 'gold' }) }) },
  'samples a state of another turn': { ...SAMPLES, game: spoilt({ sampleState: (observation, seat, rng) => ({ ...(pennies.sampleState as NonNullable<Pennies['sampleState']>)(observation, seat, rng), laid: observation.laid }) }) },
  'an agent that plays what is illegal': { check: 'scripted agents play legal actions', rule: 'scripted agents', game: spoilt({ agents: { bold: { summary: 'plays 2', make: () => () => ({ side: 2 }) } } }) },
  'an open action space without a random agent': { check: RANDOM, rule: 'scripted agents', game: spoilt({ legalActions: (state, seat) => ((pennies.legalActions(state, seat) ?? []).length > 0 ? null : []) }) },
};

function countingAttempts(): Pennies {
  let attempts = 0;
  return { ...pennies, readToken: (inside, observation) => (attempts++, pennies.readToken(inside, observation)), text: (observation) => `${pennies.text(observation)}, ${attempts} attempts` };
}

/** Remembers the last card in the module: well enough while one match runs at a time. */
function keepingTheCard(): Pennies {
  let card = 'plain';
  return {
    ...pennies,
    apply: (state, move) => {
      if (move.kind === 'chance') card = move.outcome as string;
      const next = pennies.apply(state, move);
      return next.past.length > state.past.length ? { ...next, past: [...state.past, { ...(next.past.at(-1) as PenniesState['past'][number]), card }] } : next;
    },
  };
}

/** Keeps who lays and who guesses outside the state's JSON. */
function hidingTheTurn(): Pennies {
  const laid = new WeakMap<PenniesState, number>();
  const whole = (state: PenniesState): PenniesState => ({ ...state, laid: laid.get(state) ?? null });
  const bare = (state: PenniesState): PenniesState => {
    const shown = { ...state, laid: null };
    if (state.laid !== null) laid.set(shown, state.laid);
    return shown;
  };
  return {
    ...pennies,
    seatsToAct: (state) => pennies.seatsToAct(whole(state)),
    legalActions: (state, seat) => pennies.legalActions(whole(state), seat),
    observe: (state, reader) => pennies.observe(whole(state), reader),
    told: (state, move, reader) => pennies.told(whole(state), move, reader),
    apply: (state, move) => bare(pennies.apply(whole(state), move)),
  };
}

/** Four digits that look like nothing. */
function idOf(text: string): string {
  let hash = 7;
  for (let index = 0; index < text.length; index++) hash = (hash * 31 + text.charCodeAt(index)) % 9_000;
  return String(1_000 + hash);
}
