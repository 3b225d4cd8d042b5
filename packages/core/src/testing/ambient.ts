/**
 * Takes clock and global randomness away while a check runs: a game that asks for them is told so, and its faults repeat.
 * The originals come back afterwards, whatever happens. Synchronous only.
 */
import { BrokenRule } from './kit.js';

/** Objects whose members are replaced, looked up by name because games may not name them themselves. */
const SOURCES = [['Math', 'random'], ['Date', 'now'], ['performance', 'now'], ['crypto', 'getRandomValues'], ['crypto', 'randomUUID']] as const;

/** Runs a check without `Math.random`, `crypto`'s random numbers, `Date` and `performance.now`. */
export function withoutAmbient<T>(run: () => T): T {
  const restores = SOURCES.map(([owner, name]) => replace(globalOf(owner), name, refusing(`${owner}.${name}`)));
  const DateClass = globalOf('Date') as unknown as new (...given: unknown[]) => object;
  Reflect.set(globalThis, 'Date', new Proxy(DateClass, { construct: refusing('new Date'), apply: refusing('Date') }));
  try {
    return run();
  } finally {
    Reflect.set(globalThis, 'Date', DateClass);
    for (const restore of restores) restore();
  }
}

/** Sets an own member, and gives back what puts the object as it was: some members are inherited. */
function replace(owner: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  return () => {
    if (before) Object.defineProperty(owner, name, before);
    else Reflect.deleteProperty(owner, name);
  };
}

function globalOf(name: string): object {
  return Reflect.get(globalThis, name) as object;
}

function refusing(name: string): () => never {
  return () => {
    throw new BrokenRule('no clock, no global randomness', `the game used ${name}`);
  };
}
