/** `spiral replay show FILE`: a stored match as one reader was told it. */
import { Args, Flags } from '@oclif/core';
import { replay, toldEvents } from '@spiral-arena/core/match';
import { SpiralCommand } from '../../base-command.js';
import { CliError } from '../../errors.js';
import { loadGames } from '../../load-games.js';
import { readRecordFile } from '../../record-file.js';

export default class ReplayShow extends SpiralCommand {
  static override summary = 'Show stored matches as a spectator or a seat was told them.';
  static override examples = ['<%= config.bin %> replay show matches.jsonl --seat 0'];
  static override args = { file: Args.string({ required: true, description: 'file of match records (JSONL)' }) };
  static override flags = { seat: Flags.integer({ description: 'read as this seat; default: as a spectator', min: 0 }) };

  override async run(): Promise<unknown> {
    const { args, flags } = await this.parse(ReplayShow);
    const registry = await loadGames();
    const reader = flags.seat ?? 'spectator';
    return (await readRecordFile(args.file)).map((record) => {
      const most = record.header.seats.length - 1;
      if (flags.seat !== undefined && flags.seat > most) throw new CliError('CLI_SEAT_INVALID', { details: { most, match: record.header.matchId, got: flags.seat } });
      const match = replay(record, registry.get(record.header.game));
      const events = toldEvents(match, reader).map((event) => event.told);
      const { matchId, game, variant, seats } = record.header;
      this.log(`${matchId}  ${game} (${variant})  ${seats.map((seat) => `${seat.role}: ${seat.name}`).join(', ')}`);
      for (const told of events) this.log(`  ${JSON.stringify(told)}`);
      this.log(`  ${match.game.text(match.observe(reader)).replaceAll('\n', '\n  ')}`);
      this.log(`  ended: ${match.end?.reason}, returns ${JSON.stringify(match.end?.returns)}`);
      return { matchId, game, variant, seats, events, end: match.end };
    });
  }
}
