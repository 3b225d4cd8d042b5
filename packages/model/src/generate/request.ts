/**
 * What the generator is asked for and what it gives: by shape the TextGenerator that agents define, so that neither package imports the other.
 * Where the meaning of a field is in doubt, the definition in agents holds.
 */

export interface Sampling {
  /** 0: greedy. */
  readonly temperature: number;
  readonly topK?: number;
  readonly topP?: number;
  readonly minP?: number;
}

/** The words that may follow the words generated so far; empty: the reply is complete; with `''` in it: it may also end here. */
export type NextWords = (words: readonly string[]) => readonly string[];

export interface GenerateRequest {
  /** Required here: chat messages are for other generators. */
  readonly words?: readonly string[];
  readonly messages?: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[];
  readonly maxTokens: number;
  readonly sampling: Sampling;
  readonly seed: string;
  /** Generation ends once the text holds one of these; the text is cut before it, the tokens are kept. */
  readonly stop?: readonly string[];
  readonly next?: NextWords;
  readonly constrained?: boolean;
  readonly signal?: AbortSignal;
}

export interface GenerateResult {
  readonly text: string;
  /** Shared between results; not to be changed. */
  readonly promptTokenIds: readonly number[];
  readonly tokenIds: readonly number[];
  /** Of the distribution that was sampled from; greedy choice is certain, so its logprob is 0. */
  readonly logprobs: readonly number[];
  readonly allowedTokenIds?: readonly (readonly number[])[];
  readonly finish: 'stop' | 'length' | 'aborted';
  readonly policyVersion: number;
}

/** A reply to rate: the words of the prompt, and those of the reply as one action. */
export interface LogprobRequest {
  readonly words: readonly string[];
  readonly reply: readonly string[];
  /** As in the request that would make the reply: a tokenizer that does not say forced words needs it to leave them out. */
  readonly next?: NextWords;
}
