/** `spiral engine list`: the TensorFlow engines of this machine, which of them would be used, and what is wrong with the others. */
import { listTensorFlow } from '@spiral-arena/model';
import { SpiralCommand } from '../../base-command.js';

export default class EngineList extends SpiralCommand {
  static override summary = 'List the TensorFlow engines, in the cache and in node_modules, and which one would be used.';
  static override examples = ['<%= config.bin %> engine list', '<%= config.bin %> engine list --json'];

  override async run(): Promise<unknown> {
    await this.parse(EngineList);
    const engines = listTensorFlow();
    if (engines.length === 0) this.log('No TensorFlow engine is installed; `spiral engine install` installs one.');
    for (const { name, from, tensorflow, sizeBytes, verified, used, problem } of engines) {
      const size = sizeBytes === null ? '' : `${Math.round(sizeBytes / 2 ** 20)} MiB`;
      const state = problem ?? (verified.length > 0 ? 'checked by computing' : 'not checked');
      this.log(`${name.padEnd(36)} ${from.padEnd(13)} ${(tensorflow ?? '').padEnd(8)} ${size.padEnd(9)} ${state}${used ? '  <- would be used' : ''}`);
    }
    return engines;
  }
}
