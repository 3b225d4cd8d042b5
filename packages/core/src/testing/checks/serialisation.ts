/** Check: a stored state is the same state. JSON text and back at every ply, keys in another order too, and both copies played on side by side. */
import { deepFreeze } from '../../game/deep-freeze.js';
import type { Reader, State } from '../../game/game.js';
import { canonicalJson, isJsonObject, type Json } from '../../json.js';
import { broken, calling, type Kit } from '../kit.js';
import { eachWalk, type Walker } from '../walker.js';

const RULE = 'serialisation';
const MOST = 200;

export function checkSerialisation(kit: Kit): void {
  eachWalk(kit, MOST, (walk) => {
    let stored = storedCopy(walk.before[0] ?? walk.state);
    walk.before.forEach((state, index) => {
      compare(walk, state, stored);
      stored = storedCopy(calling(RULE, walk, 'apply', () => walk.setting.game.apply(stored, deepFreeze(copyOf(walk.moves[index] as Json)) as never)));
    });
    compare(walk, walk.state, stored);
  });
}

/** The state from its text, with the keys of every object in reverse. */
function storedCopy(state: State): State {
  return deepFreeze(reversed(copyOf(state)) as State);
}

function copyOf<T extends Json>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

function reversed(value: Json): Json {
  if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).toReversed().map(([key, item]) => [key, reversed(item)]));
  return Array.isArray(value) ? (value as readonly Json[]).map(reversed) : value;
}

function compare(walk: Walker, state: State, stored: State): void {
  const { game, seatCount } = walk.setting;
  const equal = (what: string, read: (from: State) => Json): void => {
    const [kept, restored] = [canonicalJson(read(state)), canonicalJson(calling(RULE, walk, what, () => read(stored)))];
    if (kept !== restored) broken(RULE, game, `\`${what}\` differs after storing the state as text: ${kept.slice(0, 200)} became ${restored.slice(0, 200)}`, walk);
  };
  equal('state', (from) => from);
  equal('isTerminal', (from) => game.isTerminal(from));
  equal('isChance', (from) => game.isChance?.(from) ?? false);
  equal('seatsToAct', (from) => game.seatsToAct(from));
  equal('returns', (from) => game.returns(from));
  for (const reader of ['spectator', ...Array.from({ length: seatCount }, (_, seat) => seat)] as Reader[]) {
    equal('observe', (from) => game.observe(from, reader));
    if (reader !== 'spectator') equal('legalActions', (from) => game.legalActions(from, reader));
  }
  if (game.chanceOutcomes && game.isChance?.(state)) equal('chanceOutcomes', (from) => game.chanceOutcomes?.(from) as unknown as Json);
}
