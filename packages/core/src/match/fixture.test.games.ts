/**
 * Small games that only tests play: a race of taking stones (sequential, talk by option), hidden pennies with a dealt card
 * (simultaneous, chance, secret), and a three-seat survival game (forfeits). Not published.
 */
import { defineGame, type Role } from '../game/game.js';
import { readInteger } from '../game/ascii.js';

type StonesOptions = { readonly stones: number; readonly talk: boolean };
type StonesState = { readonly options: StonesOptions; readonly roles: readonly Role[]; readonly left: number; readonly mover: number };
type StonesAction = { readonly take: number; readonly message?: string };
type StonesView = { readonly role: Role; readonly left: number; readonly toAct: boolean; readonly talk: boolean; readonly stones: number };

/** Take one or two stones; who takes the last one wins. */
export const stones = defineGame<StonesOptions, StonesState, StonesAction, StonesView>({
  id: 'stones', version: '1.0.0', apiVersion: '1.0', title: 'Stones', summary: 'Take one or two stones; the last one wins.',
  seats: { min: 2, max: 2 }, roles: () => ['first', 'second'], turnOrder: 'sequential', information: 'perfect', chance: 'none', utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }), maxSteps: ({ stones: count }) => count,
  optionsSchema: { type: 'object', properties: { stones: { type: 'integer', minimum: 1, maximum: 20, default: 4 }, talk: { type: 'boolean', default: false } }, additionalProperties: false },
  variants: { chatty: { talk: true } },
  actionSchema: ({ talk }) => ({
    type: 'object', properties: { take: { type: 'integer', minimum: 1, maximum: 2 }, ...(talk ? { message: { type: 'string', minLength: 1, maxLength: 1000 } } : {}) }, required: ['take'], additionalProperties: false,
  }),
  initialState: (options, roles) => ({ options, roles, left: options.stones, mover: 0 }),
  isTerminal: ({ left }) => left === 0,
  seatsToAct: ({ left, roles, mover }) => (left === 0 ? [] : [roles.indexOf(mover === 0 ? 'first' : 'second')]),
  apply: (state, move) => {
    if (move.kind !== 'actions') throw new Error('no chance here');
    const { take } = Object.values(move.actions)[0] as StonesAction;
    return { ...state, left: state.left - take, mover: 1 - state.mover };
  },
  legalActions: (state, seat) => (state.left > 0 && state.roles[seat] === (state.mover === 0 ? 'first' : 'second') ? (state.options.talk ? null : [{ take: 1 }, { take: 2 }].slice(0, state.left)) : []),
  refusal: ({ left }, _seat, { take }) => (take > left ? `only ${left} left` : null),
  observe: (state, reader) => ({ role: reader === 'spectator' ? 'spectator' : (state.roles[reader] as Role), left: state.left, toAct: reader !== 'spectator' && state.roles[reader] === (state.mover === 0 ? 'first' : 'second'), talk: state.options.talk, stones: state.options.stones }),
  told: (_state, move) => (move.kind === 'actions' ? { took: Object.values(move.actions)[0] as StonesAction } : null),
  rules: (role, options) => `You are ${role}. Take one or two of ${options.stones} stones, such as [1]. Who takes the last one wins.`,
  text: ({ left, role }) => `You are ${role}. ${left} stones are left.`,
  brief: ({ role, left }) => `stones ${role} ${left}`,
  briefWords: ({ stones: count }) => ['stones', 'first', 'second', 'spectator', ...Array.from({ length: count + 1 }, (_, n) => String(n)), '1', '2'],
  briefNext: ({ left }, words) => (words.length === 0 ? ['1', '2'].slice(0, left) : []),
  formatAction: ({ take, message }) => (message ? `${message} [${take}]` : `[${take}]`),
  keywords: ['take'],
  readToken: (inside) => {
    const number = readInteger(inside.startsWith('take ') ? inside.slice(5) : inside);
    return number === null ? null : { take: number };
  },
  talk: { allowed: ({ talk }) => talk, withMessage: (action, message) => ({ ...(action ?? { take: 0 }), message }) },
  returns: ({ left, mover, roles }) => (left > 0 ? [0, 0] : roles.map((role) => (role === (mover === 0 ? 'second' : 'first') ? 1 : -1))),
  agents: { random: { summary: 'takes one or two', make: (_params, rng) => ({ left }) => ({ take: rng.between(1, Math.min(2, left)) }) } },
});

type PenniesState = { readonly hands: number; readonly cards: readonly string[] | null; readonly score: number; readonly hand: number };
type PenniesAction = { readonly side: string };
type PenniesView = { readonly role: Role; readonly card: string | null; readonly hand: number; readonly score: number; readonly toAct: boolean };

/** Each hand both seats get a hidden card and show a side at once; equal sides pay the matcher, and 2 instead of 1 when his card is high. */
export const pennies = defineGame<{ readonly hands: number }, PenniesState, PenniesAction, PenniesView>({
  id: 'pennies', version: '1.0.0', apiVersion: '1.0', title: 'Pennies', summary: 'Matching pennies with hidden cards.',
  seats: { min: 2, max: 2 }, roles: () => ['matcher', 'mismatcher'], turnOrder: 'simultaneous', information: 'imperfect', chance: 'enumerated', utility: 'zero-sum',
  returnsRange: ({ hands }) => ({ min: -2 * hands, max: 2 * hands }), maxSteps: ({ hands }) => hands,
  optionsSchema: { type: 'object', properties: { hands: { type: 'integer', minimum: 1, maximum: 9, default: 2 } }, additionalProperties: false },
  variants: {},
  actionSchema: () => ({ type: 'object', properties: { side: { enum: ['heads', 'tails'] } }, required: ['side'], additionalProperties: false }),
  initialState: ({ hands }) => ({ hands, cards: null, score: 0, hand: 0 }),
  isTerminal: ({ hand, hands }) => hand === hands,
  isChance: ({ hand, hands, cards }) => hand < hands && cards === null,
  chanceOutcomes: () => CARDS.map((outcome) => ({ outcome, probability: 0.25 })),
  chanceKey: ({ hand }) => `hand-${hand}`,
  seatsToAct: ({ hand, hands, cards }) => (hand < hands && cards ? [0, 1] : []),
  apply: (state, move) => {
    if (move.kind === 'chance') return { ...state, cards: move.outcome as string[] };
    const stake = state.cards?.[0] === 'high' ? 2 : 1;
    return { ...state, cards: null, hand: state.hand + 1, score: state.score + (move.actions[0]?.side === move.actions[1]?.side ? stake : -stake) };
  },
  legalActions: ({ cards }) => (cards ? SIDES : []),
  refusal: () => null,
  observe: ({ cards, hand, score, hands }, reader) => ({ role: reader === 'spectator' ? 'spectator' : (['matcher', 'mismatcher'][reader] as Role), card: reader === 'spectator' ? null : (cards?.[reader] ?? null), hand, score, toAct: reader !== 'spectator' && hand < hands && cards !== null }),
  told: (state, move, reader) => {
    if (move.kind === 'chance') return reader === 'spectator' ? null : { card: (move.outcome as string[])[reader] as string };
    return { sides: [move.actions[0]?.side as string, move.actions[1]?.side as string], stake: state.cards?.[0] === 'high' ? 2 : 1 };
  },
  rules: (role) => `You are the ${role}. Say [heads] or [tails].`,
  text: ({ role, card, score }) => `You are ${role} and hold ${card}. Score ${score}.`,
  brief: ({ role, card, score }) => `pennies ${role} ${card ?? '-'} ${score}`,
  briefWords: ({ hands }) => ['pennies', 'matcher', 'mismatcher', 'spectator', 'high', 'low', '-', 'heads', 'tails', ...Array.from({ length: 4 * hands + 1 }, (_, n) => String(n - 2 * hands))],
  formatAction: ({ side }) => `[${side}]`,
  keywords: ['heads', 'tails'],
  readToken: (inside) => (['heads', 'tails'].includes(inside.toLowerCase()) ? { side: inside.toLowerCase() } : null),
  returns: ({ score }) => [score, -score],
});

const CARDS = [['high', 'high'], ['high', 'low'], ['low', 'high'], ['low', 'low']];
const SIDES: readonly PenniesAction[] = Object.freeze([Object.freeze({ side: 'heads' }), Object.freeze({ side: 'tails' })]);

type SurvivalState = { readonly alive: readonly number[]; readonly out: readonly number[]; readonly turn: number };

/** Three seats in turn say `stay`; who fails is out, the last one standing wins: -1, 0, +1 by order of falling out. */
export const survival = defineGame<{ readonly turns: number }, SurvivalState, { readonly say: string }, { readonly role: Role; readonly alive: readonly number[] }>({
  id: 'survival', version: '1.0.0', apiVersion: '1.0', title: 'Survival', summary: 'Stay until the others are out.',
  seats: { min: 3, max: 3 }, roles: () => ['first', 'second', 'third'], turnOrder: 'sequential', information: 'perfect', chance: 'none', utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }), maxSteps: ({ turns }) => turns,
  optionsSchema: { type: 'object', properties: { turns: { type: 'integer', minimum: 1, maximum: 99, default: 9 } }, additionalProperties: false },
  variants: {},
  actionSchema: () => ({ type: 'object', properties: { say: { const: 'stay' } }, required: ['say'], additionalProperties: false }),
  initialState: () => ({ alive: [0, 1, 2], out: [], turn: 0 }),
  isTerminal: ({ alive }) => alive.length <= 1,
  seatsToAct: ({ alive, turn }) => (alive.length <= 1 ? [] : [alive[turn % alive.length] as number]),
  apply: (state) => ({ ...state, turn: state.turn + 1 }),
  legalActions: ({ alive, turn }, seat) => (alive.length > 1 && alive[turn % alive.length] === seat ? [{ say: 'stay' }] : []),
  refusal: () => null,
  observe: ({ alive }, reader) => ({ role: reader === 'spectator' ? 'spectator' : (['first', 'second', 'third'][reader] as Role), alive }),
  told: () => ({ stayed: true }),
  rules: () => 'Say [stay].',
  text: ({ alive }) => `Alive: ${alive.join(', ')}.`,
  brief: ({ role, alive }) => `survival ${role} ${alive.length}`,
  briefWords: () => ['survival', 'first', 'second', 'third', 'spectator', '0', '1', '2', '3', 'stay'],
  formatAction: () => '[stay]',
  keywords: ['stay'],
  readToken: (inside) => (inside.toLowerCase() === 'stay' ? { say: 'stay' } : null),
  returns: ({ out }) => [0, 1, 2].map((seat) => (out.includes(seat) ? out.indexOf(seat) - 1 : out.length === 2 ? 1 : 0)),
  forfeit: ({ alive, out, turn }, seat) => ({ alive: alive.filter((other) => other !== seat), out: [...out, seat], turn }),
});
