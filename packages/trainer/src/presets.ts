/**
 * Named sets of settings, as partial configurations over the defaults of `config.ts`.
 * Games are named by id only: which packages bring them is the caller's. Sources: the reference runs in docs/training.md.
 */
import type { JsonObject } from '@spiral-arena/core';

const TIC_TAC_TOE = { game: 'tic-tac-toe', gamma: 0.7, gammaUnit: 'all', opponents: ['random', 'minimax'] } as const;
/** The entropy stays high: the last policy circles the equilibrium in smaller rounds, and its average comes closer. */
const KUHN = { game: 'kuhn-poker', variant: 'single', entropyStart: 0.15, entropyEnd: 0.07, opponents: ['random', 'nash'] } as const;
/** With less entropy both seats stop offering what the other would take, and nobody learns what to accept. */
const NEGOTIATION = { game: 'simple-negotiation', variant: 'silent', entropyStart: 0.15, entropyEnd: 0.04, opponents: ['random', 'naive-trader'] } as const;

/** All their words are known, and those that go without saying are not said. */
const CLOSED = { spelling: false, forcedWords: false } as const;

export const PRESETS: { readonly [name: string]: JsonObject } = {
  /**
   * The three games by one network from scratch, 1536 turns an update. Kuhn has the smallest part: its twelve situations need few turns.
   * A short, fast warm-up is enough, since legality goes on teaching the form of actions.
   */
  demo: {
    games: [{ ...TIC_TAC_TOE, share: 2 }, { ...KUHN, share: 1 }, { ...NEGOTIATION, share: 2 }],
    model: CLOSED, warmUpUpdates: 80, warmUpLearningRate: 2e-3, legality: 1,
  },
  /** Alone it bears a larger rate and smaller batches. */
  'tic-tac-toe': { games: [TIC_TAC_TOE], model: CLOSED, turnsPerUpdate: 1024, learningRate: 1e-3, warmUpUpdates: 100 },
  /** Small steps in large batches: with larger ones the last policy bounces between pure ones. */
  kuhn: { games: [KUHN], model: CLOSED, turnsPerUpdate: 4096, learningRate: 1e-4, warmUpUpdates: 60 },
  /** Everything real, nothing learnt: for tests and for a first look at the files of a run. */
  tiny: {
    games: [TIC_TAC_TOE, KUHN, NEGOTIATION].map((game) => ({ ...game, opponents: ['random'] })),
    model: { width: 16, layers: 1, heads: 2, contextTokens: 64 },
    turnsPerUpdate: 24, warmUpUpdates: 1, updates: 2, evaluationMatches: 2,
  },
};
