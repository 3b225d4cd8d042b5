/** Strategies of one hand against published values, and against best responses found over the game contract alone. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fillDefaults, resolveOptions } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import {
  constantPolicy, dealsOf, equilibrium, handNashConv, handValue, kuhnEquilibrium, kuhnPoker, OPEN_BETTINGS, policyFromTable, ranksOf, solveHand,
  type HandPolicy, type KuhnObservation, type KuhnOptions, type KuhnState, type PokerAction,
} from './index.js';

const UNIT = { ante: 1, bet: 1 };
const even = (cards: number): HandPolicy => constantPolicy(cards, { '': 0.5, check: 0.5, bet: 0.5, 'check bet': 0.5 });
const always = (cards: number, probability: number): HandPolicy => constantPolicy(cards, { '': probability, check: probability, bet: probability, 'check bet': probability });

/** A policy by information key, as the game names it: probability of the second legal action. */
type Table = (key: string) => number;

function optionsOf(cards: number): KuhnOptions {
  return resolveOptions(kuhnPoker, { variant: 'single', options: { cards } }).options as KuhnOptions;
}

function tableOf(policy: HandPolicy, cards: number): Table {
  const ranks = ranksOf(cards);
  return (key) => {
    const [rank, ...betting] = key.split(' ');
    return policy[betting.join(' ') as keyof HandPolicy][ranks.indexOf(rank as string)] as number;
  };
}

function next(state: KuhnState, action: PokerAction): KuhnState {
  return kuhnPoker.apply(state, { kind: 'actions', actions: { [kuhnPoker.seatsToAct(state)[0] as number]: action } });
}

function dealt(options: KuhnOptions): { readonly state: KuhnState; readonly weight: number }[] {
  const start = kuhnPoker.initialState(options, ['first', 'second']);
  return (kuhnPoker.chanceOutcomes as NonNullable<typeof kuhnPoker.chanceOutcomes>)(start).map(({ outcome, probability }) => ({ state: kuhnPoker.apply(start, { kind: 'chance', outcome }), weight: probability }));
}

/** Mean return of seat 0 over the whole tree, both seats playing the table. */
function treeValue(options: KuhnOptions, table: Table): number {
  const walk = (state: KuhnState): number => {
    if (kuhnPoker.isTerminal(state)) return kuhnPoker.returns(state)[0] as number;
    const { seat, key, actions } = decision(state);
    assert.ok(seat === 0 || seat === 1);
    const probability = table(key);
    return (1 - probability) * walk(next(state, actions[0])) + probability * walk(next(state, actions[1]));
  };
  return dealt(options).reduce((sum, { state, weight }) => sum + weight * walk(state), 0);
}

/** Mean return of a best response of `seat` to the table, by information set: it uses the contract only, not the vector form. */
function bestResponse(options: KuhnOptions, seat: number, table: Table): number {
  type Node = { readonly state: KuhnState; readonly weight: number };
  const walk = (nodes: readonly Node[]): number => {
    let total = 0;
    const own = new Map<string, Node[]>();
    const others: Node[] = [];
    for (const node of nodes) {
      if (kuhnPoker.isTerminal(node.state)) total += node.weight * (kuhnPoker.returns(node.state)[seat] as number);
      else if (decision(node.state).seat === seat) own.set(decision(node.state).key, [...(own.get(decision(node.state).key) ?? []), node]);
      else {
        const { key, actions } = decision(node.state);
        const probability = table(key);
        others.push({ state: next(node.state, actions[0]), weight: node.weight * (1 - probability) }, { state: next(node.state, actions[1]), weight: node.weight * probability });
      }
    }
    if (others.length > 0) total += walk(others);
    for (const set of own.values()) {
      total += Math.max(...[0, 1].map((index) => walk(set.map(({ state, weight }) => ({ state: next(state, decision(state).actions[index] as PokerAction), weight })))));
    }
    return total;
  };
  return walk(dealt(options));
}

function decision(state: KuhnState): { readonly seat: number; readonly key: string; readonly actions: readonly [PokerAction, PokerAction] } {
  const seat = kuhnPoker.seatsToAct(state)[0] as number;
  const key = (kuhnPoker.informationKey as (observation: KuhnObservation) => string)(kuhnPoker.observe(state, seat));
  return { seat, key, actions: kuhnPoker.legalActions(state, seat) as unknown as readonly [PokerAction, PokerAction] };
}

function treeNashConv(cards: number, policy: HandPolicy): number {
  const options = optionsOf(cards);
  const table = tableOf(policy, cards);
  return bestResponse(options, 0, table) + bestResponse(options, 1, table);
}

describe('three cards', () => {
  it('GAME-03: uniform play is worth +1/8 to first, equilibria -1/18', () => {
    expect(treeValue(optionsOf(3), tableOf(even(3), 3))).toBeCloseTo(1 / 8, 12);
    for (const alpha of [0, 1 / 6, 1 / 3]) expect(treeValue(optionsOf(3), tableOf(kuhnEquilibrium(alpha), 3))).toBeCloseTo(-1 / 18, 12);
  });

  it('the family of equilibria has NashConv 0; a step outside has not', () => {
    for (const alpha of [0, 0.1, 1 / 6, 0.25, 1 / 3]) expect(treeNashConv(3, kuhnEquilibrium(alpha))).toBeCloseTo(0, 12);
    expect(treeNashConv(3, { ...kuhnEquilibrium(1 / 6), '': [1 / 6, 0, 0.4] })).toBeGreaterThan(0.01);
    expect(treeNashConv(3, { ...kuhnEquilibrium(1 / 6), bet: [0, 0.4, 1] })).toBeGreaterThan(0.01);
  });

  it('NashConv of simple policies, as OpenSpiel 2.0.2 computes it', () => {
    expect(treeNashConv(3, even(3))).toBeCloseTo(11 / 12, 12);
    expect(bestResponse(optionsOf(3), 0, tableOf(even(3), 3))).toBeCloseTo(1 / 2, 12);
    expect(bestResponse(optionsOf(3), 1, tableOf(even(3), 3))).toBeCloseTo(5 / 12, 12);
    expect(treeNashConv(3, always(3, 1))).toBeCloseTo(2 / 3, 12);
    expect(treeNashConv(3, always(3, 0))).toBeCloseTo(2, 12);
  });
});

describe('the vector form', () => {
  it('agrees with the tree for random policies, 3 to 6 cards', () => {
    const rng = Rng.fromSeed(2);
    for (const cards of [3, 4, 6]) {
      const row = (): number[] => Array.from({ length: cards }, () => rng.float());
      const policy: HandPolicy = { '': row(), check: row(), bet: row(), 'check bet': row() };
      expect(handNashConv(policy, UNIT)).toBeCloseTo(treeNashConv(cards, policy), 12);
      expect(handValue(policy, policy, UNIT)).toBeCloseTo(treeValue(optionsOf(cards), tableOf(policy, cards)), 12);
    }
  });

  it('uniform play with five cards has NashConv 17/20', () => {
    expect(handNashConv(even(5), UNIT)).toBeCloseTo(17 / 20, 12);
    expect(treeNashConv(5, even(5))).toBeCloseTo(17 / 20, 12);
  });

  it('solves more cards to their exact values', () => {
    for (const [cards, value] of [[4, -1 / 24], [5, -1 / 15], [6, -11 / 180], [13, -5 / 78]] as const) {
      const policy = equilibrium(cards, UNIT, 0);
      expect(handNashConv(policy, UNIT), `${cards} cards`).toBeLessThan(1e-3);
      expect(Math.abs(handValue(policy, policy, UNIT) - value), `${cards} cards`).toBeLessThan(1e-3);
    }
  });

  it('solves other stakes, and finds the three-card value without the closed form', () => {
    const policy = solveHand(3, UNIT, 2000);
    expect(handNashConv(policy, UNIT)).toBeLessThan(1e-3);
    expect(Math.abs(handValue(policy, policy, UNIT) + 1 / 18)).toBeLessThan(1e-3);
    for (const stakes of [{ ante: 1, bet: 20 }, { ante: 20, bet: 1 }, { ante: 2, bet: 3 }]) expect(handNashConv(equilibrium(3, stakes, 0), stakes) / (stakes.ante + stakes.bet)).toBeLessThan(1e-3);
  });
});

describe('agents', () => {
  const options = optionsOf(3);
  /** Probability of the aggressive action of an agent at every information set, by trial. */
  const frequencies = (name: string, params: { readonly [name: string]: unknown } = {}, trials = 1): Record<string, number> => {
    const agent = kuhnPoker.agents?.[name];
    assert.ok(agent);
    const policy = agent.make(fillDefaults(agent.paramsSchema ?? {}, params as { [name: string]: number }), Rng.fromSeed(9));
    const result: Record<string, number> = {};
    const walk = (state: KuhnState): void => {
      if (kuhnPoker.isTerminal(state)) return;
      const { seat, key, actions } = decision(state);
      const seen = kuhnPoker.observe(state, seat);
      let hits = 0;
      if (!(key in result)) {
        for (let trial = 0; trial < trials; trial++) if (policy(seen, actions).move === actions[1].move) hits++;
        result[key] = hits / trials;
      }
      for (const action of actions) walk(next(state, action));
    };
    for (const { state } of dealt(options)) walk(state);
    return result;
  };

  it('there are 12 information sets', () => {
    expect(Object.keys(frequencies('random'))).toHaveLength(12);
  });

  it('nash plays the equilibrium of its alpha, as the reference lists it', () => {
    const played = frequencies('nash', {}, 4000);
    // OpenSpiel 2.0.2, alpha 1/6: probability of bet or call by card and history.
    const listed = { J: 1 / 6, Q: 0, K: 1 / 2, 'J check': 1 / 3, 'Q check': 0, 'K check': 1, 'J bet': 0, 'Q bet': 1 / 3, 'K bet': 1, 'J check bet': 0, 'Q check bet': 1 / 2, 'K check bet': 1 };
    expect(Object.keys(played).toSorted()).toEqual(Object.keys(listed).toSorted());
    for (const [key, probability] of Object.entries(listed)) expect(Math.abs((played[key] as number) - probability), key).toBeLessThan(probability % 1 === 0 ? 1e-12 : 0.03);
    expect(frequencies('nash', { alpha: 0 }, 500)['K']).toBe(0);
    expect(frequencies('nash', { alpha: 1 / 3 }, 500)['K']).toBe(1);
  });

  it('always-call and always-fold never bet, and answer a bet as named', () => {
    for (const [name, answer] of [['always-call', 1], ['always-fold', 0]] as const) {
      for (const [key, probability] of Object.entries(frequencies(name))) expect(probability, `${name} ${key}`).toBe(key.endsWith('bet') ? answer : 0);
    }
  });

  it('random takes each action half of the time', () => {
    for (const probability of Object.values(frequencies('random', {}, 2000))) expect(Math.abs(probability - 0.5)).toBeLessThan(0.05);
  });

  it('best-response earns the best-response value against its table', () => {
    const tables: Record<string, number>[] = [{}, { J: 1, 'J check': 1 }, Object.fromEntries(['J', 'Q', 'K'].flatMap((rank) => OPEN_BETTINGS.map((betting) => [betting ? `${rank} ${betting}` : rank, 0])))];
    for (const table of tables) {
      const against = policyFromTable(ranksOf(3), table);
      const played = frequencies('best-response', { table });
      const response = policyFromTable(ranksOf(3), played);
      const asTable = tableOf(against, 3);
      expect(handValue(response, against, UNIT)).toBeCloseTo(bestResponse(options, 0, asTable), 12);
      expect(-handValue(against, response, UNIT)).toBeCloseTo(bestResponse(options, 1, asTable), 12);
    }
  });

  it('every agent plays any option, from the observation alone', () => {
    const many = resolveOptions(kuhnPoker, { options: { cards: 13, ante: 2, bet: 3, hands: 2 } }).options as KuhnOptions;
    const start = kuhnPoker.initialState(many, ['first', 'second']);
    for (const [name, agent] of Object.entries(kuhnPoker.agents ?? {})) {
      const policy = agent.make(fillDefaults(agent.paramsSchema ?? {}, {}), Rng.fromSeed(1));
      for (const { outcome } of dealsOf(13).slice(0, 20)) {
        const state = kuhnPoker.apply(start, { kind: 'chance', outcome });
        const legal = kuhnPoker.legalActions(state, 0) as readonly PokerAction[];
        expect(legal, name).toContainEqual(policy(kuhnPoker.observe(state, 0), null));
      }
    }
  });
});

function rankOf(digit: string): string {
  return ranksOf(3)[Number(digit)] as string;
}

/** OpenSpiel's information state (card, then p and b) as our key. */
function keyOf(information: string): string {
  const [card = '', ...letters] = information;
  const words = letters.map((letter, index) => {
    const facesBet = letters.slice(0, index).includes('b');
    if (letter === 'b') return facesBet ? 'call' : 'bet';
    return facesBet ? 'fold' : 'check';
  });
  return [rankOf(card), ...words].join(' ');
}

describe('an independent reference', () => {
  const fixture = JSON.parse(readFileSync(new URL('../fixtures/open-spiel.json', import.meta.url), 'utf8')) as {
    readonly games: readonly {
      readonly seed: number;
      readonly deal: readonly string[];
      readonly start: readonly string[];
      readonly steps: readonly (readonly [player: number, action: string, legal: readonly string[], information: readonly string[], observations: readonly string[]])[];
      readonly returns: readonly number[];
    }[];
  };

  for (const { seed, deal, start, steps, returns } of fixture.games) {
    it(`replays OpenSpiel's game of seed ${seed} step by step`, () => {
      const [first, second] = deal.map((name) => rankOf(name.slice(-1))) as [string, string];
      let state = kuhnPoker.apply(kuhnPoker.initialState(optionsOf(3), ['first', 'second']), { kind: 'chance', outcome: { first, second } });
      let seen = start;
      for (const [player, action, legal, information, observations] of steps) {
        const { seat, key, actions } = decision(state);
        expect(seat).toBe(player);
        expect(key).toBe(keyOf(seen[player] as string));
        expect(actions).toHaveLength(legal.length);
        const pot = kuhnPoker.observe(state, seat).pot as number;
        state = next(state, actions[legal.indexOf(action)] as PokerAction);
        seen = information;
        if (!kuhnPoker.isTerminal(state)) {
          const [, own = '', other = ''] = observations[0] as string;
          expect(kuhnPoker.observe(state, seat).pot).toBe(Number(own) + Number(other));
          expect(kuhnPoker.observe(state, seat).pot).toBeGreaterThanOrEqual(pot);
        }
      }
      expect(kuhnPoker.isTerminal(state)).toBe(true);
      expect(kuhnPoker.returns(state)).toEqual(returns);
      expect(state.results[0]?.line).toBe(keyOf(seen[0] as string).slice(2));
    });
  }
});
