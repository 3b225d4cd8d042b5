/** A place where threads wait until all of them have come, as often as they like. They share its memory. */
export class Barrier {
  readonly #count: number;
  readonly #state: Int32Array<SharedArrayBuffer>; // how many have come; how often all have
  static readonly BYTES = 8;

  constructor(count: number, memory: SharedArrayBuffer) {
    this.#count = count;
    this.#state = new Int32Array(memory, 0, 2);
  }

  /** Blocks this thread. What others wrote to shared memory before they came can be read afterwards. */
  wait(): void {
    const round = Atomics.load(this.#state, 1);
    if (Atomics.add(this.#state, 0, 1) === this.#count - 1) {
      Atomics.store(this.#state, 0, 0);
      Atomics.add(this.#state, 1, 1);
      Atomics.notify(this.#state, 1);
    } else {
      for (let look = 0; look < LOOKS && Atomics.load(this.#state, 1) === round; look++);
      while (Atomics.load(this.#state, 1) === round) Atomics.wait(this.#state, 1, round);
    }
  }
}

const LOOKS = 2000; // some microseconds: waking up a thread that sleeps takes longer
