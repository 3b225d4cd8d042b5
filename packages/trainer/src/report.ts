/**
 * One line of metrics from one event: which number goes under which name. Names are those of `metrics.ts`; shares sum to 1 over (game, role).
 */
import { METRICS, MetricRow, type MetricLine } from './metrics.js';
import type { Evaluation } from './evaluate.js';
import type { EvaluationEvent, TrainerParts, UpdateEvent } from './train.js';

export function updateLine(event: UpdateEvent, { baseline }: Pick<TrainerParts, 'baseline'>): MetricLine {
  const { result } = event;
  const row = new MetricRow()
    .set(METRICS.update, event.update).set(METRICS.phase, event.phase).set(METRICS.trainMinutes, event.trainMs / 60_000)
    .set(METRICS.loss, result.loss).set(METRICS.gradNorm, result.gradNorm).set(METRICS.entropy, result.entropy).set(METRICS.learningRate, event.learningRate)
    .set(METRICS.rows, result.rows).set(METRICS.tokens, result.tokens)
    .set(METRICS.rolloutSeconds, event.rolloutMs / 1000).set(METRICS.updateSeconds, event.updateMs / 1000);
  if (event.games.length > 0) row.set(METRICS.tokensPerSecond, tokensOf(event) / Math.max(1e-3, (event.rolloutMs + event.updateMs) / 1000));
  if (event.progress !== null) row.set(METRICS.progress, event.progress);
  if (result.skipped) row.set(METRICS.skipped, result.skipped);
  addGames(row, event.games);
  for (const { game, variant, role, value } of baseline.entries()) row.set(METRICS.baseline, value, `${game} ${variant}`, role ?? 'shared');
  return row.line();
}

/** Sampled tokens, those of unused turns included. */
function tokensOf({ games }: UpdateEvent): number {
  return games.reduce((sum, { counts }) => sum + counts.tokens, 0);
}

function addGames(row: MetricRow, games: UpdateEvent['games']): void {
  const turns = games.reduce((sum, { steps }) => sum + steps.length, 0);
  const advantage = games.reduce((sum, { steps }) => sum + steps.reduce((part, step) => part + Math.abs(step.advantage), 0), 0);
  for (const { trained, steps, unused, episodes, counts } of games) {
    const name = `${trained.game.id} ${trained.variant}`;
    row.set(METRICS.turns, steps.length, name).set(METRICS.turnsUnused, unused, name).set(METRICS.matches, episodes.length, name);
    for (const [reason, count] of counts.used) row.set(METRICS.matchesUsed, count, name, reason);
    for (const [reason, count] of counts.unused) row.set(METRICS.matchesUnused, count, name, reason);
    for (const [fault, count] of counts.faults) row.set(METRICS.stepsDropped, count, name, fault);
    row.set(METRICS.illegalRate, counts.illegal / Math.max(1, counts.attempts), name);
    row.set(METRICS.zeroAdvantage, steps.filter((step) => step.advantage === 0).length, name);
    const matches = Math.max(1, episodes.length);
    row.set(METRICS.turnsPerMatch, counts.attempts / matches, name);
    row.set(METRICS.drawRate, episodes.filter(({ trajectories }) => trajectories.every((trajectory) => trajectory.return === 0)).length / matches, name);
    const roles = new Map<string, number>();
    for (const { trajectories } of episodes) for (const { role } of trajectories) roles.set(role, (roles.get(role) ?? 0) + 1);
    for (const { trajectories } of episodes) for (const { role, return: value } of trajectories) row.add(METRICS.returnMean, value / (roles.get(role) as number), name, role);
    for (const { role, advantage: own } of steps) {
      row.add(METRICS.turnShare, 1 / turns, name, role);
      row.add(METRICS.advantageShare, advantage === 0 ? 0 : Math.abs(own) / advantage, name, role);
    }
  }
}

export function evaluationLine(event: EvaluationEvent): MetricLine {
  const row = new MetricRow().set(METRICS.update, event.update).set(METRICS.trainMinutes, event.trainMs / 60_000);
  for (const evaluation of event.evaluations) addEvaluation(row, evaluation);
  for (const { game, variant, nashConv, averageNashConv, illegalMass } of event.exact) {
    const path = `${game} ${variant}`;
    row.set(METRICS.evaluation, nashConv, path, 'nash_conv').set(METRICS.evaluation, illegalMass, path, 'illegal_mass');
    if (averageNashConv !== null) row.set(METRICS.evaluation, averageNashConv, path, 'average_nash_conv');
  }
  return row.line();
}

function addEvaluation(row: MetricRow, { game, variant, opponent, temperature, ...evaluation }: Evaluation): void {
  const path = [`${game} ${variant}`, opponent, temperature === 0 ? 'greedy' : 'sampled'];
  const { win, draw, loss, returnMean, matches, illegalRate, illegalMatches } = evaluation;
  for (const [name, value] of Object.entries({ win, draw, loss, return_mean: returnMean, matches, illegal_rate: illegalRate, illegal_matches: illegalMatches })) {
    row.set(METRICS.evaluation, value, ...path, name);
  }
  for (const [role, tally] of Object.entries(evaluation.roles)) {
    row.set(METRICS.evaluation, tally.win, ...path, role, 'win').set(METRICS.evaluation, tally.draw, ...path, role, 'draw').set(METRICS.evaluation, tally.loss, ...path, role, 'loss');
  }
}
