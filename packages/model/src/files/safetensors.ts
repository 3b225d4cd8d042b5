/**
 * The safetensors format: an 8-byte length, a JSON header with type, shape and place of each tensor, then the values.
 * Reads float32, float16 and bfloat16 as float32, writes float32. Made for files from strangers: every claim of the header is checked
 * before a byte is used. Layout: https://github.com/huggingface/safetensors (Format).
 */
import type { WeightValues } from '../decoder/weights.js';
import { ModelError } from '../errors.js';
import { widenBfloat16, widenFloat16 } from './half-precision.js';
import { parseJsonOnce } from './strict-json.js';

const MOST_HEADER_BYTES = 100_000_000; // the limit of the published readers
const BYTES_PER_VALUE: { readonly [dtype: string]: number } = { F32: 4, F16: 2, BF16: 2 };

export interface SafetensorsContent {
  /** By name, in the order of their values in the file. */
  readonly tensors: ReadonlyMap<string, WeightValues>;
  readonly metadata: ReadonlyMap<string, string>;
}

interface Place {
  readonly name: string;
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly begin: number;
  readonly end: number;
}

/**
 * @param file only for messages
 * @throws MODEL_FILE_INVALID
 */
export function decodeSafetensors(bytes: Uint8Array, file: string): SafetensorsContent {
  const refuse = (expected: string, got: string): ModelError => new ModelError('MODEL_FILE_INVALID', { details: { file, expected, got: got.slice(0, 120) } });
  if (bytes.length < 8) throw refuse('at least 8 bytes', `${bytes.length}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const headerBytes = view.getBigUint64(0, true);
  if (headerBytes > BigInt(Math.min(MOST_HEADER_BYTES, bytes.length - 8))) throw refuse(`a header of at most ${Math.min(MOST_HEADER_BYTES, bytes.length - 8)} bytes`, `a length of ${headerBytes}`);
  const start = 8 + Number(headerBytes);
  const header = readHeader(bytes.subarray(8, start), refuse);
  const data = bytes.subarray(start);

  const places = [...header.entries].map(([name, entry]) => readPlace(name, entry, refuse)).toSorted((a, b) => a.begin - b.begin || a.end - b.end);
  let used = 0;
  for (const { name, begin, end } of places) {
    if (begin !== used) throw refuse(`the values of ${name} to begin at ${used}, without overlap or gap`, `${begin}`);
    used = end;
  }
  if (used !== data.length) throw refuse(`${used} bytes of values`, `${data.length}`);
  return { tensors: new Map(places.map((place) => [place.name, { shape: place.shape, values: widen(data.subarray(place.begin, place.end), place.dtype) }])), metadata: header.metadata };
}

/** @returns a file with the tensors in the order given, as float32 */
export function encodeSafetensors(tensors: ReadonlyMap<string, WeightValues>, metadata: ReadonlyMap<string, string> = new Map()): Uint8Array {
  const header: [string, unknown][] = metadata.size > 0 ? [['__metadata__', Object.fromEntries(metadata)]] : [];
  let offset = 0;
  for (const [name, { shape, values }] of tensors) {
    header.push([name, { dtype: 'F32', shape, data_offsets: [offset, offset + values.byteLength] }]);
    offset += values.byteLength;
  }
  let text = new TextEncoder().encode(JSON.stringify(Object.fromEntries(header)));
  const padding = (8 - (text.length % 8)) % 8; // so that values are aligned
  text = Uint8Array.from([...text, ...Array<number>(padding).fill(0x20)]);
  const bytes = new Uint8Array(8 + text.length + offset);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  let at = 8 + text.length;
  for (const { values } of tensors.values()) {
    for (let index = 0; index < values.length; index++) view.setFloat32(at + 4 * index, values[index] as number, true);
    at += values.byteLength;
  }
  return bytes;
}

type Refuse = (expected: string, got: string) => ModelError;

function readHeader(bytes: Uint8Array, refuse: Refuse): { entries: ReadonlyMap<string, unknown>; metadata: ReadonlyMap<string, string> } {
  let header: unknown;
  try {
    header = parseJsonOnce(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw refuse('a header in JSON that names everything once', error instanceof Error ? error.message : String(error));
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header)) throw refuse('a header that is an object', JSON.stringify(header));
  const entries = new Map<string, unknown>(Object.entries(header));
  const stored = entries.get('__metadata__');
  entries.delete('__metadata__');
  if (entries.has('__proto__')) throw refuse('names of tensors', '__proto__');
  if (stored === undefined) return { entries, metadata: new Map() };
  if (typeof stored !== 'object' || stored === null || Object.values(stored).some((value) => typeof value !== 'string')) throw refuse('metadata of texts', JSON.stringify(stored));
  return { entries, metadata: new Map<string, string>(Object.entries(stored)) };
}

function readPlace(name: string, entry: unknown, refuse: Refuse): Place {
  const { dtype, shape, data_offsets: offsets } = (typeof entry === 'object' && entry !== null ? entry : {}) as { dtype?: unknown; shape?: unknown; data_offsets?: unknown };
  if (typeof dtype !== 'string' || !Object.hasOwn(BYTES_PER_VALUE, dtype)) throw refuse(`${name} of type F32, F16 or BF16`, JSON.stringify(dtype) ?? 'none');
  if (!isNaturals(shape)) throw refuse(`${name} with a shape of sizes`, JSON.stringify(shape) ?? 'none');
  if (!isNaturals(offsets) || offsets.length !== 2) throw refuse(`${name} with two offsets`, JSON.stringify(offsets) ?? 'none');
  const [begin, end] = offsets as [number, number];
  const size = shape.reduce((product, dimension) => product * dimension, BYTES_PER_VALUE[dtype] as number);
  if (!Number.isSafeInteger(size) || end - begin !== size) throw refuse(`${name} in ${size} bytes for its shape [${shape.join(', ')}]`, `offsets ${begin} to ${end}`);
  return { name, dtype, shape, begin, end };
}

function isNaturals(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item >= 0);
}

/** A copy as float32, whatever the alignment. */
function widen(bytes: Uint8Array, dtype: string): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (dtype === 'F32') return Float32Array.from({ length: bytes.length / 4 }, (_, index) => view.getFloat32(4 * index, true));
  const convert = dtype === 'BF16' ? widenBfloat16 : widenFloat16;
  return Float32Array.from({ length: bytes.length / 2 }, (_, index) => convert(view.getUint16(2 * index, true)));
}
