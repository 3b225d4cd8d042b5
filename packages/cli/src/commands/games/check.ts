/** `spiral games check GAME`: the conformance kit on an installed game, the same list that the game's own tests run. */
import { Args, Flags } from '@oclif/core';
import { SpiralCommand } from '../../base-command.js';
import { checkGame, failureOf } from '../../check-game.js';
import { loadGames } from '../../load-games.js';

export default class GamesCheck extends SpiralCommand {
  static override summary = 'Check a game against the contract.';
  static override examples = ['<%= config.bin %> games check nim'];
  static override args = { game: Args.string({ required: true, description: 'id of an installed game' }) };
  static override flags = { matches: Flags.integer({ description: 'random matches to play', default: 1000, min: 1 }) };

  override async run(): Promise<unknown> {
    const { args, flags } = await this.parse(GamesCheck);
    const check = await checkGame((await loadGames()).get(args.game), flags.matches, (line) => this.log(line));
    const failure = failureOf(check);
    if (failure && !this.jsonEnabled()) throw failure;
    if (failure) process.exitCode = 1;
    return check;
  }
}
