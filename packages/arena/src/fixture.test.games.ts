/**
 * Small games that only tests play: a dice race in which the same seat may stay to move, pennies shown at once, and a game that breaks
 * its contract where an option says so. Not published.
 */
import { defineGame, GameRegistry, type Game, type Reader, type Role } from '@spiral-arena/core/game';

const about = { version: '1.0.0', apiVersion: '1.0', summary: 'A game for tests.', seats: { min: 2, max: 2 }, information: 'perfect', utility: 'zero-sum', variants: {}, keywords: [] } as const;
const roleFor = (roles: readonly Role[], reader: Reader): Role => (reader === 'spectator' ? 'spectator' : (roles[reader] as Role));

type PigState = { readonly target: number; readonly roles: readonly Role[]; readonly scores: readonly number[]; readonly total: number; readonly mover: number; readonly rolling: boolean };
type PigAction = { readonly move: string };
type PigView = { readonly role: Role; readonly scores: readonly number[]; readonly total: number; readonly mover: number };

/** Roll and add up, or hold and pass; a one loses the total and the turn. */
export const pig = defineGame<{ readonly target: number }, PigState, PigAction, PigView>({
  ...about, id: 'pig', title: 'Pig', turnOrder: 'sequential', chance: 'enumerated',
  roles: () => ['first', 'second'], returnsRange: () => ({ min: -1, max: 1 }), maxSteps: () => 1000,
  optionsSchema: { type: 'object', properties: { target: { type: 'integer', minimum: 1, maximum: 1000, default: 20 } }, additionalProperties: false },
  actionSchema: () => ({ type: 'object', properties: { move: { enum: ['roll', 'hold'] } }, required: ['move'], additionalProperties: false }),
  initialState: ({ target }, roles) => ({ target, roles, scores: [0, 0], total: 0, mover: 0, rolling: false }),
  isTerminal: ({ scores, target }) => scores.some((score) => score >= target),
  isChance: ({ rolling }) => rolling,
  chanceOutcomes: () => [1, 2, 3, 4, 5, 6].map((outcome) => ({ outcome, probability: 1 / 6 })),
  seatsToAct: ({ mover, scores, target, rolling }) => (rolling || scores.some((score) => score >= target) ? [] : [mover]),
  apply: (state, move) => {
    if (move.kind === 'chance') return move.outcome === 1 ? { ...state, rolling: false, total: 0, mover: 1 - state.mover } : { ...state, rolling: false, total: state.total + (move.outcome as number) };
    if (move.actions[state.mover]?.move === 'roll') return { ...state, rolling: true };
    return { ...state, scores: state.scores.map((score, seat) => (seat === state.mover ? score + state.total : score)), total: 0, mover: 1 - state.mover };
  },
  legalActions: ({ mover, rolling }, seat) => (!rolling && seat === mover ? [{ move: 'roll' }, { move: 'hold' }] : []),
  refusal: ({ total }, _seat, { move }) => (move === 'hold' && total === 0 ? 'nothing to hold' : null),
  observe: ({ roles, scores, total, mover }, reader) => ({ role: roleFor(roles, reader), scores, total, mover }),
  told: (state, move) => (move.kind === 'chance' ? { die: move.outcome } : { seat: state.mover, move: move.actions[state.mover]?.move as string }),
  rules: (role, { target }) => `You are ${role}. Roll or hold; first to ${target}.`,
  text: ({ scores, total }) => `Scores ${scores.join(' ')}, total ${total}.`,
  brief: ({ role, total }) => `pig ${role} ${total}`,
  briefWords: () => ['pig', 'first', 'second', 'roll', 'hold'],
  formatAction: ({ move }) => `[${move}]`,
  readToken: (inside) => (inside === 'roll' || inside === 'hold' ? { move: inside } : null),
  returns: ({ scores, target }) => (scores.some((score) => score >= target) ? scores.map((score) => (score >= target ? 1 : -1)) : [0, 0]),
});

type PenniesState = { readonly round: number; readonly rounds: number; readonly score: number };
type PenniesAction = { readonly side: string };
type PenniesView = { readonly role: Role; readonly round: number; readonly score: number };

/** Both show a side at once. */
export const pennies = defineGame<{ readonly rounds: number }, PenniesState, PenniesAction, PenniesView>({
  ...about, id: 'pennies', title: 'Pennies', turnOrder: 'simultaneous', chance: 'none',
  roles: () => ['matcher', 'mismatcher'], returnsRange: ({ rounds }) => ({ min: -rounds, max: rounds }), maxSteps: ({ rounds }) => rounds,
  optionsSchema: { type: 'object', properties: { rounds: { type: 'integer', minimum: 1, maximum: 20, default: 3 } }, additionalProperties: false },
  actionSchema: () => ({ type: 'object', properties: { side: { enum: ['heads', 'tails'] } }, required: ['side'], additionalProperties: false }),
  initialState: ({ rounds }) => ({ round: 0, rounds, score: 0 }),
  isTerminal: ({ round, rounds }) => round === rounds,
  seatsToAct: ({ round, rounds }) => (round === rounds ? [] : [0, 1]),
  apply: (state, move) => {
    if (move.kind === 'chance') throw new Error('no chance here');
    return { ...state, round: state.round + 1, score: state.score + (move.actions[0]?.side === move.actions[1]?.side ? 1 : -1) };
  },
  legalActions: () => [{ side: 'heads' }, { side: 'tails' }],
  refusal: () => null,
  observe: ({ round, score }, reader) => ({ role: roleFor(['matcher', 'mismatcher'], reader), round, score }),
  told: (_state, move) => (move.kind === 'chance' ? null : { sides: [move.actions[0]?.side as string, move.actions[1]?.side as string] }),
  rules: (role) => `You are ${role}.`,
  text: ({ round }) => `Round ${round}.`,
  brief: ({ role, round }) => `pennies ${role} ${round}`,
  briefWords: () => ['pennies', 'matcher', 'mismatcher', 'heads', 'tails'],
  formatAction: ({ side }) => `[${side}]`,
  readToken: (inside) => (inside === 'heads' || inside === 'tails' ? { side: inside } : null),
  returns: ({ score }) => [score, -score],
});

type FaultyState = { readonly where: string; readonly turn: number };

/** Four passes, and something throws where the option says so. */
export const faulty = defineGame<{ readonly where: string }, FaultyState, { readonly pass: boolean }, { readonly turn: number; readonly where: string }>({
  ...about, id: 'faulty', title: 'Faulty', turnOrder: 'sequential', chance: 'none',
  roles: () => ['first', 'second'], returnsRange: () => ({ min: -1, max: 1 }), maxSteps: () => 4,
  optionsSchema: { type: 'object', properties: { where: { enum: ['nowhere', 'start', 'apply', 'observe', 'told', 'text'], default: 'nowhere' } }, additionalProperties: false },
  actionSchema: () => ({ type: 'object', properties: { pass: { const: true } }, required: ['pass'], additionalProperties: false }),
  initialState: ({ where }) => {
    if (where === 'start') throw new Error('secret of the start');
    return { where, turn: 0 };
  },
  isTerminal: ({ turn }) => turn === 4,
  seatsToAct: ({ turn }) => (turn === 4 ? [] : [turn % 2]),
  apply: (state) => {
    if (state.where === 'apply' && state.turn === 2) throw new Error('secret of apply');
    return { ...state, turn: state.turn + 1 };
  },
  legalActions: ({ turn }, seat) => (turn % 2 === seat ? [{ pass: true }] : []),
  refusal: () => null,
  observe: ({ where, turn }, reader) => {
    if (where === 'observe' && reader === 1) throw new Error('secret of observe');
    return { turn, where };
  },
  told: ({ where, turn }) => {
    if (where === 'told' && turn === 1) throw new Error('secret of told');
    return { turn };
  },
  rules: () => 'Pass.',
  text: ({ turn, where }) => {
    if (where === 'text' && turn === 3) throw new Error('secret of text');
    return `Turn ${turn}.`;
  },
  brief: ({ turn }) => `faulty ${turn}`,
  briefWords: () => ['faulty', 'pass'],
  formatAction: () => '[pass]',
  readToken: (inside) => (inside === 'pass' ? { pass: true } : null),
  returns: () => [0, 0],
});

export function fixtureRegistry(): GameRegistry {
  const registry = new GameRegistry();
  // Games of different types have no narrower common type than the general one.
  for (const game of [pig, pennies, faulty] as unknown as readonly Game[]) registry.register(game);
  return registry;
}
