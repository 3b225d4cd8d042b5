/**
 * Chance of a match: each outcome is drawn from a fork of the match's generator that the game names. It applies nothing.
 * Tests and analysis may script outcomes, which are then taken in order before anything is drawn.
 */
import { fact, type ChanceOutcome, type Game, type Options, type State } from '../game/game.js';
import type { Json } from '../json.js';
import { parseSeed, Rng, type Seed } from '../random/rng.js';

/**
 * One chance outcome of a state: drawn from the fork named by the game's `chanceKey` (default: the index of the chance step),
 * so that equal keys give equal draws whatever was played in between.
 */
export function drawChance(game: Game, options: Options, state: State, rng: Rng, chanceStep: number): Json {
  const fork = rng.fork(game.chanceKey?.(state) ?? chanceStep);
  if (game.sampleChance && (fact(game.chance, options) === 'sampled' || !game.chanceOutcomes)) return game.sampleChance(state, fork);
  const outcomes = game.chanceOutcomes?.(state) ?? NO_OUTCOMES;
  const weights: number[] = [];
  for (const { probability } of outcomes) weights.push(probability);
  return (outcomes[fork.weighted(weights)] as ChanceOutcome).outcome;
}

/** The chance of one match: its generator, what was scripted, and how many outcomes it has given. */
export class ChanceSource {
  readonly #game: Game;
  readonly #options: Options;
  readonly #seed: Seed;
  readonly #scripted: readonly Json[];
  /** Made at the first draw: many games have no chance. */
  #rng: Rng | null = null;
  #steps = 0;

  /** @throws CORE_SEED_INVALID */
  constructor(game: Game, options: Options, seed: Seed, scripted: readonly Json[] = NOTHING) {
    this.#game = game;
    this.#options = options;
    this.#seed = parseSeed(seed);
    this.#scripted = scripted;
  }

  /** The outcome in this chance state. */
  next(state: State): Json {
    const step = this.#steps++;
    if (step < this.#scripted.length) return this.#scripted[step] as Json;
    this.#rng ??= Rng.fromSeed(this.#seed);
    return drawChance(this.#game, this.#options, state, this.#rng, step);
  }
}

const NOTHING: readonly Json[] = Object.freeze([]);
const NO_OUTCOMES: readonly ChanceOutcome[] = Object.freeze([]);
