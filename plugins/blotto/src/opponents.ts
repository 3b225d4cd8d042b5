/** Scripted opponents of Colonel Blotto. Each draws an allocation by the options alone; what was played before does not matter to them. */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';
import { actionOf, drawAllocation, type Allocation, type BlottoAction } from './allocations.js';

/** The part of an observation these agents look at. */
export type FieldsView = { readonly options: { readonly fields: number; readonly units: number } };

type Agent = ScriptedAgent<BlottoAction, FieldsView>;

/** Units as even as can be over the first `used` fields, after `guard` units on each other one. */
function split(fields: number, units: number, used: number, guard: number): Allocation {
  const guards = Math.min(guard, Math.floor(units / fields)) * (fields - used);
  const rest = units - guards;
  return Array.from({ length: fields }, (_, field) => {
    if (field >= used) return guards / (fields - used);
    return Math.floor(rest / used) + (field < rest % used ? 1 : 0);
  });
}

/**
 * Splits that few others beat everywhere: even, all on a bare majority of fields, a majority with one unit or a quarter of an even share left behind, and
 * one field given up. Of 20 units on 3 fields: 7 7 6, 10 10 0, 10 9 1, 9 9 2.
 */
export function goodSplits(fields: number, units: number): readonly Allocation[] {
  const majority = Math.floor(fields / 2) + 1;
  const share = Math.max(2, Math.round(units / fields / 4));
  const splits = [split(fields, units, fields, 0), ...[0, 1, share].map((guard) => split(fields, units, majority, guard)), split(fields, units, Math.max(1, fields - 1), 0)];
  return [...new Map(splits.map((one) => [one.join(' '), one])).values()];
}

function uniform({ options }: FieldsView, rng: Rng): BlottoAction {
  return actionOf(drawAllocation(options.fields, options.units, rng));
}

const RANDOM: Agent = { summary: 'Draws every allocation with equal probability.', make: (_params, rng) => (view) => uniform(view, rng) };

export const AGENTS: { readonly [name in 'random' | 'uniform-random' | 'even-split' | 'mixed']: Agent } = {
  random: RANDOM,
  'uniform-random': RANDOM,
  'even-split': {
    summary: 'Spreads the units evenly; which fields get the ones left over is random.',
    make: (_params, rng) => ({ options }) => actionOf(rng.shuffle(split(options.fields, options.units, options.fields, 0))),
  },
  mixed: {
    summary: 'Draws one of a few good splits and lays it on the fields in random order.',
    make: (_params, rng) => ({ options }) => actionOf(rng.shuffle(rng.pick(goodSplits(options.fields, options.units)))),
  },
};
