/**
 * Notices when making one thing needs that very thing, for programs that are put together of parts made on demand: the error names the circle,
 * where there would be a stack overflow. It makes and keeps nothing itself.
 */
import { CoreError } from './errors.js';

export class Making {
  readonly #under: string[] = [];

  /** Makes one thing. @param name for people @throws CORE_CIRCLE when this thing is being made already */
  run<T>(name: string, make: () => T): T {
    const start = this.#under.indexOf(name);
    if (start !== -1) throw new CoreError('CORE_CIRCLE', { details: { circle: [...this.#under.slice(start), name].join(' -> ') } });
    this.#under.push(name);
    try {
      return make();
    } finally {
      this.#under.pop();
    }
  }
}
