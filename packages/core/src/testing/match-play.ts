/**
 * Random play at a real `Match`, for the checks that concern endings, records and matches side by side.
 * Who plays is drawn from the match's own seed, so that equal seeds play equal matches.
 */
import type { Action, Options, Role, Seat } from '../game/game.js';
import type { MatchEnd } from '../match/events.js';
import type { MatchInit } from '../match/header.js';
import { Match } from '../match/match.js';
import { parseSeed, Rng } from '../random/rng.js';
import { Choices } from './choices.js';
import { broken, calling, type Setting, type Trail } from './kit.js';

export class MatchPlay {
  readonly match: Match;
  readonly trail: Trail;
  readonly #choices: Choices;

  constructor(setting: Setting, seed: number, choices?: Choices, more: Partial<MatchInit> = {}) {
    const { game, options, variant } = setting;
    const roles: readonly Role[] = more.roles ?? game.roles(options);
    const start: Trail = { setting, seed, roles, moves: [] };
    this.match = calling('match', start, 'Match.start', () => Match.start({ game, matchId: 'conformance', seed: parseSeed(seed), options: options as Options, variant, ...more }));
    const { match } = this;
    this.trail = { setting, seed, roles, get moves() { return match.transitions.flatMap((step) => ('move' in step ? [step.move] : [])); }, get state() { return match.state; } };
    this.#choices = choices ?? new Choices(Rng.fromSeed(seed).fork('conformance'));
  }

  /** Over, or the script of choices has nothing more. */
  isAtEnd(): boolean {
    return this.match.end !== null || this.#choices.isUsedUp;
  }

  /** One accepted action of the first seat that is to act. */
  step(): void {
    const [seat] = this.match.pending() as readonly [Seat];
    this.submit(seat, this.#choose(seat));
  }

  submit(seat: Seat, action: Action): void {
    const result = calling('match', this.trail, `submit ${JSON.stringify(action)}`, () => this.match.submit(seat, { action }));
    if (!result.ok) broken('legal actions are accepted', this.match.game, `seat ${seat} was refused ${JSON.stringify(action)}: ${result.error.message}`, this.trail);
  }

  end(): MatchEnd | null {
    return this.match.end;
  }

  playOut(): Match {
    while (!this.match.end) this.step();
    return this.match;
  }

  #choose(seat: Seat): Action {
    const { match, trail } = this;
    return this.#choices.take({
      trail,
      seat,
      legalActions: calling('legal actions', trail, 'legalActions', () => match.legalActions(seat)),
      observe: () => match.observe(seat),
      accepts: (action) => match.game.refusal(match.state, seat, action) === null,
    });
  }
}
