/**
 * A turn as one client gets it: the observation, and of the other parts only those it asked for, made only then.
 * The texts are the game's; nothing is added to what the seat may know.
 */
import { actionSpec } from '@spiral-arena/core/game';
import type { PendingTurn } from '@spiral-arena/core/match';
import type { TurnMessage, TurnPart } from '@spiral-arena/core/protocol';
import type { MatchPlan } from './match-plan.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** @param clockMs milliseconds left, or null without a limit @throws what the game's texts throw */
export function turnMessage(matchId: string, turnId: string, plan: MatchPlan, turn: PendingTurn, parts: ReadonlySet<TurnPart>, clockMs: number | null): TurnMessage {
  const { game, variant, options } = plan;
  const { seat, role, observation, retriesLeft } = turn;
  const message: Writable<TurnMessage> = { type: 'turn', matchId, turnId, seat, game: game.id, variant, role, observation, retriesLeft };
  if (parts.size > 0) {
    if (parts.has('legalActions')) message.legalActions = turn.legalActions;
    if (parts.has('actionSchema')) message.actionSchema = actionSpec(game, options, variant).schema;
    if (parts.has('text')) message.text = game.text(observation);
    if (parts.has('rules')) message.rules = game.rules(role, options);
    if (parts.has('brief')) message.brief = game.brief(observation);
  }
  if (clockMs !== null) message.clockMs = clockMs;
  return message;
}
