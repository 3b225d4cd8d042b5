/**
 * Check: rules and prompts say how to answer. The rules for a role mention every form of action that the role can take, and every bracketed example
 * reads as what it says: in its canonical spelling, within the schema, and legal. Legal means now in an observation's text and somewhere in the match
 * in the rules; an example after the word "format" on its line shows the format alone.
 */
import { foldAscii } from '../../game/ascii.js';
import { fact, type Action, type Observation, type Role, type Seat } from '../../game/game.js';
import { isJsonObject, type Json } from '../../json.js';
import { broken, calling, type Kit, type Setting } from '../kit.js';
import { eachPosition, type Walker } from '../walker.js';

const RULE = 'examples';
const FORMS = 'rules text';
const MOST = 60;
const MOST_ACTIONS = 60;
/** Matches after which an example that was never legal is taken to be one that cannot be. */
const ENOUGH = 20;

/** The rules for one role under one option set, read once. */
interface RoleRules {
  readonly examples: readonly Example[];
  readonly words: ReadonlySet<string>;
  /** Shapes of the examples. */
  readonly shapes: ReadonlySet<string>;
  /** Examples that are shown as legal and were not yet seen to be. */
  readonly unproven: Set<string>;
  /** Action texts that were looked at. */
  readonly known: Set<string>;
}

interface Example {
  readonly text: string;
  readonly isFormat: boolean;
}

export function checkExamples(kit: Kit): void {
  const rules = new Map<Setting, Map<Role, RoleRules>>(kit.settings.map((setting) => [setting, new Map()]));
  const names = new Map(kit.settings.map((setting) => [setting, namesIn(setting.spec.schema)]));
  eachPosition(kit, MOST, (walk) => {
    const { game, options } = walk.setting;
    for (const seat of walk.toAct()) {
      const role = walk.roleOf(seat);
      const ofSetting = rules.get(walk.setting) as Map<Role, RoleRules>;
      const read = ofSetting.get(role) ?? readRules(calling(FORMS, walk, 'rules', () => game.rules(role, options)));
      ofSetting.set(role, read);
      const observation = walk.observe(seat);
      for (const action of walk.someActions(seat).slice(0, MOST_ACTIONS)) checkForm(walk, role, read, action, observation, names.get(walk.setting) as ReadonlySet<string>);
      for (const example of read.examples) {
        const action = checkExample(walk, observation, example, 'rules');
        if (action !== null && game.refusal(walk.state, seat, action) === null) read.unproven.delete(example.text);
      }
      checkPrompt(walk, seat, observation);
    }
  });
  if (kit.matches < ENOUGH) return; // an action that is seldom legal may not have been met
  for (const [role, { unproven }] of rules.get(kit.settings[0] as Setting) as Map<Role, RoleRules>) {
    for (const example of unproven) broken(RULE, kit.game, `the rules for ${role} show ${example}, which was never legal in random play (write "Format only:" before an example that shows the format alone)`);
  }
}

function readRules(text: string): RoleRules {
  const examples = examplesIn(text);
  return {
    examples,
    words: new Set((foldAscii(text).match(/[a-z]+/g) ?? []) as string[]),
    shapes: new Set(examples.map((example) => shapeOf(example.text))),
    unproven: new Set(examples.filter(({ isFormat }) => !isFormat).map((example) => example.text)),
    known: new Set(),
  };
}

function examplesIn(text: string): readonly Example[] {
  return [...text.matchAll(/\[[^[\]\n]*\]/g)].map((match) => {
    const line = text.slice(text.lastIndexOf('\n', match.index) + 1, match.index);
    return { text: match[0], isFormat: /\bformat\b/i.test(line) };
  });
}

/** `null` where the bracket is none of the game's tokens: plain text of the prompt. */
function checkExample(walk: Walker, observation: Observation, { text }: Example, where: string): Action | null {
  const { game, spec } = walk.setting;
  const inside = text.slice(1, -1).replaceAll(/\s+/g, ' ').trim();
  if (inside === '') return null;
  const action = calling(RULE, walk, 'readToken', () => game.readToken(inside, observation));
  if (action === null) {
    const word = /^[A-Za-z]{2,}/.exec(inside)?.[0];
    if (word && fact(game.keywords, observation).includes(foldAscii(word))) broken(RULE, game, `\`${where}\` shows ${text}, which cannot be read`, walk);
    return null;
  }
  const problem = spec.check(action);
  if (problem) broken(RULE, game, `\`${where}\` shows ${text}, which does not fit the schema at "${problem.pointer}": ${problem.message}`, walk);
  const canonical = calling(RULE, walk, 'formatAction', () => game.formatAction(action as Action));
  if (canonical !== text) broken(RULE, game, `\`${where}\` shows ${text}, whose canonical text is ${canonical}`, walk);
  return action as Action;
}

function checkPrompt(walk: Walker, seat: Seat, observation: Observation): void {
  const { game } = walk.setting;
  for (const example of examplesIn(calling(RULE, walk, 'text', () => game.text(observation)))) {
    const action = checkExample(walk, observation, example, 'text');
    if (action === null || example.isFormat) continue;
    const refusal = calling(RULE, walk, 'refusal', () => game.refusal(walk.state, seat, action));
    if (refusal !== null) broken(RULE, game, `\`text\` shows ${example.text} to seat ${seat}, for whom it is not legal: ${refusal}`, walk);
  }
}

/** The words that name an action have to stand in the rules; a form without such words needs an example of its shape. */
function checkForm(walk: Walker, role: Role, rules: RoleRules, action: Action, observation: Observation, names: ReadonlySet<string>): void {
  const { game } = walk.setting;
  const text = calling(FORMS, walk, 'formatAction', () => game.formatAction(action));
  if (rules.known.has(text) || !/^\[[^[\]]*\]$/.test(text)) return;
  rules.known.add(text);
  const keywords = fact(game.keywords, observation);
  const words = ((foldAscii(text).match(/[a-z0-9]+/g) ?? []) as string[]).filter((word) => /^[a-z]{2,}$/.test(word) && (keywords.includes(word) || names.has(word)));
  const missing = words.find((word) => !rules.words.has(word));
  if (missing !== undefined) broken(FORMS, game, `the rules for ${role} do not mention "${missing}" of ${text}`, walk);
  if (words.length === 0 && !rules.shapes.has(shapeOf(text))) broken(FORMS, game, `the rules for ${role} show no example of the form of ${text}`, walk);
}

/** A text with numbers and letters taken out, repeated groups once: `[2, 3]` and `[10, 4]` have one shape, `[e2e4]` and `[e7e8q]` two. */
function shapeOf(text: string): string {
  return text
    .replaceAll(/\d+/g, '#')
    .replaceAll(/[A-Za-z]+/g, 'a')
    .replaceAll(/([a#]+)(?: \1)+/g, '$1');
}

/** Words that the schema gives as constants, lower case. */
function namesIn(schema: Json): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: Json | undefined): void => {
    if (Array.isArray(value)) (value as readonly Json[]).forEach(visit);
    if (!isJsonObject(value)) return;
    for (const constant of [value.const, ...(Array.isArray(value.enum) ? (value.enum as readonly Json[]) : [])]) if (typeof constant === 'string') names.add(foldAscii(constant));
    Object.values(value).forEach(visit);
  };
  visit(schema);
  return names;
}
