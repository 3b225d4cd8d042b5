/**
 * One stage in which several seats act at once: what each has handed in, who failed, who is still to be heard.
 * Nobody learns any of it before the stage is judged; `match.ts` judges, applies and records. No rules, no retries, no events here.
 */
import type { Action, Game, Seat, State } from '../game/game.js';
import type { Failure, Failures } from './forfeits.js';

export class JointStage {
  /** The seats of the stage, as the game listed them. */
  readonly seats: readonly Seat[];
  /** Seats that have neither handed in an action nor failed. */
  pending: readonly Seat[];
  // Seats are integers, so the keys stand in seat order whoever came first.
  #actions: { [seat: Seat]: Action } | null = null;
  readonly #failures = new Map<Seat, Failure>();

  constructor(seats: readonly Seat[]) {
    this.seats = seats;
    this.pending = seats;
  }

  /** The actions handed in so far, by seat. Nobody but the match may look before `pending` is empty. */
  get actions(): { readonly [seat: Seat]: Action } {
    return this.#actions ?? {};
  }

  get failures(): Failures {
    return this.#failures;
  }

  /** The failures of seats other than these. */
  failuresBeside(gone: Failures): Failures {
    return new Map([...this.#failures].filter(([seat]) => !gone.has(seat)));
  }

  submit(seat: Seat, action: Action): void {
    if (this.#actions) this.#actions[seat] = action;
    else this.#actions = actionsOf(seat, action);
    this.#close(seat);
  }

  fail(seat: Seat, failure: Failure): void {
    this.#failures.set(seat, failure);
    this.#close(seat);
  }

  /**
   * The same stage without the seats that dropped out of the match, as far as it stands in the state after that: the state asks exactly the
   * other seats again, and what they have handed in is still legal. Else, or when nobody has been heard yet, `null`: the game is asked afresh.
   */
  without(gone: Failures, game: Game, state: State): JointStage | null {
    const rest = new JointStage(this.seats.filter((seat) => !gone.has(seat)));
    const asked = game.seatsToAct(state); // nobody at chance nodes and at the end
    if (asked.length !== rest.seats.length || !asked.every((seat) => rest.seats.includes(seat))) return null;
    for (const seat of rest.seats) {
      const [action, failure] = [this.actions[seat], this.#failures.get(seat)];
      if (action && game.refusal(state, seat, action) !== null) return null;
      if (action) rest.submit(seat, action);
      if (failure) rest.fail(seat, failure);
    }
    return rest.pending.length < rest.seats.length ? rest : null;
  }

  #close(seat: Seat): void {
    const pending: Seat[] = [];
    for (const other of this.pending) if (other !== seat) pending.push(other);
    this.pending = pending;
  }
}

/** The action of one seat by seat. Written out for the first two seats: an object made with a computed number as its key costs several times as much. */
export function actionsOf(seat: Seat, action: Action): { [seat: Seat]: Action } {
  return seat === 0 ? { 0: action } : seat === 1 ? { 1: action } : { [seat]: action };
}
