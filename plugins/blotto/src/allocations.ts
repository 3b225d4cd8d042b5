/**
 * Allocations of units to fields: their names, their number, the list of all where it is short, a uniform draw, and which wins.
 * An allocation is a list of units by field; an action names the fields. It knows no match.
 */
import type { Rng } from '@spiral-arena/core/random';

export type Allocation = readonly number[];
export type BlottoAction = { readonly allocation: { readonly [field: string]: number } };

/** Names of fields, in order. */
export const FIELD_NAMES: readonly string[] = Object.freeze([...'ABCDEFGHIJ']);

/** Longer lists of actions are not made: whoever asks gets the grammar. */
export const MOST_LISTED = 2_000;

/** Number of ways to put units on fields: C(units + fields − 1, fields − 1). */
export function countAllocations(fields: number, units: number): number {
  let count = 1;
  for (let k = 1; k < fields; k++) count = (count * (units + k)) / k; // an integer after every step
  return Math.round(count);
}

const listed = new Map<number, readonly BlottoAction[] | null>();

/** Every action, field A from 0 upwards first, made once for all matches; `null` where there are too many. */
export function actionsOn(fields: number, units: number): readonly BlottoAction[] | null {
  const key = fields * 1_000 + units;
  let actions = listed.get(key);
  if (actions === undefined) {
    actions = countAllocations(fields, units) > MOST_LISTED ? null : Object.freeze(allAllocations(fields, units).map(actionOf));
    listed.set(key, actions);
  }
  return actions;
}

function allAllocations(fields: number, units: number): Allocation[] {
  if (fields === 1) return [[units]];
  const all: Allocation[] = [];
  for (let first = 0; first <= units; first++) for (const rest of allAllocations(fields - 1, units - first)) all.push([first, ...rest]);
  return all;
}

/** The frozen action that names these units. */
export function actionOf(units: Allocation): BlottoAction {
  const allocation: { [field: string]: number } = {};
  for (let field = 0; field < units.length; field++) allocation[FIELD_NAMES[field] as string] = units[field] as number;
  return Object.freeze({ allocation: Object.freeze(allocation) });
}

/** The units that an action names, by field. `+ 0`: -0 becomes 0. */
export function unitsOf({ allocation }: BlottoAction, fields: number): Allocation {
  const units: number[] = [];
  for (let field = 0; field < fields; field++) units.push((allocation[FIELD_NAMES[field] as string] as number) + 0);
  return units;
}

/** Fields where the first has more units, less those where the second has. */
export function fieldMargin(first: Allocation, second: Allocation): number {
  let margin = 0;
  for (let field = 0; field < first.length; field++) margin += Math.sign((first[field] as number) - (second[field] as number));
  return margin;
}

/** One allocation, each as likely as any other: the gaps between `fields` − 1 bars among units and bars. */
export function drawAllocation(fields: number, units: number, rng: Rng): Allocation {
  const places = units + fields - 1;
  const bars = new Set<number>();
  for (let last = places - fields + 1; last < places; last++) { // Floyd's choice of distinct places
    const place = rng.int(last + 1);
    bars.add(bars.has(place) ? last : place);
  }
  const allocation: number[] = [];
  let before = -1;
  for (const bar of [...bars].toSorted((a, b) => a - b)) {
    allocation.push(bar - before - 1);
    before = bar;
  }
  allocation.push(places - before - 1);
  return allocation;
}
