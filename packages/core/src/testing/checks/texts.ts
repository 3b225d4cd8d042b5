/** Check: what the game prints, the common reader reads: canonical texts of actions in every allowed dress. Rules and examples: `examples.ts`. */
import { fact, type Action, type Observation, type Seat } from '../../game/game.js';
import { readAction } from '../../game/read-action.js';
import { foldAscii } from '../../game/ascii.js';
import { canonicalJson } from '../../json.js';
import { broken, calling, type Kit } from '../kit.js';
import { eachPosition, type Walker } from '../walker.js';

const RULE = 'action texts';
const MOST = 100;
const MOST_ACTIONS = 40;
const JUNK = ['constructor', '__proto__', 'toString', '-1', '04', '+4', '4.0', '1e9', '\uFF14', '999999999999999999999999', ',', '->', ':', '"', 'null', '{}'];

export function checkTexts(kit: Kit): void {
  eachPosition(kit, MOST, (walk) => {
    const { game } = walk.setting;
    for (const seat of walk.toAct()) {
      const observation = walk.observe(seat);
      checkActions(walk, observation, walk.someActions(seat).slice(0, MOST_ACTIONS));
      const text = calling(RULE, walk, 'text', () => game.text(observation));
      if (typeof text !== 'string' || text.trim() === '') broken(RULE, game, '`text` is empty', walk);
      const keywords = calling(RULE, walk, 'keywords', () => fact(game.keywords, observation));
      for (const word of keywords) if (!/^[a-z]{2,}$/.test(word)) broken(RULE, game, `keyword ${JSON.stringify(word)}: expected two or more lower-case letters`, walk);
      if (walk.ply === 0) checkJunk(walk, seat, observation);
    }
  });
}

function checkActions(walk: Walker, observation: Observation, actions: readonly Action[]): void {
  const { game } = walk.setting;
  const talks = game.talk?.allowed(observation) ?? false;
  const byText = new Map<string, string>();
  let plain: string | null = null; // a text of one bracket pair, to set another one beside
  for (const action of actions) {
    const wanted = canonicalJson(action);
    const text = calling(RULE, walk, 'formatAction', () => game.formatAction(action));
    const twin = byText.get(text);
    if (twin !== undefined && twin !== wanted) broken(RULE, game, `${twin} and ${wanted} have one text: ${text}`, walk);
    byText.set(text, wanted);
    if (!/^\[[^[\]]*\]$/.test(text)) {
      // With a message around the token; one that holds brackets itself is for display only.
      if (text.split('[').length <= 2) expectAction(walk, observation, text, wanted);
      continue;
    }
    const inside = text.slice(1, -1);
    for (const dress of [text, foldAscii(text), upperAscii(text), `[ ${inside.replaceAll(' ', '   ')} ]`, `${text} ${text}`]) expectAction(walk, observation, dress, wanted);
    if (!talks) for (const dress of [`This is it: ${text} and no other.`, inside, `  ${inside}\n`]) expectAction(walk, observation, dress, wanted);
    if (plain !== null && plain !== text) {
      const read = readAction(game, observation, `${plain} or ${text}`);
      if (read.ok || read.kind !== 'ambiguous') broken(RULE, game, `"${plain} or ${text}" is not read as ambiguous`, walk);
    }
    plain = text;
  }
}

function expectAction(walk: Walker, observation: Observation, text: string, wanted: string): void {
  const { game } = walk.setting;
  const read = calling(RULE, walk, `readAction of ${JSON.stringify(text)}`, () => readAction(game, observation, text));
  if (!read.ok) broken(RULE, game, `${JSON.stringify(text)} stands for ${wanted} and is refused: ${read.message}`, walk);
  if (canonicalJson(read.action) !== wanted) broken(RULE, game, `${JSON.stringify(text)} stands for ${wanted} and is read as ${canonicalJson(read.action)}`, walk);
}

function checkJunk(walk: Walker, seat: Seat, observation: Observation): void {
  const { game, spec } = walk.setting;
  for (const junk of JUNK) {
    const action = calling(RULE, walk, `readToken of ${JSON.stringify(junk)}`, () => game.readToken(junk, observation));
    if (action === undefined) broken(RULE, game, `\`readToken\` of ${JSON.stringify(junk)}: expected JSON or null, got nothing`, walk);
    if (action !== null && spec.check(action) === null) calling(RULE, walk, 'refusal', () => game.refusal(walk.state, seat, action as Action));
  }
}

function upperAscii(text: string): string {
  return text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}
