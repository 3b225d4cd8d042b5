/** `spiral match run GAME AGENT AGENT`: matches between agents, with a table of results and, by option, the records in a file. */
import { appendFile } from 'node:fs/promises';
import { Args, Flags } from '@oclif/core';
import { makeAgent } from '@spiral-arena/agents';
import { isCodedError } from '@spiral-arena/core';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { playMatch, recordOf, writeRecord } from '@spiral-arena/core/match';
import { SpiralCommand } from '../../base-command.js';
import { DEFAULT_LIMITS } from '../../contain/contained-plugin.js';
import { CliError } from '../../errors.js';
import { chosenOptions, gameFlags } from '../../game-flags.js';
import { loadGames } from '../../load-games.js';
import { modelScheme } from '../../model-agents.js';
import { beginRecordFile } from '../../record-file.js';
import { ResultTable } from '../../result-table.js';

export default class MatchRun extends SpiralCommand {
  static override summary = 'Run matches between agents.';
  static override examples = ['<%= config.bin %> match run tic-tac-toe random minimax --matches 100 --swap', '<%= config.bin %> match run kuhn-poker "nash?alpha=0.2" random --variant single --record matches.jsonl'];
  static override strict = false;
  static override args = { game: Args.string({ required: true, description: 'id of an installed game' }), agents: Args.string({ required: true, description: 'one agent per seat' }) };
  static override flags = {
    ...gameFlags,
    matches: Flags.integer({ description: 'how many', default: 1, min: 1 }),
    swap: Flags.boolean({ description: 'play each seed once in every seating of the roles' }),
    seed: Flags.string({ description: '32 hex digits or an integer', default: '0' }),
    profile: Flags.string({ description: 'how invalid actions are priced', options: ['strict', 'textarena', 'spiral-train', 'spiral-reference'] as const, default: 'strict' }),
    record: Flags.string({ description: 'write the records to this file (JSONL)' }),
    contain: Flags.boolean({ description: 'run installed plugins in threads of their own, under a time and a memory limit', default: false }),
  };

  override async run(): Promise<unknown> {
    const { args, flags, argv } = await this.parse(MatchRun);
    const game = (await loadGames(flags.contain ? { contain: DEFAULT_LIMITS } : {})).get(args.game);
    const { options, variant } = chosenOptions(game, flags);
    const specs = (argv as string[]).slice(1);
    const roles = game.roles(options);
    if (specs.length > roles.length) throw new CliError('CLI_AGENTS_INVALID', { details: { most: roles.length, game: game.id, got: specs.length } });
    const factories = await Promise.all(roles.map((_, seat) => makeAgent(specs[seat] ?? (specs.at(-1) as string), { game, schemes: { model: modelScheme } })));
    const table = new ResultTable();
    const rng = Rng.fromSeed(parseSeed(flags.seed));
    if (flags.record) await beginRecordFile(flags.record);
    for (let number = 0; number < flags.matches; number++) {
      const seed = rng.fork(number).seed();
      for (let turn = 0; turn < (flags.swap ? roles.length : 1); turn++) {
        const seated = roles.map((_, seat) => roles[(seat + turn) % roles.length] as string);
        const agents = factories.map((make, seat) => make({ game, options, role: seated[seat] as string, seed: rng.fork(`${number}/${turn}/${seat}`).seed() }));
        const matchId = `${number}-${turn}`;
        try {
          const match = await playMatch({ game, matchId, seed, options, variant, roles: seated, profile: flags.profile as 'strict' }, agents, { onFault: (cause) => this.#tellFault(matchId, cause) });
          table.add(match);
          if (flags.record) await appendFile(flags.record, writeRecord(recordOf(match)));
        } catch (cause) {
          if (!isCodedError(cause) || cause.code !== 'CORE_GAME_FAULT') throw cause;
          this.#tellFault(matchId, cause); // it never began: there is no record
          table.abort();
        }
      }
    }
    for (const line of table.lines()) this.log(line);
    return { game: game.id, variant, matches: table.matches, aborted: table.aborted, results: table.rows() };
  }

  #tellFault(matchId: string, cause: unknown): void {
    this.progress(`match ${matchId}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
