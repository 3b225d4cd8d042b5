/**
 * One thing at a time, in the order of arrival: what a room does to its match never overlaps, whatever it waits for in between.
 * What an operation throws goes to one place, and the next operation runs.
 */
export class SerialQueue {
  readonly #onFault: (cause: unknown) => Promise<void>;
  readonly #waiting: (() => Promise<void> | void)[] = [];
  #busy = false;

  /** @param onFault handles what an operation threw; must not throw */
  constructor(onFault: (cause: unknown) => Promise<void>) {
    this.#onFault = onFault;
  }

  /** Runs the operation now, if nothing else is running. */
  run(operation: () => Promise<void> | void): void {
    if (this.#busy) this.#waiting.push(operation);
    else this.#start(operation);
  }

  #start(operation: () => Promise<void> | void): void {
    this.#busy = true;
    try {
      const done = operation();
      if (done) done.then(this.#next, this.#fail);
      else this.#next();
    } catch (cause) {
      this.#fail(cause);
    }
  }

  readonly #next = (): void => {
    this.#busy = false;
    const operation = this.#waiting.shift();
    if (operation) this.#start(operation);
  };

  readonly #fail = (cause: unknown): void => void this.#onFault(cause).then(this.#next, this.#next);
}
