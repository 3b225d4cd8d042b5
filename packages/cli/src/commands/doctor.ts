/** `spiral doctor`: what this machine has, which engine is in use and why, with measured speeds, and what would be faster. */
import { availableParallelism, totalmem } from 'node:os';
import { Flags } from '@oclif/core';
import { ENGINE_NAMES, tf, type EngineOptions } from '@spiral-arena/model';
import { SpiralCommand } from '../base-command.js';
import { checkEngine, nodeProblem, NODE_RANGE, type EngineCheck } from '../check-machine.js';
import { engineFlags, engineOptions } from '../engine-flags.js';
import { loadGames } from '../load-games.js';

export default class Doctor extends SpiralCommand {
  static override summary = 'Check this machine: Node, engines with their measured speed, games.';
  static override examples = ['<%= config.bin %> doctor', '<%= config.bin %> doctor --json', '<%= config.bin %> doctor --engine tensorflow --require-gpu'];
  static override flags = { ...engineFlags, engine: Flags.string({ description: 'check this engine only', options: ENGINE_NAMES }) };

  override async run(): Promise<unknown> {
    const { flags } = await this.parse(Doctor);
    const registry = await loadGames();
    const chosen: readonly EngineOptions[] = flags.engine === undefined ? ENGINE_NAMES.map((name) => ({ name })) : [engineOptions({ ...flags, engine: flags.engine })];
    const engines: EngineCheck[] = [];
    for (const options of chosen) engines.push(await checkEngine(options));
    const working = engines.find((engine) => engine.ok);
    const node = nodeProblem(process.versions.node);
    const report = {
      engine: working?.name ?? null, device: working?.device ?? null, gflops: working?.gflops ?? 0, threads: flags.threads ?? Math.min(availableParallelism(), 8),
      why: whyOf(working, flags.engine), advice: adviceOf(engines),
      versions: { node: process.versions.node, tfjs: tf.version_core, ...Object.fromEntries(engines.filter(({ ok }) => ok).map(({ name, library }) => [name, library])) },
      nodeSupported: node === null, platform: `${process.platform} ${process.arch}`, cores: availableParallelism(), memoryGiB: Math.round(totalmem() / 2 ** 30),
      engines, games: registry.list().map((game) => game.id), failedPlugins: registry.failures,
    };
    this.log(`node       ${report.versions.node} ${node === null ? `(supported: ${NODE_RANGE})` : `NOT SUPPORTED, wanted ${NODE_RANGE}`}`);
    this.log(`machine    ${report.platform}, ${report.cores} cores, ${report.memoryGiB} GiB`);
    for (const engine of engines) this.log(`${engine.name.padEnd(10)} ${engine.ok ? `${engine.description}; ${engine.gflops.toFixed(1)} GFLOPS${engine === working ? '  <- in use' : ''}` : `does not work: ${engine.explanation}`}`);
    this.log(`why        ${report.why}`);
    for (const line of report.advice) this.log(`faster     ${line}`);
    this.log(`games      ${report.games.join(', ')}`);
    for (const failure of report.failedPlugins) this.log(`plugin     ${failure.package} failed (${failure.reason}): ${failure.explanation}`);
    if (!working || node !== null) process.exitCode = 1;
    return report;
  }
}

function whyOf(working: EngineCheck | undefined, asked: string | undefined): string {
  if (!working) return 'no engine works';
  if (asked !== undefined) return `${working.name} was asked for`;
  return working.name === 'onnx' ? 'onnx is the default, and it computes right here' : `${working.name} is the first that works`;
}

function adviceOf(engines: readonly EngineCheck[]): readonly string[] {
  const advice: string[] = [];
  const [onnx, tensorflow] = ['onnx', 'tensorflow'].map((name) => engines.find((engine) => engine.name === name));
  if (onnx && !onnx.ok) advice.push(`repair onnx: ${onnx.hint ?? onnx.explanation ?? ''}`);
  if (tensorflow && !tensorflow.ok) advice.push(`with an NVIDIA GPU: ${tensorflow.hint ?? tensorflow.explanation ?? ''}`);
  else if (tensorflow?.device === 'gpu') advice.push('use the GPU: --engine tensorflow, for language models also --dtype bfloat16 --xla');
  return advice;
}
