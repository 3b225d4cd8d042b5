/** `spiral doctor`: what this machine has and which engine is in use, with a measured speed. */
import { availableParallelism, totalmem } from 'node:os';
import { Flags } from '@oclif/core';
import { ENGINE_NAMES } from '@spiral-arena/model';
import { SpiralCommand } from '../base-command.js';
import { checkEngine, nodeProblem, NODE_RANGE } from '../check-machine.js';
import { loadGames } from '../load-games.js';

export default class Doctor extends SpiralCommand {
  static override summary = 'Check this machine: Node, engines with their measured speed, games.';
  static override examples = ['<%= config.bin %> doctor', '<%= config.bin %> doctor --json'];
  static override flags = { engine: Flags.string({ description: 'check this engine only', options: ENGINE_NAMES }) };

  override async run(): Promise<unknown> {
    const { flags } = await this.parse(Doctor);
    const registry = await loadGames();
    const engines = [];
    for (const name of ENGINE_NAMES) if (!flags.engine || flags.engine === name) engines.push(await checkEngine(name));
    const working = engines.find((engine) => engine.ok);
    const node = nodeProblem(process.versions.node);
    const report = {
      node: process.versions.node, nodeSupported: node === null, platform: `${process.platform} ${process.arch}`, cores: availableParallelism(), memoryGiB: Math.round(totalmem() / 2 ** 30),
      engine: working?.name ?? null, gflops: working?.gflops ?? 0, engines, games: registry.list().map((game) => game.id), failedPlugins: registry.failures,
    };
    this.log(`node      ${report.node} ${node === null ? `(supported: ${NODE_RANGE})` : `NOT SUPPORTED, wanted ${NODE_RANGE}`}`);
    this.log(`machine   ${report.platform}, ${report.cores} cores, ${report.memoryGiB} GiB`);
    for (const engine of engines) this.log(`${engine.name.padEnd(9)} ${engine.ok ? `${engine.description}; ${engine.gflops.toFixed(1)} GFLOPS${engine === working ? '  <- in use' : ''}` : `does not work: ${engine.explanation}`}`);
    this.log(`games     ${report.games.join(', ')}`);
    for (const failure of report.failedPlugins) this.log(`plugin    ${failure.package} failed (${failure.reason}): ${failure.explanation}`);
    if (!working || node !== null) process.exitCode = 1;
    return report;
  }
}
