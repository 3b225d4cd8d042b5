/** `spiral eval`: a stored model against other agents, on fixed seeds with the seats swapped, and exactly where the game is small. */
import { Args, Flags } from '@oclif/core';
import { createEngine, loadModel, WordGenerator } from '@spiral-arena/model';
import { evaluate, ExactPolicy, parseConfig, trainedGames, type EvaluationJob } from '@spiral-arena/trainer';
import { SpiralCommand } from '../base-command.js';
import { engineFlags, engineOptions } from '../engine-flags.js';
import { CliError } from '../errors.js';
import { loadGames } from '../load-games.js';
import { modelFolder } from '../model-agents.js';
import { temperatureOf } from '../temperature.js';

export default class Eval extends SpiralCommand {
  static override summary = 'Measure a stored model.';
  static override examples = ['<%= config.bin %> eval runs/demo --game tic-tac-toe --against random,minimax', '<%= config.bin %> eval runs/demo --game kuhn-poker --variant single'];
  static override args = { model: Args.string({ required: true, description: 'model folder, checkpoint, or run' }) };
  static override flags = {
    game: Flags.string({ description: 'id of an installed game', required: true }),
    variant: Flags.string({ char: 'v', description: 'named option set of the game', default: 'default' }),
    against: Flags.string({ description: 'agents, joined by commas', default: 'random' }),
    matches: Flags.integer({ description: 'matches per seat and agent', default: 200, min: 1 }),
    temperature: Flags.string({ description: 'sampling temperature; 0 is greedy', default: '1' }),
    seed: Flags.integer({ description: 'chooses the fixed seeds', default: 0, min: 0 }),
    ...engineFlags,
  };

  override async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Eval);
    const temperature = temperatureOf(flags.temperature);
    const registry = await loadGames();
    const [trained] = trainedGames(registry, parseConfig({ games: [{ game: flags.game, variant: flags.variant }] }));
    const { weights, tokenizer } = await loadModel(await modelFolder(args.model));
    if (!trained || !tokenizer) throw new CliError('CLI_MODEL_INVALID', { details: { path: args.model } });
    const engine = await createEngine(engineOptions(flags));
    try {
      const generator = new WordGenerator({ engine, weights, tokenizer, policyVersion: 0 });
      const jobs = flags.against.split(',').map((opponent): EvaluationJob => ({ trained, opponent, temperature }));
      const evaluations = await evaluate(generator, jobs, { matches: flags.matches, seed: flags.seed });
      for (const { opponent, win, draw, loss, matches, illegalRate, roles } of evaluations) {
        this.log(`${flags.game} against ${opponent}: win ${win.toFixed(3)}  draw ${draw.toFixed(3)}  loss ${loss.toFixed(3)}  (${matches} matches, illegal ${(100 * illegalRate).toFixed(2)}% of turns)`);
        for (const [role, tally] of Object.entries(roles)) this.log(`  as ${role}: win ${tally.win.toFixed(3)}  draw ${tally.draw.toFixed(3)}  loss ${tally.loss.toFixed(3)}`);
      }
      const exact = ExactPolicy.of(trained);
      const measure = exact ? await exact.measure(generator) : null;
      if (measure) this.log(`NashConv ${measure.nashConv.toFixed(4)} (0 is an equilibrium), illegal probability ${measure.illegalMass.toFixed(4)}`);
      return { eval: { model: args.model, game: flags.game, variant: trained.variant, temperature, evaluations, nashConv: measure?.nashConv ?? null } };
    } finally {
      await engine.dispose();
    }
  }
}
