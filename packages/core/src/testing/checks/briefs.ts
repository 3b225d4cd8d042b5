/** Check: briefs are made of the declared words, and every way through `briefNext` ends in a legal action, as every legal action is a way through it. */
import { actionWords, nextWords, wordsToAnswer, type NextWords } from '../../game/brief.js';
import type { Action, Seat } from '../../game/game.js';
import { readAction } from '../../game/read-action.js';
import type { Rng } from '../../random/rng.js';
import { broken, calling, type Kit } from '../kit.js';
import { eachPosition, type Walker } from '../walker.js';

const RULE = 'brief texts';
const MOST = 100;
const MOST_WORDS = 256;

export function checkBriefs(kit: Kit): void {
  const words = new Map(kit.settings.map((setting) => [setting, new Set(kit.game.briefWords(setting.options))]));
  eachPosition(kit, MOST, (walk) => {
    const known = words.get(walk.setting) as Set<string>;
    for (let seat: Seat = 0; seat < walk.setting.seatCount; seat++) checkBrief(walk, seat, known);
    for (const seat of walk.toAct()) checkNext(walk, seat, known, walk.rngFor(`briefs/${seat}`));
  });
}

function checkBrief(walk: Walker, seat: Seat, known: ReadonlySet<string>): void {
  const { game } = walk.setting;
  const brief = calling(RULE, walk, 'brief', () => game.brief(walk.observe(seat)));
  const words = brief.split(' ');
  const unknown = words.find((word) => !known.has(word));
  if (unknown !== undefined) broken(RULE, game, `the brief ${JSON.stringify(brief)} has ${JSON.stringify(unknown)}, which is not among \`briefWords\``, walk);
  if (words[0] !== game.id || words[1] !== walk.roleOf(seat)) broken(RULE, game, `the brief of seat ${seat} must start with "${game.id} ${walk.roleOf(seat)}", got ${JSON.stringify(brief.slice(0, 80))}`, walk);
}

function checkNext(walk: Walker, seat: Seat, known: ReadonlySet<string>, rng: Rng): void {
  const { game, spec } = walk.setting;
  const observation = walk.observe(seat);
  const legal = walk.legalActions(seat);
  const next = calling(RULE, walk, 'briefNext', () => nextWords(game, observation, legal));
  for (let count = 0; count < 3; count++) {
    const words = randomWords(walk, next, known, rng);
    const answer = wordsToAnswer(words);
    const read = readAction(game, observation, answer);
    if (!read.ok) return broken(RULE, game, `\`briefNext\` leads to ${answer}, which is refused: ${read.message}`, walk);
    const why = spec.check(read.action)?.message ?? game.refusal(walk.state, seat, read.action as Action);
    if (why !== null) broken(RULE, game, `\`briefNext\` leads to ${answer}, which is refused: ${why}`, walk);
  }
  for (const action of legal ?? []) checkPath(walk, next, action, known);
}

function randomWords(walk: Walker, next: NextWords, known: ReadonlySet<string>, rng: Rng): readonly string[] {
  const { game } = walk.setting;
  const words: string[] = [];
  for (;;) {
    const choices = calling(RULE, walk, 'briefNext', () => next(words));
    if (choices.length === 0) return words;
    const word = rng.pick(choices);
    if (word === '') return words;
    if (!known.has(word)) broken(RULE, game, `${JSON.stringify(word)} may follow "${words.join(' ')}" and is not among \`briefWords\``, walk);
    words.push(word);
    if (words.length > MOST_WORDS) broken(RULE, game, `\`briefNext\` goes on after ${MOST_WORDS} words: "${words.slice(0, 20).join(' ')} ..."`, walk);
  }
}

function checkPath(walk: Walker, next: NextWords, action: Action, known: ReadonlySet<string>): void {
  const { game } = walk.setting;
  const words = actionWords(game, action);
  words.forEach((word, index) => {
    if (!known.has(word)) broken(RULE, game, `${JSON.stringify(word)} of ${game.formatAction(action)} is not among \`briefWords\``, walk);
    if (!next(words.slice(0, index)).includes(word)) broken(RULE, game, `\`briefNext\` does not lead to the legal action ${game.formatAction(action)}`, walk);
  });
  const after = next(words);
  if (after.length > 0 && !after.includes('')) broken(RULE, game, `\`briefNext\` does not let ${game.formatAction(action)} end`, walk);
}
