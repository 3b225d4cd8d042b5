/**
 * Who takes what, so that all have about as much: the largest first, each to whoever has least.
 * @returns for each size one of `count`
 */
export function shareOut(sizes: readonly number[], count: number): readonly number[] {
  const loads = Array<number>(count).fill(0);
  const takers: number[] = [];
  for (const [at, size] of [...sizes.entries()].toSorted(([, a], [, b]) => b - a)) {
    const taker = loads.indexOf(Math.min(...loads));
    takers[at] = taker;
    loads[taker]! += size;
  }
  return takers;
}
