/**
 * Named sets of settings, as partial configurations over the defaults of `config.ts`.
 * Games are named by id only: which packages bring them is the caller's. Sources: the reference runs in docs/training.md.
 */
import type { JsonObject } from '@spiral-arena/core';

const TIC_TAC_TOE = { game: 'tic-tac-toe', gamma: 0.7, gammaUnit: 'all', opponents: ['random', 'minimax'] } as const;
const KUHN = { game: 'kuhn-poker', variant: 'single', entropyEnd: 0.05, opponents: ['random', 'nash'] } as const;
const NEGOTIATION = { game: 'simple-negotiation', variant: 'silent', opponents: ['random', 'naive-trader'] } as const;

export const PRESETS: { readonly [name: string]: JsonObject } = {
  /** The three games by one network, 1536 turns an update. */
  demo: { games: [TIC_TAC_TOE, KUHN, NEGOTIATION] },
  /** Alone it bears a larger rate and smaller batches. */
  'tic-tac-toe': { games: [TIC_TAC_TOE], turnsPerUpdate: 1024, learningRate: 1e-3, warmUpUpdates: 100 },
  /** Small steps in large batches: with larger ones the last policy bounces between pure ones. */
  kuhn: { games: [KUHN], turnsPerUpdate: 4096, learningRate: 1e-4, warmUpUpdates: 60 },
  /** Everything real, nothing learnt: for tests and for a first look at the files of a run. */
  tiny: {
    games: [TIC_TAC_TOE, KUHN, NEGOTIATION].map((game) => ({ ...game, opponents: ['random'] })),
    model: { width: 16, layers: 1, heads: 2, contextTokens: 64 },
    turnsPerUpdate: 24, warmUpUpdates: 1, updates: 2, evaluationMatches: 2,
  },
};
