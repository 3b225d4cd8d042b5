/** `spiral games show GAME`: facts, rules, options, action schema and agents of one game. */
import { Args } from '@oclif/core';
import { fact } from '@spiral-arena/core/game';
import { SpiralCommand } from '../../base-command.js';
import { chosenOptions, gameFlags } from '../../game-flags.js';
import { loadGames } from '../../load-games.js';

export default class GamesShow extends SpiralCommand {
  static override summary = 'Show the rules, options and action schema of a game.';
  static override examples = ['<%= config.bin %> games show kuhn-poker --variant single'];
  static override args = { game: Args.string({ required: true, description: 'id of an installed game' }) };
  static override flags = gameFlags;

  override async run(): Promise<unknown> {
    const { args, flags } = await this.parse(GamesShow);
    const game = (await loadGames()).get(args.game);
    const { options, variant } = chosenOptions(game, flags);
    const shown = {
      id: game.id, version: game.version, title: game.title, summary: game.summary, variant, options, roles: game.roles(options),
      facts: { seats: game.seats, turnOrder: fact(game.turnOrder, options), information: fact(game.information, options), chance: fact(game.chance, options), utility: fact(game.utility, options), returnsRange: game.returnsRange(options), maxSteps: game.maxSteps(options) },
      variants: game.variants, optionsSchema: game.optionsSchema, actionSchema: game.actionSchema(options),
      agents: Object.fromEntries(Object.entries(game.agents ?? {}).map(([name, agent]) => [name, agent.summary])),
    };
    this.log(`${game.title} (${game.id} ${game.version}, variant ${variant})\n${game.summary}\n`);
    this.log(`${game.rules(game.roles(options)[0] as string, options)}\n`);
    this.log(`facts    ${JSON.stringify(shown.facts)}\noptions  ${JSON.stringify(options)}\nvariants ${JSON.stringify(game.variants)}\naction   ${JSON.stringify(shown.actionSchema)}`);
    this.log(`agents   ${Object.entries(shown.agents).map(([name, summary]) => `${name} (${summary})`).join('; ') || 'random'}`);
    return shown;
  }
}
