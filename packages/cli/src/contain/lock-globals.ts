/**
 * Makes the built-in functions of this thread (`Array.prototype.map`, `Math.random`) impossible to replace: strict code that tries throws, other code has
 * no effect. Adding functions stays possible: they reach nobody else. Names that objects commonly give a meaning of their own are left as they are,
 * since a locked one could not be assigned on anything that inherits it.
 */

const LOCKED = [
  'Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt', 'Math', 'JSON', 'Reflect', 'Date', 'RegExp', 'Promise', 'Map', 'Set', 'WeakMap', 'WeakSet',
  'Error', 'TypeError', 'RangeError', 'ArrayBuffer', 'Uint8Array', 'Int32Array', 'Uint32Array', 'Float64Array', 'Atomics', 'parseInt', 'parseFloat', 'isNaN', 'isFinite', 'structuredClone',
] as const;

const OFTEN_OWN: ReadonlySet<PropertyKey> = new Set(['constructor', 'toString', 'toLocaleString', 'valueOf']);

export function lockGlobals(): void {
  for (const name of LOCKED) {
    const built = Reflect.get(globalThis, name) as object;
    lock(globalThis, name);
    for (const key of Reflect.ownKeys(built)) lock(built, key);
    const prototype: unknown = Reflect.get(built, 'prototype');
    if (typeof prototype === 'object' && prototype !== null) for (const key of Reflect.ownKeys(prototype)) lock(prototype, key);
  }
}

function lock(holder: object, key: PropertyKey): void {
  const property = Object.getOwnPropertyDescriptor(holder, key);
  if (typeof property?.value !== 'function' || !property.configurable || OFTEN_OWN.has(key)) return;
  Object.defineProperty(holder, key, { writable: false, configurable: false });
}
