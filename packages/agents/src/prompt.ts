/**
 * What a model is asked in one turn: a chat message for large models, brief words for very small ones.
 * The one place for training, evaluation and play. The prompt holds what the seat's own turn holds and nothing else: no reply of another seat, no state.
 * Wording after SPIRAL (arXiv 2506.24119, code): zero-sum game of two, valid moves, step by step, final answer in `\boxed{}`.
 */
import type { AgentTurn } from '@spiral-arena/core';
import { fact } from '@spiral-arena/core/game';
import type { Action, Game, Options } from '@spiral-arena/core/game';
import type { TextMessage } from './text-generator.js';

/** The part of a turn that a prompt is made of. */
export type PromptTurn = Pick<AgentTurn, 'game' | 'options' | 'role' | 'observation' | 'legalActions' | 'refusal'>;

/** Longer lists of legal actions are cut, and the prompt says so: 81 covers every board up to 9 x 9. */
const MOST_LISTED = 100;

/** One user message: game and role, rules, observation, legal actions, a notice after a refused attempt, and how to answer. */
export function buildPrompt({ game, options, role, observation, legalActions, refusal }: PromptTurn): readonly TextMessage[] {
  const parts = [
    `You are playing ${game.title}, ${kindOfGame(game, options)}. Your role: ${role}. Choose your next action so that you win.`,
    `Rules:\n${game.rules(role, options)}`,
    `What you know now:\n${game.text(observation)}`,
  ];
  if (legalActions && listed(options)) parts.push(legalText(game, legalActions));
  if (refusal) parts.push(`Your last reply in this turn was refused (${refusal.kind}): ${refusal.message}\nAnswer again.`);
  parts.push('Reason step by step. Then give exactly one action as your final answer inside \\boxed{}. Only what stands in the box counts.');
  return [{ role: 'user', content: parts.join('\n\n') }];
}

/** The words of the game's brief text. */
export function briefPrompt({ game, observation }: Pick<AgentTurn, 'game' | 'observation'>): readonly string[] {
  return game.brief(observation).split(' ');
}

function kindOfGame(game: Game, options: Options): string {
  const seats = game.roles(options).length;
  const players = seats === 2 ? 'two-player' : `${seats}-player`;
  return fact(game.utility, options) === 'zero-sum' ? `a ${players} zero-sum game` : `a ${players} game`;
}

/** By convention a game whose option `showLegal` is false wants its list hidden from prompts. */
function listed(options: Options): boolean {
  return options['showLegal'] !== false;
}

function legalText(game: Game, legalActions: readonly Action[]): string {
  const texts = legalActions.slice(0, MOST_LISTED).map((action) => game.formatAction(action)).join(' ');
  const more = legalActions.length - MOST_LISTED;
  return more > 0 ? `Legal actions (the first ${MOST_LISTED} of ${legalActions.length}): ${texts}` : `Legal actions: ${texts}`;
}
