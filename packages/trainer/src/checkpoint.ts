/**
 * A run on disk, so that it can go on exactly where it was: one folder per checkpoint with the model, the optimiser's moments and the trainer's state.
 *   <run>/checkpoints/update-000120/{model files, moments.safetensors, state.json}   <run>/checkpoints/latest
 * A checkpoint is written into a folder of another name, flushed, and renamed when it is whole; `latest` changes last. The state holds the SHA-256 of every
 * other file, so a cut or changed one is refused by name. It is taken with no match in flight, and holds no time where the run is limited by updates alone.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, isJsonObject, type Json } from '@spiral-arena/core';
import type { RngState } from '@spiral-arena/core/random';
import { type AdamWMoments, decodeSafetensors, encodeSafetensors, loadModel, ModelWeights, saveModel, type WeightValues, type WordTokenizer, writeFileAtomically } from '@spiral-arena/model';
import type { TrainConfig } from './config.js';
import { TrainerError } from './errors.js';
import type { StoredPolicy } from './exact.js';
import type { BaselineEntry } from './learn/role-baseline.js';
import { parseConfig } from './parse-config.js';

/** Everything of a run that is neither weights nor moments. */
export interface TrainerState {
  readonly config: TrainConfig;
  /** Optimiser updates of all phases, skipped ones included: the policy's version. */
  readonly update: number;
  /** Of these, after the warm-up. */
  readonly selfPlayUpdates: number;
  /** Milliseconds of training; 0 where the run is limited by updates alone. */
  readonly trainMs: number;
  readonly warmUpMs: number;
  readonly rng: RngState;
  readonly baselines: readonly BaselineEntry[];
  /** Mean usable turns of a match, by `game variant`. */
  readonly matchLengths: { readonly [key: string]: number };
  readonly averages: { readonly [key: string]: StoredPolicy };
  readonly counters: { readonly [name: string]: number };
}

export interface Checkpoint {
  readonly weights: ModelWeights;
  readonly tokenizer: WordTokenizer;
  readonly moments: AdamWMoments;
  readonly state: TrainerState;
}

const FORMAT = 1;
const STATE = 'state.json';
const MOMENTS = 'moments.safetensors';
const LATEST = 'latest';

/** The checkpoints of one run. */
export class CheckpointStore {
  readonly #folder: string;

  /** @param runFolder made when the first checkpoint is written */
  constructor(runFolder: string) {
    this.#folder = join(runFolder, 'checkpoints');
  }

  /**
   * Writes a checkpoint whole or not at all, and keeps it and the `keep - 1` highest others. It is never the one removed: a run that went on from an
   * older checkpoint has some of higher updates beside it.
   * @returns its folder
   * @throws TRAINER_CHECKPOINT_NOT_FINITE; the last good one stays
   */
  async save(checkpoint: Checkpoint, keep: number): Promise<string> {
    const { weights, tokenizer, moments, state } = checkpoint;
    this.#checkFinite(checkpoint);
    const name = nameOf(state.update);
    const unfinished = join(this.#folder, `.unfinished-${name}`);
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    await saveModel(unfinished, { config: weights.config, weights, tokenizer });
    await writeFileAtomically(join(unfinished, MOMENTS), encodeMoments(weights, moments));
    const files = Object.fromEntries(readdirSync(unfinished).toSorted().map((file) => [file, hashOf(join(unfinished, file))]));
    await writeFileAtomically(join(unfinished, STATE), textBytes(canonicalJson({ format: FORMAT, files, ...(state as unknown as { [key: string]: Json }) })));
    const folder = join(this.#folder, name);
    const replaced = join(this.#folder, `.replaced-${name}`);
    rmSync(replaced, { recursive: true, force: true });
    if (existsSync(folder)) renameSync(folder, replaced); // removed only when the new one stands in its place
    renameSync(unfinished, folder);
    await writeFileAtomically(join(this.#folder, LATEST), textBytes(name));
    rmSync(replaced, { recursive: true, force: true });
    const others = this.list().filter((other) => other !== name);
    for (const old of others.slice(0, Math.max(0, others.length - (keep - 1)))) rmSync(join(this.#folder, old), { recursive: true, force: true });
    return folder;
  }

  /** Names of the checkpoints, oldest first. */
  list(): string[] {
    return existsSync(this.#folder) ? readdirSync(this.#folder).filter((name) => name.startsWith('update-')).toSorted() : [];
  }

  /** Folder of the checkpoint written last; of the highest update where that one is gone (a damaged one may be removed). @throws TRAINER_CHECKPOINT_MISSING */
  latest(): string {
    const pointer = join(this.#folder, LATEST);
    const [names, written] = [this.list(), existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : ''];
    const name = names.includes(written) ? written : names.at(-1);
    if (name === undefined) throw new TrainerError('TRAINER_CHECKPOINT_MISSING', { details: { folder: this.#folder } });
    return join(this.#folder, name);
  }

  #checkFinite({ weights, moments, state }: Checkpoint): void {
    const refuse = (tensor: string): never => {
      throw new TrainerError('TRAINER_CHECKPOINT_NOT_FINITE', { details: { update: state.update, tensor, previous: this.list().at(-1) ?? 'the start' } });
    };
    weights.specs.forEach(({ name }, index) => {
      if (!isFinite(weights.arrays[index])) refuse(name);
      if (!isFinite(moments.first[index]) || !isFinite(moments.second[index])) refuse(`the moments of ${name}`);
    });
  }
}

/**
 * Reads a checkpoint, the moments and state included.
 * @throws TRAINER_CHECKPOINT_UNREADABLE names the file that is missing, cut or changed
 */
export async function loadCheckpoint(folder: string): Promise<Checkpoint> {
  const unreadable = (explanation: string, cause?: unknown): TrainerError => {
    const siblings = existsSync(join(folder, '..')) ? readdirSync(join(folder, '..')).filter((name) => name.startsWith('update-') && !folder.endsWith(name)) : [];
    return new TrainerError('TRAINER_CHECKPOINT_UNREADABLE', { details: { folder, explanation, others: siblings.toSorted().join(', ') || 'none' }, cause });
  };
  let stored: Json;
  try {
    stored = JSON.parse(readFileSync(join(folder, STATE), 'utf8')) as Json;
  } catch (cause) {
    throw unreadable(`${STATE} is missing or cut`, cause);
  }
  if (!isJsonObject(stored) || stored['format'] !== FORMAT || !isJsonObject(stored['files'])) throw unreadable(`${STATE} is not a state of format ${FORMAT}`);
  const { format: _, files, ...state } = stored;
  for (const [file, hash] of Object.entries(files as { [file: string]: Json })) {
    const path = join(folder, file);
    if (!existsSync(path)) throw unreadable(`${file} is missing`);
    if (hashOf(path) !== hash) throw unreadable(`${file} is cut or was changed`);
  }
  try {
    const { weights, tokenizer } = await loadModel(folder);
    if (!tokenizer) throw new Error('words.json is missing');
    const moments = decodeMoments(join(folder, MOMENTS), weights);
    // The hashes say that this is the state we wrote; only the configuration is read by people and checked again.
    return { weights, tokenizer, moments, state: { ...(state as unknown as TrainerState), config: parseConfig(state['config']) } };
  } catch (cause) {
    throw unreadable((cause as Error).message, cause);
  }
}

/** The two moments of each parameter under its name with `.first` and `.second`; the number of updates as metadata. */
function encodeMoments(weights: ModelWeights, { updates, first, second }: AdamWMoments): Uint8Array {
  const tensors = new Map<string, WeightValues>();
  weights.specs.forEach(({ name, shape }, index) => {
    tensors.set(`${name}.first`, { shape, values: first[index] as Float32Array });
    tensors.set(`${name}.second`, { shape, values: second[index] as Float32Array });
  });
  return encodeSafetensors(tensors, new Map([['updates', String(updates)]]));
}

function decodeMoments(file: string, weights: ModelWeights): AdamWMoments {
  const { tensors, metadata } = decodeSafetensors(readFileSync(file), file);
  const part = (suffix: string): readonly Float32Array[] => {
    const named = new Map(weights.specs.map(({ name }) => [name, tensors.get(name + suffix) as WeightValues]));
    return ModelWeights.fromNamed(weights.config, named).arrays;
  };
  return { updates: Number(metadata.get('updates')), first: part('.first'), second: part('.second') };
}

function nameOf(update: number): string {
  return `update-${String(update).padStart(7, '0')}`;
}

function textBytes(line: string): Uint8Array {
  return new TextEncoder().encode(`${line}\n`);
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function isFinite(array: Float32Array | undefined): boolean {
  return array !== undefined && array.every((value) => Number.isFinite(value));
}
