/** `spiral replay verify FILE`: plays every record of a file again and proves the same end. */
import { Args } from '@oclif/core';
import { replay } from '@spiral-arena/core/match';
import { SpiralCommand } from '../../base-command.js';
import { CliError } from '../../errors.js';
import { loadGames } from '../../load-games.js';
import { readRecordFile } from '../../record-file.js';

export default class ReplayVerify extends SpiralCommand {
  static override summary = 'Prove that stored matches replay to the same end.';
  static override examples = ['<%= config.bin %> replay verify matches.jsonl'];
  static override args = { file: Args.string({ required: true, description: 'file of match records (JSONL)' }) };

  override async run(): Promise<unknown> {
    const { args } = await this.parse(ReplayVerify);
    const registry = await loadGames();
    const results = (await readRecordFile(args.file)).map((record) => {
      const { matchId, game } = record.header;
      try {
        const match = replay(record, registry.get(game));
        return { matchId, game, ok: true, reason: match.end?.reason, returns: match.end?.returns, stateHash: match.hash() };
      } catch (error) {
        return { matchId, game, ok: false, explanation: (error as Error).message };
      }
    });
    for (const result of results) this.log(result.ok ? `ok      ${result.matchId} ${result.game} ${result.reason} ${JSON.stringify(result.returns)}` : `FAILED  ${result.matchId} ${result.game}: ${result.explanation}`);
    const failed = results.filter((result) => !result.ok).length;
    if (failed > 0) {
      if (!this.jsonEnabled()) throw new CliError('CLI_REPLAY_FAILED', { details: { failed, total: results.length } });
      process.exitCode = 1;
    }
    return { records: results.length, failed, results };
  }
}
