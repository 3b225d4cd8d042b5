/**
 * The versions that are installed together, and the name that an installed engine gets from them.
 * The binding is compiled against one Node-API version, which every later Node keeps: an engine serves Node 20, 22 and 24 alike.
 */

/** The package that the binding's sources come from, in two flavours of the same code. */
export const BINDING_PACKAGES = { cpu: '@tensorflow/tfjs-node', gpu: '@tensorflow/tfjs-node-gpu' } as const;
export const BINDING_VERSION = '4.22.0';
/** The library that the vendor's own install script downloads for that version. */
export const OFFICIAL_TENSORFLOW_VERSION = '2.9.1';

/** The library inside the PyPI wheel. */
export const TENSORFLOW_VERSION = '2.21.0';

export const NODE_HEADERS = 'node-api-headers@1.9.0';
export const NODE_API_VERSION = 8;

/** Which engine is meant: the processor's or CUDA's, built here or as the vendor ships it. */
export interface EngineVariant {
  readonly gpu: boolean;
  readonly official: boolean;
}

/** The machine that an engine is built for, in Node's words. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
}

export const THIS_MACHINE: Machine = { platform: process.platform, arch: process.arch };

/** For example `tensorflow-2.21.0-cpu-linux-x64`; the vendor's own build says so. */
export function engineNameOf({ gpu, official }: EngineVariant, { platform, arch }: Machine = THIS_MACHINE): string {
  return ['tensorflow', official ? `${OFFICIAL_TENSORFLOW_VERSION}-official` : TENSORFLOW_VERSION, gpu ? 'gpu' : 'cpu', platform, arch].join('-');
}
