/**
 * What a language model must offer to sit at a table: generate text for many requests at once.
 * Owned by `agents`; `model` satisfies it by shape and never imports this file; `cli` and `trainer` put the two together.
 */

export interface Sampling {
  /** 0: greedy. */
  readonly temperature: number;
  readonly topK?: number;
  readonly topP?: number;
  readonly minP?: number;
}

export interface TextMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The words that may follow the words generated so far; empty: the reply is complete; with `''` in it: it may also end here. */
export type NextWords = (words: readonly string[]) => readonly string[];

/** One reply to make. Exactly one of `words` (small models on brief texts) and `messages` (chat models). */
export interface GenerateRequest {
  readonly words?: readonly string[];
  readonly messages?: readonly TextMessage[];
  readonly maxTokens: number;
  readonly sampling: Sampling;
  /** Seeds this request alone: the result does not depend on what else is in the batch. 32 hex digits. */
  readonly seed: string;
  readonly stop?: readonly string[];
  /**
   * The allowed continuations. Generation always stops when the reply is complete by it or has left it; with `constrained` it cannot leave it.
   * The ids that it allows at each step come back as `allowedTokenIds`.
   */
  readonly next?: NextWords;
  readonly constrained?: boolean;
  readonly signal?: AbortSignal;
}

export interface GenerateResult {
  /** The reply; words joined by single spaces where the request had words. */
  readonly text: string;
  readonly promptTokenIds: readonly number[];
  readonly tokenIds: readonly number[];
  /** Natural logarithms, one per sampled token, of the distribution that was sampled from (after temperature and limits). */
  readonly logprobs: readonly number[];
  /** Only where the request had `next`. */
  readonly allowedTokenIds?: readonly (readonly number[])[];
  readonly finish: 'stop' | 'length' | 'aborted';
  /** One version for all tokens of a reply. */
  readonly policyVersion: number;
}

/** A reply to rate: the words of the prompt, and those of the reply as one action. */
export interface LogprobRequest {
  readonly words: readonly string[];
  readonly reply: readonly string[];
  /** As in the request that would make the reply: a model that does not say words that are the only ones possible needs it to leave them out. */
  readonly next?: NextWords;
}

export interface TextGenerator {
  /** Results in the order of the requests. Calls made while one is running are batched with each other. */
  generate(requests: readonly GenerateRequest[]): Promise<readonly GenerateResult[]>;
  /** Log-probability of each reply (its words, as one action) after the prompt words: for exact policies. `[requests]` */
  logprobs(requests: readonly LogprobRequest[]): Promise<readonly number[]>;
}
