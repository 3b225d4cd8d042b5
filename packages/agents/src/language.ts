/**
 * A language model at a table, through `TextGenerator`: turn -> request -> result -> answer text with its trace.
 * Request and reply are pure functions, for a trainer that batches the turns of many seats itself; the agent adds seeds and attempts.
 * It holds no weights and knows no game: texts, words and continuations are the game's.
 */
import { canonicalJson } from '@spiral-arena/core';
import type { Agent, AgentFactory, AgentReply, AgentTurn } from '@spiral-arena/core';
import { actionWords, nextWords, wordsToAnswer } from '@spiral-arena/core/game';
import type { Action, Game } from '@spiral-arena/core/game';
import type { Trace } from '@spiral-arena/core/match';
import { Rng } from '@spiral-arena/core/random';
import type { Seed } from '@spiral-arena/core/random';
import type { PolicyAgent } from './policy-agent.js';
import { briefPrompt, buildPrompt } from './prompt.js';
import type { PromptTurn } from './prompt.js';
import { readReply } from './reply.js';
import type { GenerateRequest, GenerateResult, NextWords, Sampling, TextGenerator } from './text-generator.js';

interface CommonSettings {
  readonly sampling: Sampling;
  /** Per attempt. */
  readonly maxTokens: number;
}

/** Very small models: the game's brief words in, the words of an action out. */
export interface BriefSettings extends CommonSettings {
  readonly mode: 'brief';
  /** Generation cannot leave the legal actions. Default false: then an illegal reply is an illegal action. */
  readonly constrained?: boolean;
  /** Keep in the trace which tokens could have continued a legal action, for an entropy over legal tokens. Default false. */
  readonly withAllowed?: boolean;
}

/** Chat models: a prompt in, free text with the answer in a box out. */
export interface ChatSettings extends CommonSettings {
  readonly mode: 'chat';
  /** Default false: a reply without a box is read whole. */
  readonly requireBox?: boolean;
}

export type LanguageSettings = BriefSettings | ChatSettings;

/** What a reply comes to: answer text for core's parser (`''` where there is no answer), and its trace. */
export interface LanguageReply {
  readonly text: string;
  readonly trace: Trace;
}

/**
 * The request for one attempt at a turn. In brief mode it follows the legal actions, where the turn or the game can name them.
 * @param seed of this attempt alone
 * @throws CORE_GAME_FAULT where `constrained` or `withAllowed` need the legal actions and nothing names them
 */
export function turnRequest(turn: PromptTurn, settings: LanguageSettings, seed: Seed): GenerateRequest {
  const { sampling, maxTokens } = settings;
  if (settings.mode === 'chat') return { messages: buildPrompt(turn), maxTokens, sampling, seed };
  const request = { words: briefPrompt(turn), maxTokens, sampling, seed };
  const open = !turn.legalActions && !turn.game.briefNext;
  if (open && !settings.constrained && !settings.withAllowed) return request; // nothing to follow: the model ends by itself
  const guided = { ...request, next: continuations(turn) };
  return settings.constrained ? { ...guided, constrained: true } : guided;
}

/** The answer text and the trace of one attempt. */
export function replyOf(result: GenerateResult, settings: LanguageSettings): LanguageReply {
  const { promptTokenIds, tokenIds, logprobs, allowedTokenIds, policyVersion, finish } = result;
  const trace: Trace = { promptTokenIds, tokenIds, logprobs, sampling: settings.sampling, policyVersion, finish };
  if (settings.mode === 'brief') {
    const said = result.text.trim();
    const text = said === '' ? '' : wordsToAnswer(said.split(' '));
    return { text, trace: settings.withAllowed && allowedTokenIds ? { ...trace, allowedTokenIds } : trace };
  }
  const reading = readReply(result.text, settings.requireBox ? { requireBox: true } : {});
  return { text: reading.ok ? reading.answer : '', trace: reading.reasoning === undefined ? trace : { ...trace, reasoning: reading.reasoning } };
}

/**
 * The seed of one attempt: a fork of the seat's generator by ply and attempt, so it depends on neither the match's id nor the order of work.
 * @param attempt from 0, counted within the turn
 */
export function attemptSeed(seat: Rng, turnId: string, attempt: number): Seed {
  return seat.fork(`${turnId.slice(turnId.lastIndexOf('/') + 1)}/${attempt}`).seed();
}

/**
 * One model for any number of seats; calls of different seats are batched by the generator.
 * In brief mode at temperature 1 without limits it knows its probabilities: those of the legal actions, as if it said nothing else.
 */
export function languageAgent(settings: LanguageSettings & { readonly name: string; readonly generator: TextGenerator }): AgentFactory {
  const { name, generator, mode, sampling } = settings;
  const isPlain = mode === 'brief' && !settings.constrained && canonicalJson({ ...sampling }) === '{"temperature":1}';
  return ({ seed }): Agent | PolicyAgent => {
    const rng = Rng.fromSeed(seed);
    let turnId = '';
    let attempt = 0;
    const act = async (turn: AgentTurn, signal?: AbortSignal): Promise<AgentReply> => {
      attempt = turn.turnId === turnId ? attempt + 1 : 0;
      turnId = turn.turnId;
      const request = turnRequest(turn, settings, attemptSeed(rng, turnId, attempt));
      const [result] = await generator.generate([signal ? { ...request, signal } : request]);
      return replyOf(result as GenerateResult, settings);
    };
    return isPlain ? { name, act, probabilities: (turn) => legalProbabilities(generator, turn) } : { name, act };
  };
}

/** π(a) = exp Σ log π(words of a), over the sum of the same for all legal actions; equal where all of them are impossible. */
async function legalProbabilities(generator: TextGenerator, turn: AgentTurn): Promise<readonly number[]> {
  if (!turn.legalActions) return [];
  const words = briefPrompt(turn);
  const next = continuations(turn);
  const logprobs = await generator.logprobs(turn.legalActions.map((action) => ({ words, reply: actionWords(turn.game, action), next })));
  const largest = Math.max(...logprobs);
  const parts = logprobs.map((logprob) => (largest > Number.NEGATIVE_INFINITY ? Math.exp(logprob - largest) : 1));
  const sum = parts.reduce((left, right) => left + right, 0);
  return parts.map((part) => part / sum);
}

/** Games share the legal lists of equal states, so the continuations of a list are worked out once. */
const KNOWN = new WeakMap<readonly Action[], { readonly game: Game; readonly next: NextWords }>();

function continuations({ game, observation, legalActions }: PromptTurn): NextWords {
  if (game.briefNext || !legalActions) return nextWords(game, observation, legalActions);
  const known = KNOWN.get(legalActions);
  if (known?.game === game) return known.next;
  const next = nextWords(game, observation, legalActions);
  KNOWN.set(legalActions, { game, next });
  return next;
}
