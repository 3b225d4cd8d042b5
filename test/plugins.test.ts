/** Every game package of the repository is loaded by the command line and can be played, with every named variant and option; what is installed is in installed-plugins.test.ts. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { composeArena } from '@spiral-arena/arena';
import { loadGames } from '@spiral-arena/cli';
import { ArenaClient } from '@spiral-arena/client';
import { fillDefaults, GameRegistry, resolveOptions, type Game, type JsonSchema } from '@spiral-arena/core/game';
import { Match, readRecord, recordOf, replay, writeRecord } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { parseConfig, trainedGames } from '@spiral-arena/trainer';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const registry = await loadGames({ plugins: null });
const scratch = mkdtempSync(join(tmpdir(), 'spiral-games-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function playRandomly(game: Game, seed: number, options?: ReturnType<typeof resolveOptions>): Match {
  const match = Match.start({ game, matchId: `m${seed}`, seed: parseSeed(seed), ...options });
  const rng = Rng.fromSeed(seed).fork('actions');
  const random = game.agents?.['random']?.make({}, rng);
  while (!match.end) {
    const seat = match.pending()[0] as number;
    const legal = match.legalActions(seat);
    expect(match.submit(seat, { action: legal ? rng.pick(legal) : random?.(match.observe(seat), null) })).toMatchObject({ ok: true });
  }
  return match;
}

describe('PLUGIN-01 every installed game can be played', () => {
  it('PLUGIN-01 no game package of the repository is left out', () => {
    const declared = ['packages', 'plugins'].flatMap((group) => readdirSync(join(root, group)).flatMap((name) => {
      const manifest = JSON.parse(readFileSync(join(root, group, name, 'package.json'), 'utf8')) as { spiralArena?: { games: string[] } };
      return manifest.spiralArena?.games ?? [];
    }));
    expect(registry.list().map((game) => game.id).toSorted()).toEqual(declared.toSorted());
  });

  describe.each(registry.list().map((game) => [game.id, game] as const))('%s', (_id, game) => {
    it.each(['no options', 'default', ...Object.keys(game.variants)])('PLUGIN-01 %s: ten random games, each replayed from its record to the same state', (name) => {
      for (let seed = 0; seed < 10; seed++) {
        const match = playRandomly(game, seed, name === 'no options' ? undefined : resolveOptions(game, { variant: name }));
        const again = replay(readRecord(writeRecord(recordOf(match))), game);
        expect(again.hash()).toBe(match.hash());
        expect(again.end).toEqual(match.end);
      }
    });
  });
});

/** Another value that a schema of one option allows, and that differs from its default. */
function otherValues(schema: JsonSchema): readonly unknown[] {
  const { type, minimum, maximum, default: standard, enum: values } = schema as { type?: string; minimum?: number; maximum?: number; default?: unknown; enum?: unknown[] };
  if (values) return values.filter((value) => value !== standard);
  if (type === 'boolean') return [!standard];
  if ((type === 'integer' || type === 'number') && typeof standard === 'number') return [standard + 1, standard - 1, minimum, maximum, standard + 2].filter((value) => value !== undefined && value !== standard && value >= (minimum ?? value) && value <= (maximum ?? value));
  if (Array.isArray(standard) && standard.length > 1) return [standard.slice(1), standard.toReversed()];
  return [];
}

/** All that an option may change before the first action. */
function shown(game: Game, options: ReturnType<typeof resolveOptions>): string {
  const match = Match.start({ game, matchId: 'm', seed: parseSeed(1), ...options });
  return JSON.stringify([match.state, match.observe(0), game.rules(game.roles(options.options)[0] as string, options.options), game.actionSchema(options.options), game.maxSteps(options.options)]);
}

describe('PLUGIN-02 options arrive', () => {
  it.each(registry.list().map((game) => [game.id, game] as const))('PLUGIN-02 (a) each option of %s reaches the record, and the state or the prompt shows it', (_id, game) => {
    const standard = resolveOptions(game);
    for (const [name, schema] of Object.entries((game.optionsSchema.properties ?? {}) as { [name: string]: JsonSchema })) {
      const options = otherValues(schema).flatMap((value) => {
        try {
          return [{ value, resolved: resolveOptions(game, { options: { [name]: value } }) }];
        } catch {
          return []; // it does not go with the defaults of the others
        }
      })[0];
      if (!options) continue;
      expect(Match.start({ game, matchId: 'm', seed: parseSeed(1), ...options.resolved }).header.options[name], name).toEqual(options.value);
      expect(shown(game, options.resolved), name).not.toBe(shown(game, standard));
    }
  });

  it('PLUGIN-02 (c) turn limit and profile arrive by command line, configuration, create request and trainer', async () => {
    const options = { turnLimit: 2 };
    const file = join(scratch, 'pig.jsonl');
    const run = spawnSync(process.execPath, [join(root, 'packages/cli/bin/run.js'), 'match', 'run', 'pig-dice', 'random', '--options', JSON.stringify(options), '--profile', 'strict', '--record', file, '--seed', '4'], { encoding: 'utf8', timeout: 60_000 });
    expect(run.status, run.stderr).toBe(0);
    const { header } = readRecord(readFileSync(file, 'utf8'));
    expect(header).toMatchObject({ game: 'pig-dice', options, profile: 'strict' });

    writeFileSync(join(scratch, 'train.json'), JSON.stringify({ games: [{ game: 'pig-dice', options }] }));
    const config = parseConfig(JSON.parse(readFileSync(join(scratch, 'train.json'), 'utf8')));
    expect(trainedGames(registry, config)[0]).toMatchObject({ options, variant: '{"turnLimit":2}' });

    const arena = await composeArena({ registry });
    const client = await ArenaClient.connect(arena.connect());
    const ended = new Promise<{ matchId: string; ply: number; reason: string }>((resolve) => void client.onEnded(({ matchId, end }) => resolve({ matchId, ply: end.ply, reason: end.reason })));
    client.serve(() => ({ action: { kind: 'nonsense' } }));
    const [match] = await client.createMatches({ game: 'pig-dice', options, profile: 'strict', seats: ['self', 'self'] });
    expect(await ended).toMatchObject({ matchId: match?.matchId, reason: 'illegal', ply: 0 }); // the first bad action ends it
    await arena.close();
  });

  it('PLUGIN-02 (b) a misspelt, badly typed, out of range or foreign option makes no match', async () => {
    const arena = await composeArena({ registry });
    const client = await ArenaClient.connect(arena.connect());
    for (const [options, code, word] of [[{ turnLimt: 5 }, 'CORE_OPTION_UNKNOWN', 'turnLimit'], [{ turnLimit: '5' }, 'CORE_OPTION_INVALID', 'turnLimit'], [{ turnLimit: -1 }, 'CORE_OPTION_INVALID', 'turnLimit'], [{ piles: [1] }, 'CORE_OPTION_UNKNOWN', 'piles']] as const) {
      const refused = await client.createMatches({ game: 'pig-dice', options }).catch((error: unknown) => error as { code: string; message: string; hint: string });
      expect(refused).toMatchObject({ code });
      expect(JSON.stringify([(refused as Error).message, (refused as { hint: string }).hint])).toContain(word);
      expect(() => trainedGames(registry, parseConfig({ games: [{ game: 'pig-dice', options }] }))).toThrow(expect.objectContaining({ code }));
    }
    expect(arena.status().matches).toMatchObject({ live: 0 });
    await arena.close();
  });
});

describe('PLUGIN-09 compositions', () => {
  it.each(['arena', 'trainer'])('PLUGIN-09 every token of %s is registered once and asked for', (name) => {
    const source = readFileSync(join(root, `packages/${name}/src/compose.ts`), 'utf8');
    const tokens = [...readFileSync(join(root, `packages/${name}/src/tokens.ts`), 'utf8').matchAll(/^ {2}(\w+): token</gm)].map((found) => found[1] as string);
    expect(tokens.length).toBeGreaterThan(5);
    const uses = (pattern: RegExp): string[] => [...source.matchAll(pattern)].map((found) => found[1] as string);
    expect(uses(/(?:value|factory|once|register)\((?:container, |child, |making, )*TOKENS\.(\w+)/g).toSorted()).toEqual(tokens.toSorted());
  });
});

describe('PLUGIN-10 a schema is compiled once', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heapMb = (): number => {
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };

  it('PLUGIN-10 20,000 matches with 20 sets of options: one schema per set, and the memory stays', () => {
    const nim = registry.get('nim');
    let asked = 0;
    const game: Game = { ...nim, actionSchema: (options) => (asked++, structuredClone(nim.actionSchema(options))) };
    let before = 0;
    for (let number = 0; number < 20_000; number++) {
      const match = Match.start({ game, matchId: `m${number}`, seed: parseSeed(number), ...resolveOptions(game, { options: { piles: [1, 1 + (number % 20)] } }) });
      match.submit(0, { action: { pile: 0, take: 1 } });
      if (number === 2000) before = heapMb();
    }
    expect(asked).toBe(20);
    expect(heapMb() - before).toBeLessThan(10);
  });

  it('PLUGIN-10 nothing is kept of a plugin that was unloaded', async () => {
    const nim = registry.get('nim');
    const seen: WeakRef<Game>[] = [];
    for (let load = 0; load < 100; load++) {
      const game: Game = { ...nim };
      const once = new GameRegistry();
      expect(once.registerPlugin('p', { spiralArena: { apiVersion: '1.0', games: ['nim'] } }, { default: { apiVersion: '1.0', games: [game] } })).toBeNull();
      Match.start({ game, matchId: 'm', seed: parseSeed(load) });
      seen.push(new WeakRef(game));
    }
    await new Promise((resolve) => void setImmediate(resolve));
    collect();
    expect(seen.filter((game) => game.deref() !== undefined).length).toBeLessThan(5);
  });
});

describe('PLUGIN-11 validation does not touch the action', () => {
  it.each(registry.list().map((game) => [game.id, game] as const))('PLUGIN-11 (h) what %s logs is what was submitted, over 1,000 random actions', (_id, game) => {
    const rng = Rng.fromSeed(11);
    const random = game.agents?.['random'];
    const policy = random?.make(fillDefaults(random.paramsSchema ?? {}, {}), rng.fork('random'));
    for (let actions = 0, seed = 0; actions < 1000; seed++) {
      const match = Match.start({ game, matchId: 'm', seed: parseSeed(seed) });
      const submitted: unknown[] = [];
      while (!match.end) {
        const seat = match.pending()[0] as number;
        const legal = match.legalActions(seat);
        const action: unknown = structuredClone(legal ? rng.pick(legal) : policy?.(match.observe(seat), null));
        submitted.push(structuredClone(action));
        match.submit(seat, { action });
        actions++;
      }
      const logged = match.events.flatMap((event) => (event.type === 'submitted' ? [event.action] : event.type === 'actions' && Object.keys(event.actions).length === 1 ? Object.values(event.actions) : []));
      expect(logged).toEqual(submitted);
      if (seed === 0) expect(replay(readRecord(writeRecord(recordOf(match))), game).hash()).toBe(match.hash());
    }
  });
});
