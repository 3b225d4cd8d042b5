import { describe, expect, it } from 'vitest';
import { hiddenPennies } from '../testing/hidden-pennies.test.fixture.js';
import type { Game } from './game.js';
import { checkManifest, checkModule } from './plugin.js';
import { GameRegistry } from './registry.js';

const pennies = hiddenPennies as Game;
const named = (id: string, more: Partial<Game> = {}): Game => ({ ...pennies, id, ...more });
const packageOf = (games: unknown, apiVersion: unknown = '1.0'): unknown => ({ name: 'x', spiralArena: { apiVersion, games } });
const moduleOf = (games: unknown, apiVersion: unknown = '1.0'): unknown => ({ default: { apiVersion, games } });

function reasonOf(registry: GameRegistry, id: unknown, module: unknown, apiVersion: unknown = '1.0', name = 'arena-game-x'): string | undefined {
  return registry.registerPlugin(name, packageOf([id], apiVersion), module)?.reason;
}

describe('GameRegistry', () => {
  it('finds games by id and names the nearest for an unknown one', () => {
    const registry = new GameRegistry();
    registry.register(named('nim'));
    registry.register(named('kuhn-poker'));
    expect(registry.get('nim').id).toBe('nim');
    expect(registry.list().map((game) => game.id)).toEqual(['nim', 'kuhn-poker']);
    expect(() => registry.get('kun-poker')).toThrow(expect.objectContaining({ code: 'CORE_GAME_UNKNOWN', hint: 'Installed games: nim, kuhn-poker. Did you mean "kuhn-poker"?' }));
    expect(() => registry.register(named('nim'))).toThrow(expect.objectContaining({ code: 'CORE_GAME_DUPLICATE' }));
    expect(() => registry.register(named('NIM'))).toThrow(expect.objectContaining({ code: 'CORE_GAME_DUPLICATE' }));
  });

  it('PLUGIN-06 an unknown id that is the name of a package comes with the command that would install it; paths and addresses come with none', () => {
    const registry = new GameRegistry();
    registry.register(named('nim'));
    for (const name of ['@someone/arena-game-nope', 'spiral-arena-nope', '@someone/nope@^1.2.0']) {
      expect(() => registry.get(name)).toThrow(expect.objectContaining({ code: 'CORE_GAME_UNKNOWN', hint: `Installed games: nim. To install a package of that name: spiral plugins install ${name}` }));
    }
    for (const other of ['../x', 'https://example.com/x.tgz', '@someone/nope; reboot', '@a/b@$(id)', 'file:x', '@someone/../nope']) {
      expect(() => registry.get(other), other).toThrow(expect.objectContaining({ code: 'CORE_GAME_UNKNOWN', hint: expect.not.stringContaining('plugins install') as string }));
    }
  });

  it('PARSE-10 names that every object has are unknown games', () => {
    const registry = new GameRegistry();
    for (const id of ['constructor', '__proto__', 'toString', 'hasOwnProperty', undefined, null, 4]) {
      expect(registry.has(id as string)).toBe(false);
      expect(() => registry.get(id as string)).toThrow(expect.objectContaining({ code: 'CORE_GAME_UNKNOWN' }));
    }
  });

  it('PLUGIN-03 another major version of the contract is refused, an older minor one loads', () => {
    for (const version of ['0.9', '2.0', null, '', 'latest', NaN, '1', '1.0.0', 1, '1.1']) {
      const registry = new GameRegistry();
      expect(reasonOf(registry, 'nim', moduleOf([named('nim')]), version), String(version)).toBe('api-version');
      expect(registry.failures[0]?.explanation).toContain('1.');
      expect(registry.has('nim')).toBe(false);
    }
    for (const version of ['0.9', '2.0', null, NaN]) {
      expect(reasonOf(new GameRegistry(), 'nim', moduleOf([named('nim')], version))).toBe('api-version');
      expect(reasonOf(new GameRegistry(), 'nim', moduleOf([named('nim', { apiVersion: version as string })]))).toBe('api-version');
    }
    const { apiVersion: _, ...without } = named('nim');
    expect(reasonOf(new GameRegistry(), 'nim', moduleOf([without]))).toBe('api-version');
    expect(new GameRegistry().registerPlugin('p', { spiralArena: { games: ['nim'] } }, moduleOf([named('nim')]))?.reason).toBe('api-version');
    expect(new GameRegistry().registerPlugin('p', packageOf(['nim']), { default: { games: [named('nim')] } })?.reason).toBe('api-version');
    expect(reasonOf(new GameRegistry(), 'nim', moduleOf([named('nim')]))).toBeUndefined();
  });

  it('PLUGIN-04 values that cannot be turned into text make a failure, never an exception', () => {
    const odd = JSON.parse('{"toString":1,"valueOf":1}') as object;
    expect(checkManifest('x', packageOf([odd]))).toMatchObject({ ok: false, failure: { reason: 'bad-export' } });
    const thrown = named('a', { actionSchema: () => { throw Object.create(null) as unknown; } });
    expect(checkModule('x', { apiVersion: '1.0', games: ['a'] }, moduleOf([thrown]))).toMatchObject({ ok: false, failure: { reason: 'bad-export' } });
  });

  it('PLUGIN-04 a bad plugin is kept as failed, and the good ones play', () => {
    const registry = new GameRegistry();
    const throwing = Object.defineProperty({}, 'default', { get: () => { throw new Error('boom'); } });
    const bad: readonly (readonly [unknown, unknown])[] = [
      [packageOf(['a']), {}],
      [packageOf(['a']), null],
      [packageOf(['a']), moduleOf([{ id: 'a' }])],
      [packageOf(['a']), moduleOf([null])],
      [packageOf(['a']), moduleOf([named('a', { actionSchema: () => ({ type: 'objekt' }) })])],
      [packageOf(['a']), moduleOf([named('a', { actionSchema: () => { throw new Error('boom'); } })])],
      [packageOf(['a']), moduleOf([named('a', { variants: { odd: { rounds: 99 } as never } })])],
      [packageOf(['a']), moduleOf([named('a', { version: 'new' })])],
      [packageOf(['a']), moduleOf([named('a', { keywords: 'lay' as never })])],
      [packageOf(['a']), moduleOf([named('b')])],
      [packageOf(['a', 'b']), moduleOf([named('a')])],
      [packageOf(['a']), throwing],
      [packageOf([]), moduleOf([])],
      [packageOf('a'), moduleOf([named('a')])],
      [{}, moduleOf([named('a')])],
      [null, moduleOf([named('a')])],
      ['not JSON', moduleOf([named('a')])],
    ];
    registry.registerPlugin('good-one', packageOf(['one']), moduleOf([named('one')]));
    bad.forEach(([manifest, module], index) => expect(registry.registerPlugin(`bad-${index}`, manifest, module), String(index)).toMatchObject({ package: `bad-${index}`, reason: 'bad-export', hint: expect.stringContaining('docs/writing-a-game.md') as string }));
    registry.registerPlugin('good-two', packageOf(['two']), { default: moduleOf([named('two')]) }); // CommonJS compiled from ESM
    expect(registry.list().map((game) => game.id)).toEqual(['one', 'two']);
    expect(registry.failures).toHaveLength(bad.length);
    expect(registry.fail({ package: 'late', reason: 'load-failed', explanation: 'threw', hint: '' }).reason).toBe('load-failed');
  });

  it('PLUGIN-05 taken names stay with their owner', () => {
    const registry = new GameRegistry();
    const own = named('kuhn-poker');
    expect(registry.registerPlugin('@spiral-arena/games', packageOf(['kuhn-poker']), moduleOf([own]), { builtIn: true })).toBeNull();
    expect(reasonOf(registry, 'kuhn-poker', moduleOf([named('kuhn-poker')]))).toBe('name-reserved');
    expect(reasonOf(registry, 'Kuhn-Poker', moduleOf([named('Kuhn-Poker')]))).toBe('name-reserved');
    expect(reasonOf(registry, 'nim', moduleOf([named('nim')]), '1.0', '@one/nim')).toBeUndefined();
    expect(reasonOf(registry, 'nim', moduleOf([named('nim')]), '1.0', '@two/nim')).toBe('duplicate-id');
    expect(registry.registerPlugin('pair', packageOf(['x', 'nim']), moduleOf([named('x'), named('nim')]))?.reason).toBe('duplicate-id');
    expect(registry.has('x')).toBe(false); // all of a plugin or nothing
    expect(registry.registerPlugin('twice', packageOf(['y', 'y']), moduleOf([named('y'), named('y')]))?.reason).toBe('duplicate-id');
    expect(registry.get('kuhn-poker')).toBe(own);
    expect(registry.entries().map((entry) => [entry.game.id, entry.package, entry.builtIn])).toEqual([['kuhn-poker', '@spiral-arena/games', true], ['nim', '@one/nim', false]]);
  });

  it('PLUGIN-05 what is no id is refused', () => {
    for (const id of ['', '..', 'a/b', '__proto__', 'a'.repeat(300), 'Nim', '-a', 'a-', 'a--b', 'ñ', 4, null, undefined]) {
      expect(reasonOf(new GameRegistry(), id, moduleOf([named(id as string)])), String(id)).toBe('bad-export');
    }
    expect(reasonOf(new GameRegistry(), 'a'.repeat(64), moduleOf([named('a'.repeat(64))]))).toBeUndefined();
  });
});

describe('checkManifest and checkModule', () => {
  it('give what they checked', () => {
    expect(checkManifest('p', packageOf(['nim']))).toEqual({ ok: true, manifest: { apiVersion: '1.0', games: ['nim'] } });
    const game = named('nim');
    expect(checkModule('p', { apiVersion: '1.0', games: ['nim'] }, moduleOf([game]))).toEqual({ ok: true, games: [game] });
    expect(checkModule('p', { apiVersion: '1.0', games: ['nim'] }, moduleOf([named('nim', { keywords: () => ['lay'] })]))).toMatchObject({ ok: true });
  });
});
