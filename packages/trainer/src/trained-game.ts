/**
 * One game of a run, made ready: the plugin, its checked options, how its agents ask for and read replies, and the words it brings.
 * The one place where a configuration meets a registry. It plays nothing.
 */
import type { BriefSettings } from '@spiral-arena/agents';
import { type Game, type GameRegistry, type Options, resolveOptions } from '@spiral-arena/core/game';
import { largestReturn } from '@spiral-arena/core/match';
import type { GameConfig, TrainConfig } from './config.js';

export interface TrainedGame {
  readonly config: GameConfig;
  readonly game: Game;
  readonly options: Options;
  /** Key of the options: keys baselines, metrics and reports together with game and role. */
  readonly variant: string;
  /** M: advantages are divided by it; 1 where the game's returns are not scaled. */
  readonly scale: number;
  /** Requests of training. */
  readonly settings: BriefSettings;
}

/** @throws CORE_GAME_UNKNOWN, CORE_VARIANT_UNKNOWN, CORE_OPTION_UNKNOWN, CORE_OPTION_INVALID */
export function trainedGames(registry: GameRegistry, config: TrainConfig): TrainedGame[] {
  return config.games.map((entry) => {
    const game = registry.get(entry.game);
    const { options, variant } = resolveOptions(game, { variant: entry.variant, options: entry.options });
    const settings: BriefSettings = {
      mode: 'brief', sampling: { temperature: config.temperature }, maxTokens: entry.maxTokens, constrained: config.constrained, withAllowed: true,
    };
    return { config: entry, game, options, variant, scale: entry.scale === 'range' ? largestReturn(game, options) : 1, settings };
  });
}

/** The words of all games of a run, each once, in the order of the configuration: the vocabulary of its model. */
export function wordsOf(games: readonly TrainedGame[]): string[] {
  return [...new Set(games.flatMap(({ game, options }) => game.briefWords(options)))];
}
