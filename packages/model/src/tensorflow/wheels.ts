/**
 * Which PyPI wheels carry the library for which machine, and pip fetching them. Only the files of the library are of interest, so any Python's wheel
 * will do: where pip finds none for the Python it runs in, it is asked for one by name.
 * CUDA comes in wheels of its own; the library looks for it in `../nvidia/`, as it lies in a Python's site-packages.
 */
import { ModelError } from '../errors.js';
import { reasonOf } from './reason.js';
import { runTool, type ToolOptions } from './run-tool.js';
import { TENSORFLOW_VERSION, type EngineVariant, type Machine } from './versions.js';

export interface WheelPlan {
  /** Requirements for pip, the library first; each is fetched by itself. */
  readonly requirements: readonly string[];
  /** Of the wheels that can be asked for by name. */
  readonly platformTag: string;
  /** The two shared libraries inside the first wheel. */
  readonly libraries: readonly [cc: string, framework: string];
}

/** What the wheel's own metadata asks for under `tensorflow[and-cuda]`, 2.21.0. */
const CUDA_REQUIREMENTS = [
  'nvidia-cublas-cu12>=12.5.3.2,<13.0',
  'nvidia-cuda-cupti-cu12>=12.5.82,<13.0',
  'nvidia-cuda-nvcc-cu12>=12.5.82,<13.0',
  'nvidia-cuda-nvrtc-cu12>=12.5.82,<13.0',
  'nvidia-cuda-runtime-cu12>=12.5.82,<13.0',
  'nvidia-cudnn-cu12>=9.3.0.75,<10.0',
  'nvidia-cufft-cu12>=11.2.3.61,<12.0',
  'nvidia-curand-cu12>=10.3.6.82,<11.0',
  'nvidia-cusolver-cu12>=11.6.3.83,<12.0',
  'nvidia-cusparse-cu12>=12.5.1.3,<13.0',
  'nvidia-nccl-cu12>=2.27.7,<3.0',
  'nvidia-nvjitlink-cu12>=12.5.82,<13.0',
];

const LINUX_LIBRARIES = ['tensorflow/libtensorflow_cc.so.2', 'tensorflow/libtensorflow_framework.so.2'] as const;
const MAC_LIBRARIES = ['tensorflow/libtensorflow_cc.2.dylib', 'tensorflow/libtensorflow_framework.2.dylib'] as const;

/** @throws MODEL_TENSORFLOW_UNSUPPORTED where PyPI has no library to build against */
export function wheelPlan({ gpu }: EngineVariant, { platform, arch }: Machine): WheelPlan {
  const refuse = (reason: string): never => {
    throw new ModelError('MODEL_TENSORFLOW_UNSUPPORTED', { details: { version: TENSORFLOW_VERSION, machine: `${platform}-${arch}`, reason } });
  };
  if (gpu && `${platform}-${arch}` !== 'linux-x64') refuse('its CUDA libraries are published for linux-x64 only');
  switch (`${platform}-${arch}`) {
    case 'linux-x64':
      return gpu
        ? { requirements: [`tensorflow==${TENSORFLOW_VERSION}`, ...CUDA_REQUIREMENTS], platformTag: 'manylinux_2_27_x86_64', libraries: LINUX_LIBRARIES }
        : { requirements: [`tensorflow-cpu==${TENSORFLOW_VERSION}`], platformTag: 'manylinux_2_27_x86_64', libraries: LINUX_LIBRARIES };
    case 'linux-arm64':
      return { requirements: [`tensorflow==${TENSORFLOW_VERSION}`], platformTag: 'manylinux_2_27_aarch64', libraries: LINUX_LIBRARIES };
    case 'darwin-arm64':
      return { requirements: [`tensorflow==${TENSORFLOW_VERSION}`], platformTag: 'macosx_12_0_arm64', libraries: MAC_LIBRARIES };
    default:
      return refuse('PyPI has no wheel with its C++ library for this machine');
  }
}

const PIP_DOWNLOAD = ['-m', 'pip', 'download', '--disable-pip-version-check', '--no-input', '--no-deps', '--only-binary=:all:'];
const BY_NAME = ['--implementation', 'cp', '--python-version', '3.12', '--platform'];

/**
 * Fetches the wheel of one requirement into a folder, through pip, so that the user's index, proxy and certificates apply.
 * @throws MODEL_INSTALL_DOWNLOAD_FAILED
 */
export async function fetchWheel(python: string, requirement: string, platformTag: string, folder: string, options: ToolOptions): Promise<void> {
  try {
    try {
      await runTool(python, [...PIP_DOWNLOAD, '--dest', folder, requirement], options);
    } catch (error) {
      if (!/no matching distribution|requires a different python/i.test(reasonOf(error))) throw error;
      await runTool(python, [...PIP_DOWNLOAD, ...BY_NAME, platformTag, '--dest', folder, requirement], options);
    }
  } catch (cause) {
    throw new ModelError('MODEL_INSTALL_DOWNLOAD_FAILED', { details: { tool: 'pip', what: requirement, reason: reasonOf(cause) }, cause });
  }
}
