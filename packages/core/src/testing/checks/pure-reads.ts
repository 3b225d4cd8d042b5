/** Check: looking changes nothing. Reads give the same answer three times, leave the frozen state as it is, and leave the match as it would have been. */
import { canonicalJson } from '../../json.js';
import type { Action, Move, Reader, Seat } from '../../game/game.js';
import { Rng } from '../../random/rng.js';
import { deepFreeze } from '../../game/deep-freeze.js';
import { schemaSamples } from '../schema-samples.js';
import { broken, calling, matchCount, type Kit, type Setting } from '../kit.js';
import { eachPosition, Walker } from '../walker.js';

const RULE = 'pure reads';
const MOST = 60;

export function checkPureReads(kit: Kit): void {
  const { game } = kit;
  const samples = new Map(kit.settings.map((setting) => [setting, sampleAction(setting)]));
  eachPosition(kit, MOST, (walk) => readThrice(walk, samples.get(walk.setting) ?? null));
  for (const setting of kit.settings) {
    for (let index = 0; index < matchCount(kit, setting, 10); index++) {
      const [quiet, watched] = [new Walker(setting, kit.seed + index), new Walker(setting, kit.seed + index)];
      while (!quiet.isOver()) {
        readThrice(watched, samples.get(setting) ?? null);
        quiet.step();
        if (!watched.isOver()) watched.step();
        if (canonicalJson(quiet.state) !== canonicalJson(watched.state)) broken(RULE, game, 'a match that is looked at goes differently from one that is not', watched);
      }
    }
  }
}

/** Some action that fits the schema, legal or not. */
function sampleAction({ spec }: Setting): Action | null {
  const sample = schemaSamples(spec.schema).find((value) => spec.check(value) === null);
  return sample === undefined ? null : (deepFreeze(sample) as Action);
}

function readThrice(walk: Walker, sample: Action | null): void {
  const { game, options, seatCount } = walk.setting;
  const { state } = walk;
  const before = canonicalJson(state);
  const same = (what: string, read: () => unknown): void => {
    const texts = [1, 2, 3].map(() => {
      // Between two reads the game is asked about attempts that fail: they must leave no mark.
      attempt(walk, sample);
      return JSON.stringify(calling(RULE, walk, what, read));
    });
    if (texts[0] !== texts[1] || texts[1] !== texts[2]) broken(RULE, game, `\`${what}\` differs between reads of one state: ${texts.map((text) => String(text).slice(0, 200)).join(' then ')}`, walk);
  };
  same('isTerminal', () => walk.isTerminal());
  same('seatsToAct', () => walk.toAct());
  same('returns', () => game.returns(state));
  const readers: Reader[] = ['spectator', ...Array.from({ length: seatCount }, (_, seat) => seat)];
  for (const reader of readers) {
    same(`observe(${reader})`, () => game.observe(state, reader));
    if (reader === 'spectator') continue;
    const observation = deepFreeze(game.observe(state, reader));
    same('legalActions', () => game.legalActions(state, reader));
    same('text', () => game.text(observation));
    same('brief', () => game.brief(observation));
    if (game.informationKey) same('informationKey', () => game.informationKey?.(observation));
  }
  for (const role of new Set(walk.roles)) same('rules', () => game.rules(role, options));
  if (game.isChance?.(state)) {
    if (game.chanceOutcomes) same('chanceOutcomes', () => game.chanceOutcomes?.(state));
    if (game.chanceKey) same('chanceKey', () => game.chanceKey?.(state));
    if (game.sampleChance) same('sampleChance', () => game.sampleChance?.(state, Rng.fromSeed(7)));
  }
  const last = walk.moves.at(-1);
  if (last) sameMove(walk, last, readers, same);
  if (canonicalJson(state) !== before) broken(RULE, game, 'a read changed the state', walk);
}

/** The transition into this state, once more: `told` and `apply` answer from their arguments alone. */
function sameMove(walk: Walker, move: Move, readers: readonly Reader[], same: (what: string, read: () => unknown) => void): void {
  const { game } = walk.setting;
  const previous = walk.before.at(-1) as Walker['state'];
  for (const reader of readers) same(`told(${reader})`, () => game.told(previous, move, reader));
  const again = calling('apply', walk, 'apply', () => game.apply(previous, move));
  if (canonicalJson(again) !== canonicalJson(walk.state)) broken('apply', game, 'the same move in the same state gives different states', walk);
}

function attempt(walk: Walker, sample: Action | null): void {
  const { game } = walk.setting;
  const [seat] = walk.toAct();
  if (seat === undefined) return;
  const observation = walk.observe(seat);
  calling(RULE, walk, 'readToken', () => game.readToken('no such token', observation));
  if (sample !== null) calling(RULE, walk, 'refusal', () => game.refusal(walk.state, seat as Seat, sample));
}
