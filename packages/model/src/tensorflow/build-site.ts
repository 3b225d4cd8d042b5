/** Where an engine is built and with what: what `install.ts` gives the two ways of building, and what it gets back. */
import type { Environment } from './run-tool.js';
import type { Machine } from './versions.js';

export interface BuildSite {
  readonly machine: Machine;
  /** Of the programs that are run. */
  readonly environment: Environment;
  /** A fresh folder; all of it becomes the engine. */
  readonly folder: string;
  /** Outlives a build that fails. */
  readonly downloads: string;
  /** A file that takes everything the programs print. */
  readonly log: string;
  readonly progress: (line: string) => void;
}

export interface BuiltEngine {
  /** The addon, as a path inside the folder. */
  readonly binding: string;
  /** Package and version of its sources, for people. */
  readonly source: string;
}
