/**
 * Check: roles sit where the match puts them. Each random match is played again with the same seed and the roles moved by one seat: who acts, the
 * legal lists, the briefs and the returns have to move along, so that the two matches of a fair pair differ in nothing but who sits where.
 * Outcomes of chance belong to roles too. Not for games whose roles are dealt by chance, or share one name.
 */
import { deepFreeze } from '../../game/deep-freeze.js';
import type { Game, Move, Role, Seat, State } from '../../game/game.js';
import { canonicalJson } from '../../json.js';
import { drawChance } from '../../match/chance.js';
import { Rng } from '../../random/rng.js';
import { describeDifference } from '../difference.js';
import { broken, calling, type Kit, type Setting } from '../kit.js';
import { eachWalk, type Walker } from '../walker.js';

const RULE = 'roles';
const MOST = 50;

export function checkSeating(kit: Kit): void {
  eachWalk(kit, MOST, (walk) => {
    const { setting, roles } = walk;
    if (setting.game.roleOf || setting.seatCount < 2 || new Set(roles).size < roles.length) return;
    const moved = roles.map((_, seat) => roles[(seat + 1) % roles.length] as Role);
    followMoved(walk, moved, (seat) => moved.indexOf(roles[seat] as Role));
  });
}

/** Plays the moves of the match with every seat's part in the hands of the seat that has its role now. */
function followMoved(walk: Walker, roles: readonly Role[], newSeat: (seat: Seat) => Seat): void {
  const { game, options } = walk.setting;
  const chance = Rng.fromSeed(walk.seed);
  let chanceSteps = 0;
  let state = deepFreeze(calling(RULE, walk, 'initialState', () => game.initialState(options, roles)));
  walk.before.forEach((original, index) => {
    compare(walk, original, state, newSeat);
    const move = walk.moves[index] as Move;
    const same: Move = move.kind === 'chance'
      ? { kind: 'chance', outcome: drawChance(game, options, state, chance, chanceSteps++) }
      : { kind: 'actions', actions: Object.fromEntries(Object.entries(move.actions).map(([seat, action]) => [newSeat(Number(seat)), action])) };
    const before = state;
    state = deepFreeze(calling(RULE, walk, 'apply with the roles moved by one seat', () => game.apply(before, deepFreeze(same))));
  });
  compare(walk, walk.state, state, newSeat);
}

function compare(walk: Walker, original: State, moved: State, newSeat: (seat: Seat) => Seat): void {
  const { setting } = walk;
  const [a, b] = [summaryOf(setting, original, (seat) => seat), calling(RULE, walk, 'reads with the roles moved by one seat', () => summaryOf(setting, moved, newSeat))];
  if (canonicalJson(a) !== canonicalJson(b)) broken(RULE, setting.game, `with the roles moved by one seat the same match goes differently for a role: ${describeDifference(a, b)}`, walk);
}

/** What each role has in a state, in the order of the original seats. */
function summaryOf({ game, seatCount }: Setting, state: State, seatOf: (seat: Seat) => Seat): ReturnType<Game['observe']> {
  const seats = Array.from({ length: seatCount }, (_, seat) => seatOf(seat));
  const toAct = game.seatsToAct(state);
  const returns = game.returns(state);
  return {
    terminal: game.isTerminal(state),
    chance: game.isChance?.(state) ?? false,
    acts: seats.map((seat) => toAct.includes(seat)),
    legal: seats.map((seat) => game.legalActions(state, seat)),
    brief: seats.map((seat) => game.brief(game.observe(state, seat))),
    returns: seats.map((seat) => returns[seat] as number),
  };
}
