/** Seeded randomness: the generator, seeds and their commitments. */
export { Rng, parseSeed, seedCommitment } from './rng.js';
export type { RngState, Seed } from './rng.js';
