/** `spiral games create NAME`: a complete package with a small game, its tests and its page, to change into one's own. */
import { relative } from 'node:path';
import { Args, Flags } from '@oclif/core';
import { SpiralCommand } from '../../base-command.js';
import { createGame } from '../../create-game.js';

export default class GamesCreate extends SpiralCommand {
  static override summary = 'Write the package of a new game.';
  static override description = 'The game in it is small and complete; docs/writing-a-game.md explains it line by line.';
  static override examples = ['<%= config.bin %> games create tower-duel', '<%= config.bin %> games create tower-duel --out games/tower-duel'];
  static override args = { name: Args.string({ required: true, description: 'id of the game: lower-case words joined by hyphens' }) };
  static override flags = { out: Flags.string({ description: 'folder to write, which must not exist; default: the name' }) };

  override async run(): Promise<unknown> {
    const { args, flags } = await this.parse(GamesCreate);
    const created = await createGame(args.name, flags.out);
    this.log(`${created.folder} holds the game ${created.game}: ${created.files.join(', ')}`);
    this.log(`next:\n  cd ${relative(process.cwd(), created.folder)}\n  npm install\n  npm test\n  spiral plugins link .\n  spiral play ${created.game} --against perfect`);
    return created;
  }
}
