import { describe, expect, it } from 'vitest';
import { resolveOptions } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import type { NegotiationAction } from './action.js';
import type { NegotiationOptions } from './options.js';
import { simpleNegotiation as game, type NegotiationState } from './simple-negotiation.js';
import { TRADERS } from './traders.js';

const optionsOf = (variant: string): NegotiationOptions => resolveOptions(game, { variant }).options as NegotiationOptions;

/** Plays one match of scripted agents and gives its last state; every action has to be legal. */
function match(variant: string, names: readonly [string, string], seed: number): NegotiationState {
  const options = optionsOf(variant);
  const rng = Rng.fromSeed(seed);
  let state = game.initialState(options, ['first', 'second']);
  const policies = names.map((name, seat) => TRADERS[name]?.make({}, rng.fork(seat)));
  while (!game.isTerminal(state)) {
    if (game.isChance?.(state)) {
      state = game.apply(state, { kind: 'chance', outcome: game.sampleChance?.(state, rng.fork(game.chanceKey?.(state) ?? 0)) ?? null });
      continue;
    }
    const seat = game.seatsToAct(state)[0] as number;
    const action = policies[seat]?.(game.observe(state, seat), null) as NegotiationAction;
    expect(game.refusal(state, seat, action)).toBeNull();
    state = game.apply(state, { kind: 'actions', actions: { [seat]: action } });
  }
  return state;
}

const trades = ({ history }: NegotiationState): number => history.filter(({ traded }) => traded).length;

/** Mean return of the first name over swapped matches against the second. */
function meanReturn(variant: string, one: string, other: string, matches: number): number {
  let sum = 0;
  for (let seed = 0; seed < matches; seed++) {
    sum += game.returns(match(variant, [one, other], seed))[0] as number;
    sum += game.returns(match(variant, [other, one], seed))[1] as number;
  }
  return sum / (2 * matches);
}

describe.each(['default', 'silent', 'spiral-2', 'reference', 'eight'])('traders in %s', (variant) => {
  it.each(Object.keys(TRADERS).flatMap((one) => Object.keys(TRADERS).map((other) => [one, other] as const)))('%s against %s only acts legally', (one, other) => {
    for (let seed = 0; seed < 4; seed++) expect(game.isTerminal(match(variant, [one, other], seed))).toBe(true);
  });

  it('silent never trades, whoever sits opposite', () => {
    for (const other of Object.keys(TRADERS)) {
      for (let seed = 0; seed < 4; seed++) {
        expect(trades(match(variant, ['silent', other], seed))).toBe(0);
        expect(trades(match(variant, [other, 'silent'], seed))).toBe(0);
      }
    }
  });
});

it('the naive trader takes any gain and offers its cheapest for its dearest', () => {
  const state = match('silent', ['naive-trader', 'silent'], 1);
  expect(state.history[0]).toMatchObject({ kind: 'offer', give: { Wood: 1 }, get: { Gold: 1 } });
  expect(trades(match('silent', ['naive-trader', 'naive-trader'], 1))).toBe(5);
});

it('the greedy trader asks for as many dear units as cheap ones it gives, or up to two more', () => {
  for (let seed = 0; seed < 30; seed++) {
    const first = match('silent', ['greedy-trader', 'silent'], seed).history[0];
    const [give, get] = [first?.give?.Wood as number, first?.get?.Gold as number];
    expect(give).toBeGreaterThanOrEqual(1);
    expect(give).toBeLessThanOrEqual(3);
    expect(get - give).toBeGreaterThanOrEqual(0);
    expect(get - give).toBeLessThanOrEqual(2);
  }
});

it('the sensible trader refuses a trade that it gains by when the other gains more at base values', () => {
  const options = optionsOf('spiral-2');
  const offered = game.apply(game.initialState(options, ['first', 'second']), { kind: 'actions', actions: { 0: { kind: 'offer', give: { Wood: 1 }, get: { Gold: 2 } } } });
  const act = (name: string): unknown => TRADERS[name]?.make({}, Rng.fromSeed(1))(game.observe(offered, 1), null);
  expect(act('naive-trader')).toEqual({ kind: 'accept' }); // 15 - 10 = 5 of its own
  expect(act('sensible-trader')).not.toEqual({ kind: 'accept' }); // the other gets 10 at base values
});

it('traders beat random play, and the sensible one the naive one', () => {
  for (const name of ['naive-trader', 'greedy-trader', 'sensible-trader']) {
    expect(meanReturn('silent', name, 'random', 40)).toBeGreaterThan(0.1);
    expect(meanReturn('default', name, 'random', 40)).toBeGreaterThan(0.5);
  }
  expect(meanReturn('default', 'sensible-trader', 'naive-trader', 40)).toBeGreaterThan(0);
});
