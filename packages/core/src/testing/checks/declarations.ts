/** Check: what the game says about itself before anything is played. */
import { fact } from '../../game/game.js';
import { checkModule } from '../../game/plugin.js';
import { isJsonObject } from '../../json.js';
import { broken, type Kit, type Setting } from '../kit.js';

const FACTS = {
  turnOrder: ['sequential', 'simultaneous', 'mixed'],
  information: ['perfect', 'imperfect'],
  chance: ['none', 'enumerated', 'sampled'],
  utility: ['zero-sum', 'constant-sum', 'general-sum'],
} as const;

export function checkDeclarations(kit: Kit): void {
  const { game } = kit;
  const checked = checkModule(game.id, { apiVersion: game.apiVersion, games: [game.id] }, { default: { apiVersion: game.apiVersion, games: [game] } });
  if (!checked.ok) broken('declarations', game, checked.failure.explanation);
  const properties = isJsonObject(game.optionsSchema.properties) ? game.optionsSchema.properties : {};
  for (const [name, schema] of Object.entries(properties)) {
    if (!isJsonObject(schema) || !Object.hasOwn(schema, 'default')) broken('declarations', game, `option "${name}" has no default`);
  }
  if (Object.hasOwn(game.variants, 'default')) broken('declarations', game, 'no variant can be called "default"');
  for (const setting of kit.settings) checkFacts(setting);
}

function checkFacts(setting: Setting): void {
  const { game, options } = setting;
  const bad = (explanation: string): never => broken('declarations', game, `${explanation} (variant ${setting.variant})`);
  for (const [name, values] of Object.entries(FACTS)) {
    const value = fact(game[name as keyof typeof FACTS], options);
    if (!(values as readonly string[]).includes(value)) bad(`\`${name}\`: expected one of ${values.join(', ')}, got ${String(value)}`);
  }
  const roles = game.roles(options);
  if (roles.length < game.seats.min || roles.length > game.seats.max) bad(`${roles.length} roles, but ${game.seats.min} to ${game.seats.max} seats`);
  for (const role of roles) if (typeof role !== 'string' || !/^\S+$/.test(role)) bad(`role ${JSON.stringify(role)}: expected one word`);
  const { min, max } = game.returnsRange(options);
  if (!(Number.isFinite(min) && Number.isFinite(max) && min <= max)) bad(`\`returnsRange\`: expected min at most max, got ${min} and ${max}`);
  if (fact(game.utility, options) === 'zero-sum' && !(min <= 0 && max >= 0)) bad(`\`returnsRange\` ${min} to ${max} cannot sum to zero`);
  const maxSteps = game.maxSteps(options);
  if (!(Number.isSafeInteger(maxSteps) && maxSteps > 0)) bad(`\`maxSteps\`: expected a whole number above 0, got ${maxSteps}`);
  const chance = fact(game.chance, options);
  if (chance !== 'none' && !game.isChance) bad('there is chance, but no `isChance`');
  if (chance === 'enumerated' && !game.chanceOutcomes) bad('chance is enumerated, but there is no `chanceOutcomes`');
  if (chance === 'sampled' && !game.sampleChance) bad('chance is sampled, but there is no `sampleChance`');
  const inTeams = game.teams?.(game.initialState(options, roles)).flat() ?? [];
  if (inTeams.some((seat, index) => !(seat in roles) || inTeams.indexOf(seat) !== index)) bad('`teams` names a seat twice or one that is not there');
  const words = game.briefWords(options);
  const word = words.find((item, index) => !/^\S+$/.test(item) || words.indexOf(item) !== index);
  if (word !== undefined) bad(`\`briefWords\`: ${JSON.stringify(word)} is no single word, or stands there twice`);
}
