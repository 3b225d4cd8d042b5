/**
 * Takes clock and global randomness away while a check runs: a game that asks for them is told so, and its faults repeat.
 * The originals come back afterwards, whatever happens. Synchronous only.
 */
import { AssertionError } from 'node:assert';

/** Objects whose members are replaced, looked up by name because games may not name them themselves. */
const SOURCES = [['Math', 'random'], ['Date', 'now'], ['performance', 'now']] as const;

/** Runs a check without `Math.random`, `Date` and `performance.now`. */
export function withoutAmbient<T>(run: () => T): T {
  const originals = SOURCES.map(([owner, name]) => Reflect.get(globalOf(owner), name) as unknown);
  const DateClass = globalOf('Date') as unknown as new (...given: unknown[]) => object;
  for (const [owner, name] of SOURCES) Reflect.set(globalOf(owner), name, refusing(`${owner}.${name}`));
  Reflect.set(globalThis, 'Date', new Proxy(DateClass, { construct: refusing('new Date'), apply: refusing('Date') }));
  try {
    return run();
  } finally {
    Reflect.set(globalThis, 'Date', DateClass);
    SOURCES.forEach(([owner, name], index) => Reflect.set(globalOf(owner), name, originals[index]));
  }
}

function globalOf(name: string): object {
  return Reflect.get(globalThis, name) as object;
}

function refusing(name: string): () => never {
  return () => {
    throw new AssertionError({ message: `rule "no clock, no global randomness" is broken: the game used ${name}` });
  };
}
