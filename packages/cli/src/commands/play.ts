/** `spiral play GAME --against AGENT`: one match in the terminal. */
import { randomBytes } from 'node:crypto';
import { Args, Flags } from '@oclif/core';
import { parseSeed } from '@spiral-arena/core/random';
import { makeAgent } from '@spiral-arena/agents';
import { playMatch } from '@spiral-arena/core/match';
import { SpiralCommand } from '../base-command.js';
import { chosenOptions, gameFlags } from '../game-flags.js';
import { humanAgent } from '../human.js';
import { loadGames } from '../load-games.js';
import { modelScheme } from '../model-agents.js';

export default class Play extends SpiralCommand {
  static override summary = 'Play a game in the terminal against an agent.';
  static override examples = ['<%= config.bin %> play tic-tac-toe --against minimax', '<%= config.bin %> play kuhn-poker --variant single --against model:runs/demo'];
  static override args = { game: Args.string({ required: true, description: 'id of an installed game' }) };
  static override flags = {
    ...gameFlags,
    against: Flags.string({ description: 'agent to play against: random, minimax, nash?alpha=0.2, model:PATH', default: 'random' }),
    role: Flags.string({ description: 'your role; default: the first one' }),
    seed: Flags.string({ description: '32 hex digits or an integer; default: drawn' }),
  };

  override async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Play);
    const game = (await loadGames()).get(args.game);
    const { options, variant } = chosenOptions(game, flags);
    const roles = game.roles(options);
    const mine = flags.role ?? (roles[0] as string);
    const ordered = [mine, ...roles.toSpliced(roles.indexOf(mine), roles.includes(mine) ? 1 : 0)];
    const seed = flags.seed === undefined ? randomBytes(16).toString('hex') : parseSeed(flags.seed);
    const stop = new AbortController();
    const you = humanAgent({ input: process.stdin, output: process.stderr, onQuit: () => stop.abort() });
    try {
      const makeOpponent = await makeAgent(flags.against, { game, schemes: { model: modelScheme } });
      const opponents = ordered.slice(1).map((role) => makeOpponent({ game, options, role, seed }));
      const match = await playMatch({ game, matchId: 'play', seed, options, variant, roles: ordered, profile: 'textarena' }, [you, ...opponents], { signal: stop.signal });
      this.progress(`\n${game.text(match.observe(0))}`);
      const own = match.end?.returns?.[0];
      this.log(own === undefined ? `Stopped (${match.end?.reason}).` : `${own > 0 ? 'You win' : own < 0 ? 'You lose' : 'A draw'} (${match.end?.reason}); returns ${JSON.stringify(match.end?.returns)}.`);
      return { game: game.id, variant, seed, role: mine, end: match.end };
    } finally {
      you.close();
    }
  }
}
