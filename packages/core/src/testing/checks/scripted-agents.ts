/** Check: the scripted opponents that the game ships play legal actions, and `sampleState` gives states that its seat cannot tell from the true one. */
import { tryOnce } from '../attempts.js';
import { deepFreeze } from '../../game/deep-freeze.js';
import type { ScriptedAgent, Seat } from '../../game/game.js';
import { Rng } from '../../random/rng.js';
import { fillDefaults } from '../../schema/defaults.js';
import { broken, calling, type Kit, type Setting } from '../kit.js';
import { MatchPlay } from '../match-play.js';
import { eachPosition, type Walker } from '../walker.js';

const RULE = 'scripted agents';

/** Plays each agent with its default parameters against itself, under the default options. */
export function checkScriptedAgents(kit: Kit): void {
  const [setting] = kit.settings as readonly [Setting];
  for (const [name, agent] of Object.entries(kit.game.agents ?? {})) {
    for (let index = 0; index < Math.min(3, kit.matches); index++) tryOnce(setting, kit.seed + index, (_, seed) => playAgent(setting, seed, name, agent));
  }
}

function playAgent(setting: Setting, seed: number, name: string, agent: ScriptedAgent): void {
  const { match, trail } = new MatchPlay(setting, seed);
  const params = deepFreeze(fillDefaults(agent.paramsSchema ?? {}, {}));
  const policies = match.header.seats.map((_, seat) => calling(RULE, trail, `agents.${name}`, () => agent.make(params, Rng.fromSeed(seed).fork(seat))));
  while (!match.end) {
    const [seat] = match.pending() as readonly [Seat];
    const action = calling(RULE, trail, `agents.${name}`, () => (policies[seat] as (typeof policies)[number])(deepFreeze(match.observe(seat)), match.legalActions(seat)));
    const result = match.submit(seat, { action });
    if (!result.ok) broken(RULE, setting.game, `the agent "${name}" played ${JSON.stringify(action)} in seat ${seat}: ${result.error.message}`, trail);
  }
}

export function checkSampledStates(kit: Kit): void {
  if (!kit.game.sampleState) return;
  eachPosition(kit, 50, (walk) => {
    if (walk.isChance() || walk.isTerminal()) return;
    for (let seat: Seat = 0; seat < walk.setting.seatCount; seat++) checkSample(walk, seat);
  });
}

function checkSample(walk: Walker, seat: Seat): void {
  const rule = 'sampled states';
  const { game } = walk.setting;
  const observation = deepFreeze(walk.observe(seat));
  const sampled = calling(rule, walk, 'sampleState', () => game.sampleState?.(observation, seat, walk.rngFor(`sample/${seat}`)));
  if (!sampled) return broken(rule, game, '`sampleState` gives nothing', walk);
  const seen = calling(rule, walk, 'observe of the sampled state', () => game.observe(sampled, seat));
  if (JSON.stringify(seen) !== JSON.stringify(observation)) broken(rule, game, `seat ${seat} can tell the sampled state from the true one: it sees ${JSON.stringify(seen)} instead of ${JSON.stringify(observation)}`, walk);
  if (JSON.stringify(game.seatsToAct(sampled)) !== JSON.stringify(walk.toAct())) broken(rule, game, 'other seats are to act in the sampled state', walk);
}
