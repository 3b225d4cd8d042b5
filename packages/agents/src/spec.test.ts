import { assert, constantFrom, dictionary, option, property, record, string, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAgentSpec, parseAgentSpec } from './spec.js';

const code = (wanted: string) => expect.objectContaining({ code: wanted });

describe('agent specs', () => {
  it.each([
    ['random', { name: 'random', params: {} }],
    ['nash?alpha=0.2', { name: 'nash', params: { alpha: '0.2' } }],
    ['model:runs/demo/latest', { name: 'model', path: 'runs/demo/latest', params: {} }],
    ['model:C:\\runs\\a?temperature=0.5&greedy=true', { name: 'model', path: 'C:\\runs\\a', params: { temperature: '0.5', greedy: 'true' } }],
    ['chat:http://localhost:8000/v1?model=a%26b', { name: 'chat', path: 'http://localhost:8000/v1', params: { model: 'a&b' } }],
  ])('%s', (text, spec) => {
    expect(parseAgentSpec(text)).toEqual(spec);
    expect(formatAgentSpec(spec)).toBe(text);
  });

  it('parsing undoes formatting', () => {
    const spec = record({
      name: constantFrom('random', 'best-response', 'model'),
      path: option(string({ minLength: 1 }), { nil: undefined }),
      params: dictionary(stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,8}$/), string(), { noNullPrototype: true }),
    });
    assert(property(spec, ({ path, ...rest }) => {
      const whole = path === undefined ? rest : { ...rest, path };
      expect(parseAgentSpec(formatAgentSpec(whole))).toEqual(whole);
    }));
  });

  it.each(['', '?a=1', 'Random', 'a--b', 'model:', 'nash?', 'nash?alpha', 'nash?=1', 'nash?a=1&a=2', 'nash?__proto__=1', 'nash?a=%zz'])('refuses "%s"', (text) => {
    expect(() => parseAgentSpec(text)).toThrow(code('AGENTS_SPEC_INVALID'));
  });
});
