/** `spiral engine install`: native TensorFlow in the user's cache, built, proven by computing, and shared by all checkouts. */
import { performance } from 'node:perf_hooks';
import { Flags } from '@oclif/core';
import { installTensorFlow } from '@spiral-arena/model';
import { SpiralCommand } from '../../base-command.js';

export default class EngineInstall extends SpiralCommand {
  static override summary = 'Install the engine tensorflow (native TensorFlow) into a cache that survives `npm ci`.';
  static override description =
    'The sources of its Node binding come through npm, the library through pip from the PyPI wheel (270 MB; with --gpu about 3 GB with CUDA), and the C++ compiler of the system puts them together. ' +
    'It is used only after it has computed right; an earlier engine stays in use until then. The cache is SPIRAL_HOME, by default a folder of yours. Needs Python with pip and a C++17 compiler (PYTHON and CXX choose them).\n\n' +
    "With --official, the vendor's package is installed with its own script instead, which downloads an older library (TensorFlow 2.9) from the vendor's storage, not from npm or PyPI.";
  static override examples = ['<%= config.bin %> engine install', '<%= config.bin %> engine install --gpu', '<%= config.bin %> engine install --official'];
  static override flags = {
    gpu: Flags.boolean({ description: 'with CUDA, for NVIDIA GPUs (linux-x64)', default: false }),
    official: Flags.boolean({ description: "the vendor's prebuilt library, downloaded from the vendor by its own script", default: false }),
    force: Flags.boolean({ description: 'install again even if it is there', default: false }),
  };

  override async run(): Promise<unknown> {
    const { flags } = await this.parse(EngineInstall);
    const start = performance.now();
    const { engine, installed } = await installTensorFlow({ ...flags, progress: (line) => this.progress(line) });
    const { tensorflow, gpuSeen, gpu, sizeBytes, verified } = engine.manifest;
    const seconds = Number(((performance.now() - start) / 1000).toFixed(2));
    this.log(`${engine.name} ${installed ? `is installed (${seconds.toFixed(0)} s)` : 'is installed already'}: TensorFlow ${tensorflow}, ${Math.round(sizeBytes / 2 ** 20)} MiB, checked by computing`);
    if (gpu && !gpuSeen) this.log('It saw no GPU on this machine when it was checked, and will use the processor until there is one.');
    return { engine: engine.name, installed, seconds, tensorflow, gpu, gpuSeen, sizeBytes, verified, folder: engine.folder };
  }
}
