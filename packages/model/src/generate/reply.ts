/**
 * One reply being written: which tokens may come next, what was sampled, and when it ends. It asks for the logits of one row at a time
 * and knows neither engine nor other replies. Words that were the only ones possible are in the text and, by choice of the tokenizer, not among the tokens.
 */
import { passForced } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { END_ID, type WordTokenizer } from '../nano/words.js';
import type { GenerateRequest, GenerateResult, NextWords } from './request.js';
import type { Row, RowMemo } from './row-memo.js';
import type { TokenSampler } from './token-sampler.js';

/** What all replies of a generator share. */
export interface ReplyTools {
  readonly tokenizer: WordTokenizer;
  readonly memo: RowMemo;
  readonly sampler: TokenSampler;
  readonly contextLength: number;
}

export class Reply {
  /** The row whose logits are needed next; null once the reply is finished. */
  row: Row | null;
  readonly #tools: ReplyTools;
  readonly #request: GenerateRequest;
  readonly #promptTokenIds: readonly number[];
  readonly #rng: Rng;
  readonly #tokenIds: number[] = [];
  readonly #logprobs: number[] = [];
  readonly #allowed: (readonly number[])[] = [];
  readonly #words: string[] = []; // complete ones, unsaid ones too; kept where the request has `next`
  #inWords = 0; // how many of the tokens they are made of
  #spelt: number[] = []; // the tokens of a word of several tokens that is not complete
  #choices: readonly string[] | null;
  #finish: GenerateResult['finish'] = 'stop';
  #text: string | null = null; // where a stop text cut it

  constructor(tools: ReplyTools, request: GenerateRequest, promptTokenIds: readonly number[]) {
    this.#tools = tools;
    this.#request = request;
    this.#promptTokenIds = promptTokenIds;
    this.#rng = Rng.fromSeed(request.seed);
    this.#choices = request.next ? this.#following(this.#words, request.next) : null;
    this.row = tools.memo.prompt(promptTokenIds, this.#mayGoOn());
    if (this.#isComplete()) this.#end('stop');
    else if (request.maxTokens < 1) this.#end('length');
  }

  /** Samples as far as logits are known. @returns whether the reply is finished */
  advance(): boolean {
    if (this.row && this.#request.signal?.aborted) this.#end('aborted');
    while (this.row?.logits) this.#sample(this.row, this.row.logits);
    return this.row === null;
  }

  result(policyVersion: number): GenerateResult {
    const result = {
      text: this.#text ?? this.#textSoFar(),
      promptTokenIds: this.#promptTokenIds,
      tokenIds: this.#tokenIds,
      logprobs: this.#logprobs,
      finish: this.#finish,
      policyVersion,
    };
    return this.#choices ? { ...result, allowedTokenIds: this.#allowed } : result;
  }

  #sample(row: Row, logits: Float32Array): void {
    const { sampler, memo, contextLength } = this.#tools;
    const { sampling, constrained, maxTokens } = this.#request;
    const allowed = this.#choices ? this.#allowedIds(this.#choices) : null;
    const token = sampler.sample(logits, sampling, constrained ? allowed : null, this.#rng, row);
    this.#tokenIds.push(token);
    this.#logprobs.push(sampler.logprob);
    if (allowed) this.#allowed.push(allowed);
    if (token === END_ID || (allowed && !allowed.includes(token))) return this.#end('stop');
    if (this.#choices) this.#follow(token, this.#choices);
    if (this.#isComplete() || this.#meetsStop()) this.#end('stop');
    else if (this.#tokenIds.length >= maxTokens || row.tokenIds.length >= contextLength) this.#end('length');
    else this.row = memo.extend(row, token);
  }

  /** Ids by which the present word may begin or go on, rising, each once. Choices mostly come in that order. */
  #allowedIds(choices: readonly string[]): readonly number[] {
    const ids: number[] = [];
    for (const word of choices) {
      const wordIds = this.#wordIds(word);
      const id = wordIds[this.#spelt.length];
      if (id === undefined || !this.#spelt.every((spelt, place) => wordIds[place] === spelt)) continue;
      let at = ids.length;
      while (at > 0 && (ids[at - 1] as number) > id) at--;
      if (ids[at - 1] === id) continue;
      if (at === ids.length) ids.push(id);
      else ids.splice(at, 0, id);
    }
    return ids;
  }

  /** An allowed token: it completes one of the choices, or takes a spelt word further. */
  #follow(token: number, choices: readonly string[]): void {
    this.#spelt.push(token);
    const word = choices.find((choice) => {
      const ids = this.#wordIds(choice);
      return ids.length === this.#spelt.length && ids.every((id, place) => id === this.#spelt[place]);
    });
    if (word === undefined) return;
    this.#words.push(word);
    this.#spelt = [];
    this.#inWords = this.#tokenIds.length;
    this.#choices = this.#following(this.#words, this.#request.next as NextWords);
  }

  /** What may be said after these words, to which those that go without saying are added. */
  #following(words: string[], next: NextWords): readonly string[] {
    return this.#tools.tokenizer.saysForced ? next(words) : passForced(words, next);
  }

  /** `''` stands for the end of the reply, which has a token of its own. */
  #wordIds(word: string): readonly number[] {
    return word === '' ? END : this.#tools.tokenizer.encodeWord(word);
  }

  #isComplete(): boolean {
    return this.#choices !== null && this.#spelt.length === 0 && this.#choices.every((word) => word === '');
  }

  /** Whether there can be a second token: not where every first word is one token and nothing is to be said after it, as in games of one-word actions. */
  #mayGoOn(): boolean {
    const { maxTokens, next } = this.#request;
    if (maxTokens <= 1) return false;
    if (!this.#choices || !next) return true;
    return this.#choices.some((word) => word !== '' && (this.#wordIds(word).length > 1 || this.#following([word], next).some((second) => second !== '')));
  }

  #meetsStop(): boolean {
    if (!this.#request.stop || this.#request.stop.length === 0) return false;
    const text = this.#textSoFar();
    const places = this.#request.stop.map((stop) => text.indexOf(stop)).filter((place) => place >= 0);
    if (places.length === 0) return false;
    this.#text = text.slice(0, Math.min(...places)).trimEnd();
    return true;
  }

  /** The complete words, then what the tokens after them are: all of them, where nothing tells words. */
  #textSoFar(): string {
    const said = this.#tokenIds.length - (this.#tokenIds[this.#tokenIds.length - 1] === END_ID ? 1 : 0);
    if (said === this.#inWords) return this.#words.join(' ');
    return [...this.#words, ...this.#tools.tokenizer.decode(this.#tokenIds.slice(this.#inWords, said))].join(' ');
  }

  #end(finish: GenerateResult['finish']): void {
    this.#finish = finish;
    this.row = null;
  }
}

const END: readonly number[] = [END_ID];
