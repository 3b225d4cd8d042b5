/** `spiral games solve GAME`: the value of a small game for each role, by the method that fits the facts it declares. */
import { Args, Flags } from '@oclif/core';
import { byRole, SOLVE_METHODS, solveGame, type SolveMethod, type SolveProgress } from '@spiral-arena/agents';
import { SpiralCommand } from '../../base-command.js';
import { chosenOptions, gameFlags } from '../../game-flags.js';
import { loadGames } from '../../load-games.js';
import { spacedLines } from '../../spaced-lines.js';

export default class GamesSolve extends SpiralCommand {
  static override summary = 'Solve a small game exactly: its value for each role.';
  static override description = 'Alpha-beta where nothing is hidden and nothing is drawn, value iteration where there is chance, counterfactual regret minimisation where seats do not see everything or act at once. For zero-sum games of two seats.';
  static override examples = ['<%= config.bin %> games solve tic-tac-toe', '<%= config.bin %> games solve kuhn-poker --variant single --json', '<%= config.bin %> games solve nim --options \'{"piles":[1,3,5,7]}\''];
  static override args = { game: Args.string({ required: true, description: 'id of an installed game' }) };
  static override flags = {
    ...gameFlags,
    method: Flags.string({ description: 'default: the one that fits the game', options: SOLVE_METHODS }),
    limit: Flags.integer({ description: 'positions or tree nodes, at most', default: 500_000, min: 1 }),
    precision: Flags.integer({ description: 'decimal places of NashConv at which regret minimisation stops', default: 4, min: 1, max: 9 }),
    iterations: Flags.integer({ description: 'iterations of regret minimisation, at most', default: 10_000, min: 1 }),
  };

  override async run(): Promise<unknown> {
    const { args, flags } = await this.parse(GamesSolve);
    const game = (await loadGames()).get(args.game);
    const { options, variant } = chosenOptions(game, flags);
    const spaced = spacedLines((line) => this.progress(line));
    const solution = solveGame(game, options, {
      ...(flags.method === undefined ? {} : { method: flags.method as SolveMethod }),
      limit: flags.limit, targetNashConv: 10 ** -flags.precision, iterations: flags.iterations, onProgress: (done) => spaced(() => lineOf(done)),
    });
    const { method, count, rounds, nashConv, best } = solution;
    const values = byRole(game.roles(options), solution.values);
    const solved = { game: game.id, variant, values, method, nashConv, best: best && game.formatAction(best), count, rounds };
    this.progress(lineOf({ method, count, rounds, gap: nashConv }));
    this.log(`${game.title}, variant ${variant}: return of each role when both play best`);
    for (const [role, value] of Object.entries(values)) this.log(`${role.padEnd(10)} ${value.toFixed(6).padStart(10)}`);
    if (solved.best) this.log(`A best first action: ${solved.best}`);
    this.log(nashConv === 0 ? 'Exact.' : `Within ${nashConv.toPrecision(2)} of an equilibrium (NashConv).`);
    return solved;
  }
}

function lineOf({ method, count, rounds = 0, gap = 0 }: SolveProgress): string {
  const isTree = method.includes('cfr');
  const done = rounds === 0 ? '' : isTree ? `, ${rounds} iterations, NashConv ${gap.toPrecision(3)}` : `, ${rounds} sweeps, largest change ${gap.toPrecision(3)}`;
  return `${method}: ${count} ${isTree ? 'nodes' : 'positions'}${done}`;
}
