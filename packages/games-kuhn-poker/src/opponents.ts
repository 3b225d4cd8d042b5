/**
 * Scripted opponents of Kuhn poker. Each plays hand by hand for chips: scores so far and the end of the match do not matter to it.
 * They see an observation and the legal actions, never a state. The numbers are in `policy.ts`.
 */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';
import { actionsAt, facesBet, ranksOf, type Betting, type PokerAction } from './hand.js';
import { actionValues, best, equilibrium, type HandPolicy } from './policy.js';

/** The part of an observation these agents look at. */
export type HandView = {
  readonly options: { readonly cards: number; readonly ante: number; readonly bet: number };
  readonly card: string | null;
  readonly betting: Betting;
};

type Agent = ScriptedAgent<PokerAction, HandView>;
type AgentName = 'random' | 'nash' | 'always-call' | 'always-fold' | 'best-response';

const DEFAULT_ALPHA = 1 / 6; // the middle of the family
const UNKNOWN_PROBABILITY = 0.5; // an information key that the table does not name is played evenly
const INFORMATION_KEY = '^(?:[2-9TJQKA])(?: check| bet| check bet)?$';

export const AGENTS: { readonly [name in AgentName]: Agent } = {
  random: {
    summary: 'Takes either legal action with probability 1/2.',
    make: (_params, rng) => ({ betting }) => rng.pick(actionsAt(betting)),
  },
  nash: {
    summary: 'Plays an equilibrium of the single hand in every hand.',
    paramsSchema: {
      type: 'object',
      properties: { alpha: { type: 'number', minimum: 0, maximum: 1 / 3, default: DEFAULT_ALPHA, description: 'How often the opener bets J; three cards with equal ante and bet only.' } },
      additionalProperties: false,
    },
    make: (params, rng) => (view) => play(view, equilibrium(view.options.cards, view.options, params['alpha'] as number), rng),
  },
  'always-call': {
    summary: 'Never bets and never folds: checks, and calls every bet.',
    make: () => ({ betting }) => act(betting, facesBet(betting)),
  },
  'always-fold': {
    summary: 'Never puts in a chip beyond the ante: checks, and folds to every bet.',
    make: () => ({ betting }) => act(betting, false),
  },
  'best-response': {
    summary: 'Wins the most chips against an opponent whose probabilities are given.',
    paramsSchema: {
      type: 'object',
      properties: {
        table: {
          type: 'object',
          default: {},
          description: 'The opponent: probability of bet (or of call, facing a bet) by card and betting, such as "J", "Q check", "K bet", "Q check bet"; 0.5 where not given.',
          propertyNames: { pattern: INFORMATION_KEY },
          additionalProperties: { type: 'number', minimum: 0, maximum: 1 },
        },
      },
      additionalProperties: false,
    },
    make(params) {
      const table = params['table'] as { readonly [key: string]: number };
      return ({ options, card, betting }) => {
        const ranks = ranksOf(options.cards);
        const { passive, aggressive } = actionValues(betting, ranks.indexOf(card as string), policyFromTable(ranks, table), options, best);
        return act(betting, aggressive > passive + 1e-12);
      };
    },
  },
};

/** A policy from probabilities by information key. */
export function policyFromTable(ranks: readonly string[], table: { readonly [key: string]: number }): HandPolicy {
  const row = (betting: Betting): number[] => ranks.map((rank) => {
    const key = betting === '' ? rank : `${rank} ${betting}`;
    return Object.hasOwn(table, key) ? (table[key] as number) : UNKNOWN_PROBABILITY;
  });
  return { '': row(''), check: row('check'), bet: row('bet'), 'check bet': row('check bet') };
}

function play({ options, card, betting }: HandView, policy: HandPolicy, rng: Rng): PokerAction {
  const probability = policy[betting][ranksOf(options.cards).indexOf(card as string)] as number;
  return act(betting, rng.float() < probability);
}

function act(betting: Betting, aggressive: boolean): PokerAction {
  return actionsAt(betting)[aggressive ? 1 : 0] as PokerAction;
}
