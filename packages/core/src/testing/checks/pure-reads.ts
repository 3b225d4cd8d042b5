/** Check: looking changes nothing. Reads give the same answer three times, leave the frozen state as it is, and leave the match as it would have been. */
import { canonicalJson } from '../../json.js';
import type { Action, Move, Reader, Seat, State } from '../../game/game.js';
import { Rng } from '../../random/rng.js';
import { deepFreeze } from '../../game/deep-freeze.js';
import { schemaSamples } from '../schema-samples.js';
import { eachAttempt } from '../attempts.js';
import { broken, calling, type Kit, type Setting } from '../kit.js';
import { Walker } from '../walker.js';

const RULE = 'pure reads';
const MOST = 60;

export function checkPureReads(kit: Kit): void {
  const samples = new Map(kit.settings.map((setting) => [setting, sampleAction(setting)]));
  eachAttempt(kit, MOST, (setting, seed, choices) => {
    const watched = new Walker(setting, seed, choices);
    for (;;) {
      readThrice(watched, samples.get(setting) ?? null);
      if (watched.isAtEnd()) break;
      watched.step();
    }
    const quiet = new Walker(setting, seed, choices.again());
    while (quiet.moves.length < watched.moves.length && !quiet.isOver()) quiet.step();
    if (canonicalJson(quiet.state) !== canonicalJson(watched.state)) broken(RULE, setting.game, 'a match that is looked at goes differently from one that is not', watched);
  });
}

/** Some action that fits the schema, legal or not. */
function sampleAction({ spec }: Setting): Action | null {
  const sample = schemaSamples(spec.schema).find((value) => spec.check(value) === null);
  return sample === undefined ? null : (deepFreeze(sample) as Action);
}

function readThrice(walk: Walker, sample: Action | null): void {
  const before = canonicalJson(walk.state);
  const readers: readonly Reader[] = ['spectator', ...Array.from({ length: walk.setting.seatCount }, (_, seat) => seat)];
  const first = allReads(walk, readers);
  for (let again = 0; again < 2; again++) {
    attempt(walk, sample); // an attempt that fails must leave no mark either
    for (const [what, text] of allReads(walk, readers)) {
      const earlier = first.get(what);
      if (text !== earlier) broken(RULE, walk.setting.game, `\`${what}\` differs between reads of one state: ${String(earlier).slice(0, 200)} then ${String(text).slice(0, 200)}`, walk);
    }
  }
  const last = walk.moves.at(-1);
  if (last) applyAgain(walk, last);
  if (canonicalJson(walk.state) !== before) broken(RULE, walk.setting.game, 'a read changed the state', walk);
}

/** Everything that can be asked about the state and the move that led to it, as texts. */
function allReads(walk: Walker, readers: readonly Reader[]): ReadonlyMap<string, string> {
  const { game, options } = walk.setting;
  const { state } = walk;
  const texts = new Map<string, string>();
  const read = (what: string, run: () => unknown): void => void texts.set(what, JSON.stringify(calling(RULE, walk, what, run)) ?? 'nothing');
  read('isTerminal', () => game.isTerminal(state));
  read('seatsToAct', () => game.seatsToAct(state));
  read('returns', () => game.returns(state));
  const [last, previous] = [walk.moves.at(-1), walk.before.at(-1)];
  for (const reader of readers) {
    const observation = deepFreeze(walk.observe(reader));
    texts.set(`observe(${reader})`, JSON.stringify(observation));
    if (last && previous) read(`told(${reader})`, () => game.told(previous, last, reader));
    if (reader === 'spectator') continue;
    read(`legalActions(${reader})`, () => game.legalActions(state, reader));
    read(`text for seat ${reader}`, () => game.text(observation));
    read(`brief for seat ${reader}`, () => game.brief(observation));
    if (game.informationKey) read(`informationKey for seat ${reader}`, () => game.informationKey?.(observation));
  }
  for (const role of new Set(walk.roles)) read(`rules for ${role}`, () => game.rules(role, options));
  if (game.isChance?.(state)) {
    if (game.chanceOutcomes) read('chanceOutcomes', () => game.chanceOutcomes?.(state));
    if (game.chanceKey) read('chanceKey', () => game.chanceKey?.(state));
    if (game.sampleChance) read('sampleChance', () => game.sampleChance?.(state, Rng.fromSeed(7)));
  }
  return texts;
}

/** The transition into this state, once more: `apply` answers from its arguments alone. */
function applyAgain(walk: Walker, move: Move): void {
  const { game } = walk.setting;
  const again = calling('apply', walk, 'apply', () => game.apply(walk.before.at(-1) as State, move));
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
