/** `spiral games check TARGET`: the conformance kit on a game, on all games of a package, or on a package that is being written. */
import { Args, Flags } from '@oclif/core';
import { SpiralCommand } from '../../base-command.js';
import { checkGame, failureOf, type GameCheck } from '../../check-game.js';
import { gamesToCheck } from '../../games-to-check.js';

export default class GamesCheck extends SpiralCommand {
  static override summary = 'Check a game against the contract.';
  static override examples = ['<%= config.bin %> games check nim', '<%= config.bin %> games check spiral-arena-reversi', '<%= config.bin %> games check ./reversi'];
  static override args = { game: Args.string({ required: true, description: 'id of a game, name of an installed package, or the folder of a package' }) };
  static override flags = {
    matches: Flags.integer({ description: 'random matches to play', default: 1000, min: 1 }),
  };

  override async run(): Promise<unknown> {
    const { args, flags } = await this.parse(GamesCheck);
    const checks: GameCheck[] = [];
    const games = await gamesToCheck(args.game);
    for (const game of games) {
      if (games.length > 1) this.log(`${game.id}:`);
      checks.push(checkGame(game, { matches: flags.matches }, (line) => this.log(line)));
    }
    const failure = checks.map(failureOf).find((one) => one !== null);
    if (failure && !this.jsonEnabled()) throw failure;
    if (failure) process.exitCode = 1;
    return checks.length === 1 ? checks[0] : checks;
  }
}
