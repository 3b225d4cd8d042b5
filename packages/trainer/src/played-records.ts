/**
 * What a trainer reads of a finished match, and how records of many matches cross between threads: a few numbers a match as they are, everything of
 * their steps in two arrays. Copied as thousands of small objects they take three times as long.
 */
import type { RefusalKind, Trace } from '@spiral-arena/core/match';
import type { FeedRecord, FeedStep } from '@spiral-arena/core/protocol';

type PlayedTrace = Pick<Trace, 'promptTokenIds' | 'tokenIds' | 'logprobs' | 'allowedTokenIds' | 'policyVersion'>;

/** A step of a record; without a trace, it was not the model's. */
export interface PlayedStep extends Pick<FeedStep, 'seat' | 'ply' | 'outcome' | 'kind'> {
  readonly by?: { readonly trace?: PlayedTrace };
}

type Head = Pick<FeedRecord, 'matchId' | 'number' | 'game' | 'variant' | 'roles' | 'seats' | 'end'>;

export interface PlayedRecord extends Head {
  readonly steps: readonly PlayedStep[];
}

/** Records of some parts. */
export interface PackedRecords {
  readonly heads: readonly (readonly (Head & { readonly steps: number })[])[];
  /** Kinds of refusals, and lists of allowed ids, each once; steps name them by their place. */
  readonly kinds: readonly RefusalKind[];
  readonly lists: readonly (readonly number[])[];
  /**
   * Step after step: seat, ply, 1 where it was accepted, place of its kind or −1, and 1 where it has a trace. Of a trace then: policy version, and
   * each after its own length, prompt ids, sampled ids, and places of what was allowed (the length is −1 where nobody asked), last how many logprobs.
   */
  readonly wholes: Int32Array;
  readonly logprobs: Float64Array;
}

export function packRecords(parts: readonly (readonly PlayedRecord[])[]): PackedRecords {
  const kinds = new Places<RefusalKind>();
  const lists = new Places<readonly number[]>();
  const wholes = new Numbers(Int32Array);
  const logprobs = new Numbers(Float64Array);
  const put = ({ seat, ply, outcome, kind, by }: PlayedStep): void => {
    const trace = by?.trace;
    wholes.put(seat);
    wholes.put(ply);
    wholes.put(outcome === 'accepted' ? 1 : 0);
    wholes.put(kind === undefined ? -1 : kinds.of(kind));
    wholes.put(trace ? 1 : 0);
    if (!trace) return;
    const { allowedTokenIds } = trace;
    wholes.put(trace.policyVersion);
    wholes.put(trace.promptTokenIds.length);
    wholes.putAll(trace.promptTokenIds);
    wholes.put(trace.tokenIds.length);
    wholes.putAll(trace.tokenIds);
    wholes.put(allowedTokenIds?.length ?? -1);
    if (allowedTokenIds) for (const list of allowedTokenIds) wholes.put(lists.of(list));
    wholes.put(trace.logprobs.length);
    logprobs.putAll(trace.logprobs);
  };
  const heads = parts.map((records) => records.map(({ matchId, number, game, variant, roles, seats, end, steps }) => {
    for (const step of steps) put(step);
    return { matchId, number, game, variant, roles, seats, end, steps: steps.length };
  }));
  return { heads, kinds: kinds.all, lists: lists.all, wholes: wholes.all(), logprobs: logprobs.all() };
}

export function unpackRecords({ heads, kinds, lists, wholes, logprobs }: PackedRecords): PlayedRecord[][] {
  let at = 0;
  let logprobAt = 0;
  const next = (): number => wholes[at++] as number;
  const some = (length: number): number[] => {
    const numbers: number[] = [];
    while (numbers.length < length) numbers.push(next());
    return numbers;
  };
  const trace = (): PlayedTrace => {
    const policyVersion = next();
    const promptTokenIds = some(next());
    const tokenIds = some(next());
    const allowed = next();
    const allowedTokenIds = allowed < 0 ? undefined : some(allowed).map((place) => lists[place] as readonly number[]);
    const own: number[] = [];
    for (let left = next(); left > 0; left--) own.push(logprobs[logprobAt++] as number);
    return { policyVersion, promptTokenIds, tokenIds, logprobs: own, ...(allowedTokenIds && { allowedTokenIds }) };
  };
  const step = (): PlayedStep => {
    const seat = next();
    const ply = next();
    const outcome = next() === 1 ? 'accepted' : 'refused';
    const kind = next();
    const traced = next() === 1;
    return { seat, ply, outcome, ...(kind >= 0 && { kind: kinds[kind] as RefusalKind }), ...(traced && { by: { trace: trace() } }) };
  };
  return heads.map((records) => records.map((head) => ({ ...head, steps: Array.from({ length: head.steps }, step) })));
}

/** An array that grows. */
class Numbers<A extends Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>> {
  readonly #make: new (length: number) => A;
  #numbers: A;
  #length = 0;

  constructor(make: new (length: number) => A) {
    this.#make = make;
    this.#numbers = new make(1 << 12);
  }

  put(number: number): void {
    if (this.#length === this.#numbers.length) {
      const longer = new this.#make(2 * this.#length);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#length++] = number;
  }

  putAll(numbers: readonly number[]): void {
    for (let at = 0; at < numbers.length; at++) this.put(numbers[at] as number);
  }

  all(): A {
    return this.#numbers.slice(0, this.#length) as A;
  }
}

/** Values by their places in the order in which they came first. */
class Places<T> {
  readonly all: T[] = [];
  readonly #places = new Map<T, number>();

  of(value: T): number {
    let place = this.#places.get(value);
    if (place === undefined) this.#places.set(value, (place = this.all.push(value) - 1));
    return place;
  }
}
