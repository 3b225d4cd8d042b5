/** Check: the legal list is exactly what schema and `refusal` let through, and each of it can be applied. */
import { deepFreeze } from '../../game/deep-freeze.js';
import type { Action, Seat } from '../../game/game.js';
import { canonicalJson, type Json } from '../../json.js';
import { schemaSamples } from '../schema-samples.js';
import { broken, calling, type Kit, type Setting } from '../kit.js';
import { eachPosition, type Walker } from '../walker.js';

const RULE = 'legal actions';
const MOST = 200;
const MOST_CANDIDATES = 600;
const MOST_A_POSITION = 150;

export function checkLegalActions(kit: Kit): void {
  const candidates = new Map<Setting, Map<string, Action>>();
  for (const setting of kit.settings) {
    const fitting = schemaSamples(setting.spec.schema).filter((value) => setting.spec.check(value) === null);
    candidates.set(setting, new Map(fitting.map((value) => [canonicalJson(value), deepFreeze(value) as Action])));
  }
  eachPosition(kit, MOST, (walk) => {
    for (const seat of walk.toAct()) checkSeat(walk, seat, candidates.get(walk.setting) as Map<string, Action>);
  });
}

function checkSeat(walk: Walker, seat: Seat, candidates: Map<string, Action>): void {
  const { game } = walk.setting;
  const legal = walk.legalActions(seat);
  if (legal === null) {
    for (const action of walk.someActions(seat)) checkAccepted(walk, seat, action, "the random agent's action");
    return;
  }
  const listed = new Set<string>();
  for (const action of legal) {
    const text = canonicalJson(action);
    if (listed.has(text)) broken(RULE, game, `${text} is listed twice`, walk);
    listed.add(text);
    checkAccepted(walk, seat, action, 'the listed action');
    if (candidates.size < MOST_CANDIDATES) candidates.set(text, deepFreeze(action));
  }
  for (const [text, action] of someOf([...candidates], walk)) {
    if (listed.has(text)) continue;
    const refusal = calling(RULE, walk, 'refusal', () => game.refusal(walk.state, seat, action));
    if (refusal === null) broken(RULE, game, `seat ${seat} may play ${text}, which is not listed`, walk);
    if (typeof refusal !== 'string' || refusal === '') broken(RULE, game, `\`refusal\` of ${text}: expected why it is not legal, got ${JSON.stringify(refusal)}`, walk);
  }
}

/** All of a short list; of a long one a part that differs from position to position. */
function someOf<T>(items: readonly T[], walk: Walker): readonly T[] {
  if (items.length <= MOST_A_POSITION) return items;
  const start = walk.rngFor('candidates').int(items.length);
  return [...items, ...items].slice(start, start + MOST_A_POSITION);
}

function checkAccepted(walk: Walker, seat: Seat, action: Action, what: string): void {
  const { game, spec } = walk.setting;
  const text = JSON.stringify(action);
  const problem = spec.check(action);
  if (problem) broken(RULE, game, `${what} ${text} does not fit the schema at "${problem.pointer}": ${problem.message}`, walk);
  const refusal = calling(RULE, walk, 'refusal', () => game.refusal(walk.state, seat, deepFreeze(action as Json) as Action));
  if (refusal !== null) broken(RULE, game, `${what} ${text} of seat ${seat} is refused: ${refusal}`, walk);
  const seats = walk.toAct();
  if (seats.length === 1) calling(RULE, walk, `apply ${text}`, () => game.apply(walk.state, deepFreeze({ kind: 'actions', actions: { [seat]: action } } as const)));
}
