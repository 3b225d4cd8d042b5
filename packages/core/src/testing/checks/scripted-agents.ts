/** Check: the scripted opponents that the game ships play legal actions, and `sampleState` gives states that its seat cannot tell from the true one. */
import { deepFreeze } from '../../game/deep-freeze.js';
import type { Seat } from '../../game/game.js';
import { Rng } from '../../random/rng.js';
import { fillDefaults } from '../../schema/defaults.js';
import { broken, calling, type Kit, type Setting } from '../kit.js';
import { MatchPlay } from '../match-play.js';
import { eachPosition } from '../walker.js';

const RULE = 'scripted agents';

/** Plays each agent with its default parameters against itself, under the default options. */
export function checkScriptedAgents(kit: Kit): void {
  const [setting] = kit.settings as readonly [Setting];
  for (const [name, agent] of Object.entries(kit.game.agents ?? {})) {
    for (let index = 0; index < Math.min(3, kit.matches); index++) {
      const play = new MatchPlay(setting, kit.seed + index);
      const { match, trail } = play;
      const params = deepFreeze(fillDefaults(agent.paramsSchema ?? {}, {}));
      const policies = match.header.seats.map((_, seat) => calling(RULE, trail, `agents.${name}`, () => agent.make(params, Rng.fromSeed(kit.seed + index).fork(seat))));
      while (!match.end) {
        const [seat] = match.pending() as readonly [Seat];
        const action = calling(RULE, trail, `agents.${name}`, () => (policies[seat] as (typeof policies)[number])(deepFreeze(match.observe(seat)), match.legalActions(seat)));
        const result = match.submit(seat, { action });
        if (!result.ok) broken(RULE, kit.game, `the agent "${name}" played ${JSON.stringify(action)} in seat ${seat}: ${result.error.message}`, trail);
      }
    }
  }
}

export function checkSampledStates(kit: Kit): void {
  const { game } = kit;
  if (!game.sampleState) return;
  const rng = Rng.fromSeed(kit.seed).fork('samples');
  eachPosition(kit, 50, (walk) => {
    if (walk.isChance() || walk.isTerminal()) return;
    for (let seat: Seat = 0; seat < walk.setting.seatCount; seat++) {
      const observation = deepFreeze(walk.observe(seat));
      const sampled = calling('sampled states', walk, 'sampleState', () => game.sampleState?.(observation, seat, rng));
      if (!sampled || JSON.stringify(game.observe(sampled, seat)) !== JSON.stringify(observation)) broken('sampled states', game, `seat ${seat} can tell the sampled state from the true one`, walk);
      if (JSON.stringify(game.seatsToAct(sampled)) !== JSON.stringify(walk.toAct())) broken('sampled states', game, 'other seats are to act in the sampled state', walk);
    }
  });
}
