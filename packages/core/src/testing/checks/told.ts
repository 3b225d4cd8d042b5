/**
 * Check: nobody is told more than he may see. A move is made again with another outcome, or other actions of the other seats; where a reader's
 * observation after it is the same, what it was told must be the same. Only for imperfect information: elsewhere an observation may be compact.
 */
import { deepFreeze } from '../../game/deep-freeze.js';
import { fact, type Move, type Reader, type State } from '../../game/game.js';
import type { Rng } from '../../random/rng.js';
import { describeDifference } from '../difference.js';
import { broken, calling, type Kit } from '../kit.js';
import { eachPosition, type Walker } from '../walker.js';

const RULE = 'told';
const MOST = 60;
const OTHERS = 2;

export function checkTold(kit: Kit): void {
  eachPosition(kit, MOST, (walk) => {
    const { game, options, seatCount } = walk.setting;
    const [state, move] = [walk.before.at(-1), walk.moves.at(-1)];
    if (!state || !move || fact(game.information, options) === 'perfect') return;
    for (const reader of ['spectator', ...Array.from({ length: seatCount }, (_, seat) => seat)] as Reader[]) {
      const rng = walk.rngFor(`told/${reader}`);
      for (let count = 0; count < OTHERS; count++) compare(walk, state, move, otherMove(walk, state, move, reader, rng), reader);
    }
  });
}

function compare(walk: Walker, state: State, move: Move, other: Move, reader: Reader): void {
  const { game } = walk.setting;
  const after = calling(RULE, walk, 'apply', () => game.apply(state, deepFreeze(other)));
  if (JSON.stringify(game.observe(after, reader)) !== JSON.stringify(walk.observe(reader))) return;
  const told = calling(RULE, walk, 'told', () => [game.told(state, move, reader), game.told(state, other, reader)] as const);
  if (JSON.stringify(told[0]) === JSON.stringify(told[1])) return;
  const who = reader === 'spectator' ? 'spectators are' : `seat ${reader} is`;
  broken(RULE, game, `${who} told of the last move what the observation does not show: ${describeDifference(...told)}, and the same observation`, walk);
}

/** Another outcome, or other actions of everybody but the reader; the same where there is no other. */
function otherMove(walk: Walker, state: State, move: Move, reader: Reader, rng: Rng): Move {
  const { game, options } = walk.setting;
  if (move.kind === 'actions') {
    const actions = Object.entries(move.actions).map(([seat, action]) => {
      const legal = Number(seat) === reader ? null : game.legalActions(state, Number(seat));
      return [seat, legal && legal.length > 0 ? rng.pick(legal) : action] as const;
    });
    return { kind: 'actions', actions: Object.fromEntries(actions) };
  }
  if (fact(game.chance, options) === 'enumerated') return { kind: 'chance', outcome: rng.pick(game.chanceOutcomes?.(state) ?? []).outcome };
  return { kind: 'chance', outcome: game.sampleChance?.(state, rng) ?? null };
}
