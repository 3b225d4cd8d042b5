/**
 * Strategies for one hand of Kuhn poker as numbers, what actions earn against them, and equilibria.
 * Three cards with equal ante and bet have Kuhn's closed form; everything else is solved by CFR+ on the vector form of the hand.
 * No match, no observation, no agent: `opponents.ts` plays these.
 * Kuhn 1950; Tammelin, "Solving large imperfect information games using CFR+", arXiv:1407.5042.
 */
import { OPEN_BETTINGS, type Betting } from './hand.js';

/** Per betting and card (0 the lowest), the probability of the aggressive action: bet, or call when facing a bet. */
export type HandPolicy = { readonly [betting in Betting]: readonly number[] };

export interface Stakes {
  readonly ante: number;
  readonly bet: number;
}

/** What the two actions of a decision earn in chips, summed over the other player's cards and weighted by how they get there. */
export interface ActionValues {
  readonly passive: number;
  readonly aggressive: number;
}

/** The value at one's own later decision, given what its two actions earn. */
type Later = (values: ActionValues, card: number) => number;

/** A policy that does the same with every card. */
export function constantPolicy(cards: number, probability: { readonly [betting in Betting]: number }): HandPolicy {
  const row = (betting: Betting): number[] => Array.from({ length: cards }, () => probability[betting]);
  return { '': row(''), check: row('check'), bet: row('bet'), 'check bet': row('check bet') };
}

/** Kuhn's family of equilibria for three cards; `alpha` from 0 to 1/3 is how often the opener bets J. */
export function kuhnEquilibrium(alpha: number): HandPolicy {
  return {
    '': [alpha, 0, 3 * alpha],
    'check bet': [0, alpha + 1 / 3, 1],
    check: [1 / 3, 0, 1],
    bet: [0, 1 / 3, 1],
  };
}

/** What both actions earn with `card` at `betting` against `other`; `later` says how one's own answer to a bet is played. */
export function actionValues(betting: Betting, card: number, other: HandPolicy, { ante, bet }: Stakes, later: Later): ActionValues {
  let passive = 0;
  let aggressive = 0;
  const cards = other[''].length;
  for (let held = 0; held < cards; held++) {
    if (held === card) continue;
    const sign = card > held ? 1 : -1;
    const reach = reachOf(betting, held, other);
    const answers = probabilityAt(other, betting === '' ? 'bet' : 'check bet', held); // of a call, when this player bets
    const win = (1 - answers) * ante + answers * (ante + bet) * sign;
    if (betting === '') {
      passive += (1 - probabilityAt(other, 'check', held)) * ante * sign;
      aggressive += win;
    } else if (betting === 'check') {
      passive += reach * ante * sign;
      aggressive += reach * win;
    } else {
      passive -= reach * ante;
      aggressive += reach * (ante + bet) * sign;
    }
  }
  if (betting === '') passive += later(actionValues('check bet', card, other, { ante, bet }, later), card);
  return { passive, aggressive };
}

/** Mean chips of the opener when both play these policies. */
export function handValue(opener: HandPolicy, responder: HandPolicy, stakes: Stakes): number {
  return openerMean(responder, stakes, (values, card) => mix(values, probabilityAt(opener, 'check bet', card)), (values, card) => mix(values, probabilityAt(opener, '', card)));
}

/** NashConv of one policy used in both places: the sum of what best responses gain. 0 is an equilibrium. */
export function handNashConv(policy: HandPolicy, stakes: Stakes): number {
  const cards = policy[''].length;
  let responder = 0;
  for (let card = 0; card < cards; card++) {
    for (const betting of ['check', 'bet'] as const) responder += best(actionValues(betting, card, policy, stakes, best), card);
  }
  return openerMean(policy, stakes, best, best) + responder / (cards * (cards - 1));
}

const SOLVER_ITERATIONS = 3000; // NashConv below 1e-3 for every option (tested), in tens of milliseconds
const solved = new Map<string, HandPolicy>();

/** An equilibrium of the hand: Kuhn's where it holds, else computed once and kept. */
export function equilibrium(cards: number, { ante, bet }: Stakes, alpha: number): HandPolicy {
  if (cards === 3 && ante === bet) return kuhnEquilibrium(alpha);
  const key = `${cards} ${bet / ante}`; // only the ratio matters
  let policy = solved.get(key);
  if (!policy) solved.set(key, (policy = solveHand(cards, { ante, bet }, SOLVER_ITERATIONS)));
  return policy;
}

/** CFR+: regrets never below zero, players updated in turn, the average weighted by the iteration. */
export function solveHand(cards: number, stakes: Stakes, iterations: number): HandPolicy {
  const zeros = (): Table => ({ '': Array<number>(cards).fill(0), check: Array<number>(cards).fill(0), bet: Array<number>(cards).fill(0), 'check bet': Array<number>(cards).fill(0) });
  const current: Table = constantPolicy(cards, { '': 0.5, check: 0.5, bet: 0.5, 'check bet': 0.5 }) as Table;
  const regret = { passive: zeros(), aggressive: zeros() };
  const sum = { passive: zeros(), aggressive: zeros() };
  const later: Later = (values, card) => mix(values, probabilityAt(current, 'check bet', card));
  for (let iteration = 1; iteration <= iterations; iteration++) {
    for (const own of [['', 'check bet'], ['check', 'bet']] as const) {
      for (let card = 0; card < cards; card++) {
        for (const betting of own) {
          const values = actionValues(betting, card, current, stakes, later);
          const value = mix(values, probabilityAt(current, betting, card));
          add(regret.passive[betting], card, values.passive - value);
          add(regret.aggressive[betting], card, values.aggressive - value);
        }
        for (const betting of own) current[betting][card] = matched(regret.passive[betting][card] as number, regret.aggressive[betting][card] as number);
        for (const betting of own) {
          const probability = probabilityAt(current, betting, card);
          const weight = iteration * (betting === 'check bet' ? 1 - probabilityAt(current, '', card) : 1);
          (sum.passive[betting][card] as number) += weight * (1 - probability);
          (sum.aggressive[betting][card] as number) += weight * probability;
        }
      }
    }
  }
  for (const betting of OPEN_BETTINGS) {
    for (let card = 0; card < cards; card++) current[betting][card] = matched(sum.passive[betting][card] as number, sum.aggressive[betting][card] as number);
  }
  return current;
}

/** Takes whichever action earns more. */
export const best: Later = ({ passive, aggressive }) => Math.max(passive, aggressive);

type Table = { readonly [betting in Betting]: number[] };

function openerMean(responder: HandPolicy, stakes: Stakes, later: Later, start: Later): number {
  const cards = responder[''].length;
  let total = 0;
  for (let card = 0; card < cards; card++) total += start(actionValues('', card, responder, stakes, later), card);
  return total / (cards * (cards - 1));
}

/** How often the other player, with this card, plays its part of the betting so far. */
function reachOf(betting: Betting, card: number, other: HandPolicy): number {
  if (betting === 'check') return 1 - probabilityAt(other, '', card);
  if (betting === 'bet') return probabilityAt(other, '', card);
  if (betting === 'check bet') return probabilityAt(other, 'check', card);
  return 1;
}

function probabilityAt(policy: HandPolicy, betting: Betting, card: number): number {
  return policy[betting][card] as number;
}

function mix({ passive, aggressive }: ActionValues, probability: number): number {
  return passive + probability * (aggressive - passive);
}

function add(regrets: number[], card: number, change: number): void {
  regrets[card] = Math.max(0, (regrets[card] as number) + change);
}

/** Probability of the aggressive action in proportion to two weights that are not negative; even when both are zero. */
function matched(passive: number, aggressive: number): number {
  const total = passive + aggressive;
  return total > 0 ? aggressive / total : 0.5;
}
