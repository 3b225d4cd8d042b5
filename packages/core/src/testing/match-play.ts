/**
 * Random play at a real `Match`, for the checks that concern endings, records and matches side by side.
 * Who plays is drawn from the match's own seed, so that equal seeds play equal matches.
 */
import type { Action, Options, ScriptedPolicy, Seat } from '../game/game.js';
import type { MatchEnd } from '../match/events.js';
import type { MatchInit } from '../match/header.js';
import { Match } from '../match/match.js';
import { parseSeed, Rng } from '../random/rng.js';
import { fillDefaults } from '../schema/defaults.js';
import { broken, calling, type Setting, type Trail } from './kit.js';

export class MatchPlay {
  readonly match: Match;
  readonly trail: Trail;
  readonly #rng: Rng;
  readonly #policies = new Map<Seat, ScriptedPolicy>();

  constructor(setting: Setting, seed: number, more: Partial<MatchInit> = {}) {
    const { game, options, variant } = setting;
    const trail: { setting: Setting; seed: number; moves: [] } = { setting, seed, moves: [] };
    this.match = calling('match', trail, 'Match.start', () => Match.start({ game, matchId: 'conformance', seed: parseSeed(seed), options: options as Options, variant, ...more }));
    const { match } = this;
    this.trail = { setting, seed, get moves() { return match.transitions.flatMap((step) => ('move' in step ? [step.move] : [])); } };
    this.#rng = Rng.fromSeed(seed).fork('conformance');
  }

  choose(seat: Seat): Action {
    const { match, trail } = this;
    const legal = calling('legal actions', trail, 'legalActions', () => match.legalActions(seat));
    if (legal !== null) return this.#rng.pick(legal);
    let policy = this.#policies.get(seat);
    if (!policy) {
      const random = match.game.agents?.random;
      if (!random) return broken('scripted agents', match.game, 'the action space is open and there is no agent called "random"', trail);
      policy = random.make(fillDefaults(random.paramsSchema ?? {}, {}), this.#rng.fork(seat));
      this.#policies.set(seat, policy);
    }
    return policy(match.observe(seat), null);
  }

  /** One accepted action of the first seat that is to act. */
  step(): void {
    const [seat] = this.match.pending();
    this.submit(seat as Seat, this.choose(seat as Seat));
  }

  submit(seat: Seat, action: Action): void {
    const result = calling('match', this.trail, 'submit', () => this.match.submit(seat, { action }));
    if (!result.ok) broken('legal actions are accepted', this.match.game, `seat ${seat} was refused ${JSON.stringify(action)}: ${result.error.message}`, this.trail);
  }

  end(): MatchEnd | null {
    return this.match.end;
  }

  playOut(): Match {
    while (!this.match.end) this.step();
    return this.match;
  }
}
