/** Contained plugins, with the real threads of the built program: they play as they would anywhere, and their faults end one match each. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ArenaClient } from '@spiral-arena/client';
import { composeArena } from '@spiral-arena/arena';
import type * as Contain from '../packages/cli/src/contain/contained-plugin.js';
import { fillDefaults, GameRegistry, resolveOptions, type Game, type GamePlugin } from '@spiral-arena/core/game';
import { Match, playMatch } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance } from '@spiral-arena/core/testing';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { pluginSource } from './plugin-packages.js';

const root = join(import.meta.dirname, '..');
// A thread runs built code, so its host does too.
const { containPlugin } = (await import(pathToFileURL(join(root, 'packages/cli/dist/contain/contained-plugin.js')).href)) as typeof Contain;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'spiral-contain-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LIMITS = { stepMs: 400, memoryMb: 64 };

async function contained(entry: string, limits = LIMITS): Promise<Game> {
  const module = (await containPlugin(entry, 5000, limits)) as { readonly default: GamePlugin };
  return module.default.games[0] as Game;
}

function moduleFile(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return pathToFileURL(file).href;
}

function builtIn(path: string): string {
  return pathToFileURL(join(root, path, 'dist/index.js')).href;
}

/** What a game with chance, secrets and agents does in one match, as text. */
function course(game: Game, seed: number, variant: string): string {
  const match = Match.start({ game, matchId: 'm', seed: parseSeed(seed), ...resolveOptions(game, { variant }) });
  const rng = Rng.fromSeed(seed);
  const policies = Object.values(game.agents ?? {}).map((agent) => agent.make(fillDefaults(agent.paramsSchema ?? {}, {}), rng.fork('agent')));
  const lines: unknown[] = [];
  while (!match.end) {
    const [seat] = match.pending();
    const seen = match.observe(seat as number);
    const legal = match.legalActions(seat as number);
    lines.push(game.text(seen), policies.map((policy) => policy(seen, legal)), game.sampleState?.(seen, seat as number, rng));
    match.submit(seat as number, { action: rng.pick(legal as []) });
  }
  return JSON.stringify([lines, rng.save(), match.events, match.hash()]);
}

describe('a contained game', () => {
  it.each([['plugins/nim', 'default'], ['plugins/nim', 'large'], ['packages/games-kuhn-poker', 'default']])('of %s (%s) plays move for move as it does outside: chance, agents, texts, samples', async (path, variant) => {
    const outside = ((await import(builtIn(path))) as { default: GamePlugin }).default.games[0] as Game;
    const inside = await contained(builtIn(path));
    for (const seed of [1, 2]) expect(course(inside, seed, variant)).toBe(course(outside, seed, variant));
  });

  it('keeps the contract', async () => {
    const game = await contained(moduleFile('sound.js', pluginSource('sound')));
    for (const { run } of gameConformance(game, { matches: 3 })) run();
  });
});

const FAULTS: Readonly<Record<string, readonly [code: string, words: RegExp]>> = {
  'an endless loop': ['for (;;);', /no answer within 400 ms/],
  'a throw': ["throw new Error('out of stones');", /out of stones/],
  'a throw without words': ['throw { get message() { throw 1; }, toString: () => { throw 2; } };', /no words/],
  'a memory bomb': ['const kept = []; for (;;) kept.push(new Array(1e5).fill(1));', /no answer within 400 ms/],
  'a mutated argument': ['state.left = 0;', /read only property 'left'/],
  'a mutated list in an argument': ["state.roles.push('x');", /not extensible/],
  'a patched global': ['Array.prototype.map = function () { return []; };', /read only property 'map'/],
  'a patched global by definition': ["Object.defineProperty(Math, 'random', { value: () => 4 });", /redefine property: random/],
  'an exit': ['process.exit(3);', /no answer within 400 ms/],
  'an answer that is no JSON': ['return { left: () => 1 };', /no plain JSON/],
  'a stack overflow': ['const f = () => f() + 1; f();', /call stack/],
};

/** Does something when two stones are taken. */
const apply = (code: string): string => `apply: (state, { actions }) => { if (actions[state.mover].take === 2) { ${code} } return { ...state, left: state.left - actions[state.mover].take, mover: 1 - state.mover }; },`;

describe('a fault of a contained plugin', () => {
  it.each(Object.entries(FAULTS))('%s ends its match as aborted, and the next one is played', async (name, [code, words]) => {
    const map = Array.prototype.map;
    const game = await contained(moduleFile(`${name.replaceAll(' ', '-')}.js`, pluginSource('faulty', apply(code))));
    const other = Match.start({ game, matchId: 'other', seed: parseSeed(2) });
    other.submit(0, { action: { take: 1 } });
    const match = Match.start({ game, matchId: 'm', seed: parseSeed(1) });
    expect(() => match.submit(0, { action: { take: 2 } })).toThrow(expect.objectContaining({ code: 'CORE_GAME_FAULT', message: expect.stringMatching(words) as string }));
    expect(match.end).toMatchObject({ reason: 'aborted', cause: 'game threw', returns: null });
    for (let ply = 1; ply < 5; ply++) other.submit(ply % 2, { action: { take: 1 } }); // a match that was under way goes on, in another thread if need be
    expect(other.end).toMatchObject({ reason: 'completed', returns: [1, -1] });
    expect(Array.prototype.map).toBe(map);
    expect(Math.random()).toBeLessThan(1);
  });

  it('the memory limit is one of its own: this process keeps its memory', async () => {
    const game = await contained(moduleFile('bomb.js', pluginSource('faulty', apply('const kept = []; for (;;) kept.push(new Array(1e5).fill(1));'))), { stepMs: 1500, memoryMb: 32 });
    const before = process.memoryUsage().rss;
    const match = Match.start({ game, matchId: 'm', seed: parseSeed(1) });
    expect(() => match.submit(0, { action: { take: 2 } })).toThrow(/more than 32 MiB/);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20);
  });

  it('a policy that loops is its seat\'s failure, and goes on in the next match', async () => {
    const agents = "agents: { slow: { summary: 'Loops on two stones.', make: (params, rng) => ({ left }) => { if (left === 2) for (;;); return { take: 1 + rng.int(1) }; } } },";
    const game = await contained(moduleFile('slow.js', pluginSource('slow', agents)));
    const seat = (name: string): Parameters<typeof playMatch>[1][number] => {
      const policy = game.agents?.['slow']?.make({}, Rng.fromSeed(1));
      return { name, act: ({ observation, legalActions }) => ({ action: policy?.(observation, legalActions) as object }) };
    };
    const agentsOf = [seat('ann'), seat('bob')];
    expect((await playMatch({ game, matchId: 'm', seed: parseSeed(1) }, agentsOf)).end).toMatchObject({ reason: 'disconnected', cause: 'agent threw' });
    expect((await playMatch({ game, matchId: 'n', seed: parseSeed(1), options: { start: 1 } }, agentsOf)).end).toMatchObject({ reason: 'completed' }); // made again in the new thread
  });

  it.each([
    ['a loop', 'for (;;);', /did not finish within 0.5 s/], ['an exit', 'process.exit(0);', /ended its thread/], ['a throw', "throw new Error('no');", /^no$/], ['a pending promise', 'await new Promise(() => {});', /did not finish|ended its thread/],
  ])('%s at import is a failure to load', async (name, code, words) => {
    await expect(containPlugin(moduleFile(`import-${name.replaceAll(' ', '-')}.js`, pluginSource('x', '', code)), 500, LIMITS)).rejects.toThrow(words);
  });
});

describe('an arena with the setting `contain`', () => {
  it('refuses games of plugins that share its thread, and lets the others play on when one loops', async () => {
    const loose = new GameRegistry();
    loose.register(await contained(moduleFile('loose.js', pluginSource('loose'))), { package: 'arena-game-loose' });
    await expect(composeArena({ registry: loose, config: { contain: true } })).rejects.toMatchObject({ code: 'ARENA_CONFIG_INVALID', details: { key: 'contain', got: '"arena-game-loose"' } });

    const registry = new GameRegistry();
    registry.register(await contained(moduleFile('loop.js', pluginSource('loop', apply('for (;;);')))), { package: 'arena-game-loop', contained: true });
    const arena = await composeArena({ registry, config: { contain: true } });
    onTestFinished(() => arena.close());
    const client = await ArenaClient.connect(arena.connect());
    const ends = new Map<string, string>();
    const bothEnded = new Promise<void>((resolve) => {
      client.onEnded(({ matchId, end }) => {
        ends.set(matchId, end.reason);
        if (ends.size === 2) resolve();
      });
    });
    const [bad, good] = await client.createMatches({ game: 'loop', seats: ['self', 'self'], count: 2 });
    client.serve(({ matchId }) => ({ action: { take: matchId === bad?.matchId ? 2 : 1 } }));
    await bothEnded;
    expect(ends).toEqual(new Map([[bad?.matchId, 'aborted'], [good?.matchId, 'completed']]));
    expect(arena.status().faults).toBe(1);
  });
});
