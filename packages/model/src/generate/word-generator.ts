/**
 * Text generation for a small word model: hundreds of requests at once, each with a seed of its own, so that a result depends on the request
 * and the weights and never on what else was in the batch. Requests that arrive while the engine runs join the next batch.
 * Equal rows are computed once, and a reply's prefix is not computed again for each of its tokens: `row-memo.ts` keeps keys and values.
 */
import { setImmediate } from 'node:timers/promises';
import type { ModelConfig } from '../decoder/config.js';
import { cacheWidth } from '../decoder/decoder.js';
import type { ModelWeights, WeightSpec } from '../decoder/weights.js';
import type { Engine } from '../engine/engine.js';
import { ModelError } from '../errors.js';
import type { WordTokenizer } from '../nano/words.js';
import { Reply, type ReplyTools } from './reply.js';
import type { GenerateRequest, GenerateResult, LogprobRequest } from './request.js';
import { RowBatches } from './row-batches.js';
import { RowMemo, type Row } from './row-memo.js';
import { saidTokenIds, ScoredReply } from './scored-reply.js';
import { TokenSampler } from './token-sampler.js';

const MOST_ACTIVE = 2048; // replies being written at once; others wait their turn

export interface WordGeneratorOptions {
  readonly engine: Engine;
  readonly tokenizer: WordTokenizer;
  readonly weights: ModelWeights;
  readonly policyVersion: number;
  /** Rows whose logits are kept until the weights change; a row takes 4 bytes for each token of the vocabulary, 12 once it was drawn from. Keys and values count as rows of their size. */
  readonly memoRows?: number;
}

/** A piece of work that needs the logits of rows, one after the other. */
interface Work {
  /** What it needs next; null when it is finished. */
  readonly row: Row | null;
  advance(): boolean;
}

/** A call of `generate` or `logprobs`: it is answered when all its pieces are finished. */
interface Call {
  /** Makes the pieces; they must all be made and finished under the same weights. */
  begin(): readonly Work[];
  unfinished: number;
  failed: boolean;
  succeed(policyVersion: number): void;
  fail(error: unknown): void;
}

/** Weights that are to be used as soon as nothing is under way, and who waits for that. */
interface NewWeights {
  readonly weights: ModelWeights;
  readonly policyVersion: number;
  readonly waiting: readonly { readonly resolve: () => void; readonly reject: (error: unknown) => void }[];
}

interface Piece {
  readonly work: Work;
  readonly call: Call;
}

export class WordGenerator {
  readonly config: ModelConfig;
  readonly #tools: ReplyTools;
  readonly #batches: RowBatches;
  readonly #specs: readonly WeightSpec[];
  #policyVersion: number;
  #newWeights: NewWeights | null;
  #waiting: Call[] = [];
  #active: Piece[] = [];
  #running: Promise<void> | null = null;
  #runsUnderWay = 0;
  #runEnded = (): void => undefined;
  #disposed = false;

  constructor({ engine, tokenizer, weights, policyVersion, memoRows = 20_000 }: WordGeneratorOptions) {
    this.config = weights.config;
    if (tokenizer.vocabSize !== this.config.vocabSize) {
      throw new ModelError('MODEL_VOCABULARY_INVALID', { details: { expected: `${this.config.vocabSize} tokens, as in the config`, got: String(tokenizer.vocabSize) } });
    }
    this.#tools = { tokenizer, memo: new RowMemo(memoRows, cacheWidth(this.config) / this.config.vocabSize), sampler: new TokenSampler(this.config.vocabSize), contextLength: this.config.contextLength };
    this.#batches = new RowBatches(engine, this.config);
    this.#specs = weights.specs;
    this.#policyVersion = policyVersion;
    this.#newWeights = { weights: weights.clone(), policyVersion, waiting: [] };
  }

  get policyVersion(): number {
    return this.#policyVersion;
  }

  /**
   * Results in the order of the requests.
   * @throws MODEL_PROMPT_TOO_LONG MODEL_REQUEST_UNSUPPORTED MODEL_LOGITS_INVALID MODEL_GENERATOR_CLOSED
   */
  async generate(requests: readonly GenerateRequest[]): Promise<readonly GenerateResult[]> {
    const prompts = requests.map((request) => this.#encodePrompt(request.words, 0));
    let replies: readonly Reply[] = [];
    return this.#submit(
      () => (replies = requests.map((request, index) => new Reply(this.#tools, request, prompts[index] as readonly number[]))),
      (policyVersion) => replies.map((reply) => reply.result(policyVersion)),
    );
  }

  /**
   * Natural log-probability of each reply, all its words together, after its prompt, without temperature or limits. `[requests]`
   * −Infinity for one that `next` cannot lead to while forced words are unsaid.
   * @throws MODEL_PROMPT_TOO_LONG MODEL_WORD_UNKNOWN MODEL_GENERATOR_CLOSED
   */
  async logprobs(requests: readonly LogprobRequest[]): Promise<readonly number[]> {
    const replies = requests.map((request) => saidTokenIds(this.#tools.tokenizer, request));
    const prompts = requests.map(({ words }, index) => this.#encodePrompt(words, Math.max(0, (replies[index]?.length ?? 0) - 1)));
    let scored: readonly ScoredReply[] = [];
    return this.#submit(
      () => (scored = prompts.map((prompt, index) => new ScoredReply(this.#tools.memo, prompt, replies[index] ?? null))),
      () => scored.map((reply) => reply.logprob),
    );
  }

  /**
   * Gives later replies new weights. Replies under way are finished with the old ones first; requests made after this call wait for the new ones.
   * @param weights copied at once, so the caller may go on changing them
   * @returns when the new weights are in use
   * @throws MODEL_WEIGHTS_MISMATCH MODEL_GENERATOR_CLOSED
   */
  async setWeights(weights: ModelWeights, policyVersion: number): Promise<void> {
    if (JSON.stringify(weights.specs) !== JSON.stringify(this.#specs)) {
      throw new ModelError('MODEL_WEIGHTS_MISMATCH', { details: { name: 'all', expected: 'the names and shapes of this generator', got: 'others' } });
    }
    if (this.#disposed) throw new ModelError('MODEL_GENERATOR_CLOSED');
    return new Promise((resolve, reject) => {
      this.#newWeights = { weights: weights.clone(), policyVersion, waiting: [...(this.#newWeights?.waiting ?? []), { resolve, reject }] };
      this.#running ??= this.#run();
    });
  }

  /** Refuses further calls, waits for those under way and gives back compiled steps; the engine stays with its owner. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    await this.#running;
    await this.#batches.dispose();
  }

  #encodePrompt(words: readonly string[] | undefined, further: number): readonly number[] {
    if (!words) throw new ModelError('MODEL_REQUEST_UNSUPPORTED', { details: { expected: 'words', got: 'messages' } });
    const ids = this.#tools.tokenizer.encodePrompt(words);
    if (ids.length + further > this.config.contextLength) {
      throw new ModelError('MODEL_PROMPT_TOO_LONG', { details: { expected: this.config.contextLength, got: ids.length + further } });
    }
    return ids;
  }

  #submit<R>(begin: () => readonly Work[], results: (policyVersion: number) => R): Promise<R> {
    if (this.#disposed) return Promise.reject(new ModelError('MODEL_GENERATOR_CLOSED'));
    return new Promise<R>((resolve, reject) => {
      this.#waiting.push({ begin, unfinished: 0, failed: false, succeed: (policyVersion) => resolve(results(policyVersion)), fail: reject });
      this.#running ??= this.#run();
    });
  }

  /**
   * Batch after batch until nothing is left. Each turn first lets everything that is ready in the process run, so that its requests get in. Replies
   * go on as soon as their own run has ended; further runs are begun when at most one is still under way, so that none is smaller than need be.
   */
  async #run(): Promise<void> {
    while (this.#waiting.length > 0 || this.#active.length > 0 || this.#newWeights) {
      await setImmediate();
      if (this.#newWeights && this.#active.length === 0) await this.#takeNewWeights(this.#newWeights);
      if (!this.#newWeights) this.#admit();
      if (this.#runsUnderWay <= 1) this.#startRuns();
      if (this.#runsUnderWay > 0) await new Promise<void>((resolve) => (this.#runEnded = resolve));
      this.#advance();
    }
    this.#running = null; // in the same go as the look at what is left: a call made any later starts a new run
  }

  #startRuns(): void {
    const needed: Row[] = [];
    for (const { work } of this.#active) {
      const row = work.row;
      if (!row || row.logits || row.queued) continue;
      row.queued = true;
      needed.push(row);
    }
    for (const { rows, done } of this.#batches.start(needed)) {
      this.#runsUnderWay++;
      const ended = (): void => {
        for (const row of rows) row.queued = false;
        this.#runsUnderWay--;
        this.#runEnded();
      };
      done.then(ended, (error: unknown) => {
        const lost = new Set(rows);
        for (const { work, call } of this.#active) if (work.row && lost.has(work.row)) this.#fail(call, error);
        ended();
      });
    }
  }

  #admit(): void {
    let taken = 0;
    while (taken < this.#waiting.length && this.#active.length < MOST_ACTIVE) {
      const call = this.#waiting[taken++] as Call;
      try {
        const pieces = call.begin();
        call.unfinished = pieces.length;
        for (const work of pieces) this.#active.push({ work, call });
        if (pieces.length === 0) call.succeed(this.#policyVersion);
      } catch (error) {
        this.#fail(call, error);
      }
    }
    this.#waiting = this.#waiting.slice(taken);
    this.#advance(); // some need nothing, or only what is known
  }

  #advance(): void {
    const left: Piece[] = [];
    for (const piece of this.#active) {
      const { work, call } = piece;
      if (call.failed) continue;
      try {
        if (!work.advance()) left.push(piece);
        else if (--call.unfinished === 0) call.succeed(this.#policyVersion);
      } catch (error) {
        this.#fail(call, error);
      }
    }
    this.#active = left;
  }

  #fail(call: Call, error: unknown): void {
    call.failed = true;
    call.fail(error);
  }

  /** Where it fails, the weights before stay in use, and those who wait are told. */
  async #takeNewWeights({ weights, policyVersion, waiting }: NewWeights): Promise<void> {
    this.#newWeights = null;
    try {
      await this.#batches.setWeights(weights);
      this.#policyVersion = policyVersion;
      this.#tools.memo.clear();
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      if (waiting.length === 0) for (const call of this.#waiting) this.#fail(call, error); // the first weights of all
      for (const { reject } of waiting) reject(error);
    }
  }
}
