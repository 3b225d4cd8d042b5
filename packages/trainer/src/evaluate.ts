/**
 * How well the policy plays: win, draw and loss per role against other agents on fixed seeds, each seed played with every seat as the learner's.
 * Matches are played here through core, all together, so that one call of the generator serves all that wait. Profile `strict`: an illegal
 * reply loses. No match is left out. It trains nothing, and its seeds are its own, so evaluating more or less often changes no run.
 */
import { replyOf, turnRequest, type GenerateRequest, type GenerateResult, makeAgent, type TextGenerator } from '@spiral-arena/agents';
import type { Agent, AgentTurn } from '@spiral-arena/core';
import type { Role, Seat } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import { Rng } from '@spiral-arena/core/random';
import type { TrainedGame } from './trained-game.js';

export interface EvaluationSettings {
  /** Per seat. */
  readonly matches: number;
  /** Chooses the fixed seeds. */
  readonly seed: number;
}

/** One policy against one opponent. */
export interface EvaluationJob {
  readonly trained: TrainedGame;
  /** Agent spec. */
  readonly opponent: string;
  /** 0: greedy. */
  readonly temperature: number;
}

export interface Tally {
  readonly matches: number;
  readonly win: number;
  readonly draw: number;
  readonly loss: number;
  /** Mean of the learner's returns, in the game's units. */
  readonly returnMean: number;
}

export interface Evaluation extends Tally {
  readonly game: string;
  readonly variant: string;
  readonly opponent: string;
  readonly temperature: number;
  /** Matches that the learner lost by an illegal reply, as a part of all matches; they count as losses. */
  readonly illegalMatches: number;
  /** Illegal replies over all turns of the learner. */
  readonly illegalRate: number;
  readonly turns: number;
  readonly roles: { readonly [role: Role]: Tally };
}

interface Table {
  readonly job: EvaluationJob;
  readonly match: Match;
  readonly learner: Seat;
  readonly opponents: readonly (Agent | null)[];
  readonly rng: Rng;
  turns: number;
}

/**
 * Plays all jobs at once.
 * @returns one evaluation per job, in order
 * @throws AGENTS_AGENT_UNKNOWN and what else `makeAgent` refuses
 */
export async function evaluate(generator: TextGenerator, jobs: readonly EvaluationJob[], settings: EvaluationSettings): Promise<Evaluation[]> {
  const tables = (await Promise.all(jobs.map((job) => setUp(job, settings)))).flat();
  let live = tables;
  while (live.length > 0) {
    await Promise.all(live.map(playOpponents));
    live = live.filter((table) => !table.match.end);
    const results = await generator.generate(live.map(request));
    for (const [index, table] of live.entries()) answer(table, results[index] as GenerateResult);
    live = live.filter((table) => !table.match.end);
  }
  return jobs.map((job) => summary(job, tables.filter((table) => table.job === job)));
}

async function setUp(job: EvaluationJob, { matches, seed }: EvaluationSettings): Promise<Table[]> {
  const { game, options, variant } = job.trained;
  const factory = await makeAgent(job.opponent, { game });
  const roles = game.roles(options);
  const root = Rng.fromSeed(seed).fork('evaluation').fork(game.id).fork(variant);
  const tables: Table[] = [];
  for (let pair = 0; pair < matches; pair++) {
    const rng = root.fork(pair);
    const matchSeed = rng.fork('match').seed();
    for (const learner of roles.keys()) {
      const own = rng.fork(learner);
      const match = Match.start({ game, options, variant, matchId: `evaluation-${pair}-${learner}`, seed: matchSeed, profile: 'strict' });
      const opponents = roles.map((_, seat) => (seat === learner ? null : factory({ game, options, role: match.roleOf(seat), seed: own.fork(`opponent ${seat}`).seed() })));
      tables.push({ job, match, learner, opponents, rng: own.fork('learner'), turns: 0 });
    }
  }
  return tables;
}

/** Plays on until the learner is to act or the match ends. */
async function playOpponents({ match, learner, opponents, job }: Table): Promise<void> {
  while (!match.end) {
    const seat = match.pending().find((pending) => pending !== learner);
    if (seat === undefined) return;
    const reply = await (opponents[seat] as Agent).act(turnOf(job, match, seat));
    match.submit(seat, 'text' in reply ? { text: reply.text } : { action: reply.action });
  }
}

function turnOf({ trained }: EvaluationJob, match: Match, seat: Seat): AgentTurn {
  const { game, options, variant } = trained;
  return {
    matchId: match.header.matchId, turnId: match.turnId, seat, role: match.roleOf(seat), game, options, variant,
    observation: match.observe(seat), legalActions: match.legalActions(seat), retriesLeft: match.retriesLeft(seat),
  };
}

function settingsOf({ trained, temperature }: EvaluationJob): TrainedGame['settings'] {
  return { ...trained.settings, sampling: { temperature }, withAllowed: false };
}

function request(table: Table): GenerateRequest {
  return turnRequest(turnOf(table.job, table.match, table.learner), settingsOf(table.job), table.rng.seed());
}

function answer(table: Table, result: GenerateResult): void {
  table.turns += 1;
  table.match.submit(table.learner, { text: replyOf(result, settingsOf(table.job)).text });
}

function summary({ trained, opponent, temperature }: EvaluationJob, tables: readonly Table[]): Evaluation {
  const illegal = tables.filter(({ match, learner }) => match.end?.reason === 'illegal' && match.end.offenders.includes(learner)).length;
  const turns = tables.reduce((sum, table) => sum + table.turns, 0);
  const roles = new Set(tables.map(({ match, learner }) => match.roleOf(learner)));
  return {
    game: trained.game.id, variant: trained.variant, opponent, temperature, ...tally(tables), turns,
    illegalMatches: illegal / Math.max(1, tables.length),
    illegalRate: illegal / Math.max(1, turns),
    roles: Object.fromEntries([...roles].map((role) => [role, tally(tables.filter(({ match, learner }) => match.roleOf(learner) === role))])),
  };
}

function tally(tables: readonly Table[]): Tally {
  const returns = tables.map(({ match, learner }) => match.end?.returns?.[learner] ?? 0);
  const share = (test: (value: number) => boolean): number => returns.filter(test).length / Math.max(1, returns.length);
  return {
    matches: returns.length, win: share((value) => value > 0), draw: share((value) => value === 0), loss: share((value) => value < 0),
    returnMean: returns.reduce((sum, value) => sum + value, 0) / Math.max(1, returns.length),
  };
}
