/** The door for configurations: layers, presets, and refusals that name the place and the nearest right key. */
import { describe, expect, it } from 'vitest';
import { parseConfig, preset } from './parse-config.js';
import { PRESETS } from './presets.js';

const coded = (code: string, details: object) => expect.objectContaining({ code, details: expect.objectContaining(details) });

describe('parseConfig', () => {
  it('fills in defaults, lets later layers win key by key, and replaces games whole', () => {
    const config = parseConfig(preset('demo'), { learningRate: 1e-3, model: { width: 32 }, games: [{ game: 'nim', options: { piles: [1, 2] } }] }, { learningRate: 2e-3 });
    expect(config.learningRate).toBe(2e-3);
    expect(config.model).toEqual({ width: 32, layers: 2, heads: 4, contextTokens: 64, spelling: false, forcedWords: false });
    expect(config.games).toHaveLength(1);
    expect(config.games[0]).toMatchObject({ game: 'nim', variant: 'default', share: 1, gamma: 1, options: { piles: [1, 2] } });
    expect(config.turnsPerUpdate).toBe(1536);
  });

  it.each(Object.keys(PRESETS))('accepts the preset %s', (name) => {
    expect(parseConfig(preset(name)).games.length).toBeGreaterThan(0);
  });

  it('a configuration of before says every word', () => {
    expect(parseConfig({ games: [{ game: 'nim' }], model: { spelling: false } }).model).toMatchObject({ spelling: false, forcedWords: true });
    expect(() => parseConfig(preset('demo'), { model: { forcedWords: 'no' } })).toThrow(coded('TRAINER_CONFIG_INVALID', { path: '/model/forcedWords' }));
  });

  it('reads its own result back unchanged', () => {
    const config = parseConfig(preset('demo'), { updates: 5 });
    expect(parseConfig(JSON.parse(JSON.stringify(config)))).toEqual(config);
  });

  it('refuses an unknown key with the nearest right one, also inside', () => {
    expect(() => parseConfig(preset('demo'), { learningrate: 1 })).toThrow(coded('TRAINER_CONFIG_UNKNOWN_KEY', { key: 'learningrate', path: '/', suggestion: ' Did you mean "learningRate"?' }));
    expect(() => parseConfig({ games: [{ game: 'nim', gammaUnits: 'own' }] })).toThrow(coded('TRAINER_CONFIG_UNKNOWN_KEY', { key: 'gammaUnits', path: '/games/0', suggestion: ' Did you mean "gammaUnit"?' }));
    expect(() => parseConfig(preset('demo'), JSON.parse('{"__proto__": 1}'))).toThrow(coded('TRAINER_CONFIG_UNKNOWN_KEY', { key: '__proto__' }));
  });

  it.each([
    [{ turnsPerUpdate: 0 }, '/turnsPerUpdate'], [{ turnsPerUpdate: '8' }, '/turnsPerUpdate'], [{ quota: 'turn' }, '/quota'], [{ games: [] }, '/games'],
    [{ clipNorm: 0 }, '/clipNorm'], [{ penalty: 0.5 }, '/penalty'], [{ games: [{ game: 'x', gamma: 2 }] }, '/games/0/gamma'], [{ trainOn: { aborted: true } }, '/trainOn'],
  ])('refuses %j at %s', (layer, path) => {
    expect(() => parseConfig(preset('demo'), layer)).toThrow(expect.objectContaining({ details: expect.objectContaining({ path }) }));
  });

  it.each([[null], [[]], ['text'], [Number.NaN], [() => 1]])('refuses %s as a configuration', (layer) => {
    expect(() => parseConfig(layer)).toThrow(coded('TRAINER_CONFIG_INVALID', { path: '/' }));
  });

  it('needs a game', () => {
    expect(() => parseConfig({})).toThrow(coded('TRAINER_CONFIG_INVALID', { expected: 'the key "games"' }));
  });

  it('refuses an unknown preset with the nearest', () => {
    expect(() => preset('dem')).toThrow(coded('TRAINER_PRESET_UNKNOWN', { suggestion: ' Did you mean "demo"?' }));
    expect(() => preset('toString')).toThrow(coded('TRAINER_PRESET_UNKNOWN', {}));
  });
});
