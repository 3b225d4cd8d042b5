import { describe, expect, it } from 'vitest';
import { readAction, resolveOptions } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import type { NegotiationAction } from './action.js';
import type { NegotiationObservation } from './observation.js';
import type { NegotiationOptions } from './options.js';
import { simpleNegotiation as game, type NegotiationState } from './simple-negotiation.js';

const optionsOf = (variant: string): NegotiationOptions => resolveOptions(game, { variant }).options as NegotiationOptions;

/** Every decision of random matches of a variant, as the seat to move sees it. */
function* decisions(variant: string, matches: number): Generator<{ state: NegotiationState; seat: number; view: NegotiationObservation }> {
  const options = optionsOf(variant);
  for (let match = 0; match < matches; match++) {
    const rng = Rng.fromSeed(match);
    let state = game.initialState(options, ['first', 'second']);
    while (game.isChance?.(state)) state = game.apply(state, { kind: 'chance', outcome: game.sampleChance?.(state, rng) ?? null });
    const policies = [0, 1].map((seat) => game.agents?.random?.make({}, rng.fork(seat)));
    while (!game.isTerminal(state)) {
      const seat = game.seatsToAct(state)[0] as number;
      const view = game.observe(state, seat);
      yield { state, seat, view };
      const action = policies[seat]?.(view, null) as NegotiationAction;
      state = game.apply(state, { kind: 'actions', actions: { [seat]: action } });
    }
  }
}

const VARIANTS = ['default', 'eight', 'spiral-2', 'silent', 'reference'];

describe.each(VARIANTS)('brief of %s', (variant) => {
  const words = new Set(game.briefWords(optionsOf(variant)));

  it('uses only its words, starts with game and role, and has one length without talk', () => {
    const lengths = new Set<number>();
    for (const { view } of decisions(variant, 30)) {
      const brief = game.brief(view);
      expect(brief).toMatch(/^simple-negotiation (first|second) \d/);
      for (const word of brief.split(' ')) expect(words.has(word), word).toBe(true);
      lengths.add(game.brief({ ...view, history: [] }).split(' ').length);
    }
    expect(lengths.size).toBe(1);
  });

  it('every walk along briefNext ends in a legal action', () => {
    const rng = Rng.fromSeed(17);
    const taken: number[] = [];
    for (const { state, seat, view } of decisions(variant, 20)) {
      const spelled: string[] = [];
      for (let next = game.briefNext?.(view, spelled) ?? []; next.length > 0; next = game.briefNext?.(view, spelled) ?? []) {
        expect(new Set(next).size).toBe(next.length);
        spelled.push(rng.pick(next));
        expect(words.has(spelled.at(-1) as string)).toBe(true);
      }
      taken.push(spelled.length);
      const read = readAction(game, view, `[${spelled.join(' ')}]`);
      expect(read.ok && game.refusal(state, seat, read.action as NegotiationAction)).toBeNull();
      expect(read.ok && game.formatAction(read.action as NegotiationAction)).toBe(`[${spelled.join(' ')}]`);
    }
    expect(taken.reduce((sum, length) => sum + length, 0) / taken.length).toBeLessThan(variant === 'silent' ? 6 : 12); // not dominated by long offers
  });
});

describe('brief of silent', () => {
  const options = optionsOf('silent');
  const start = game.initialState(options, ['first', 'second']);
  const after = (state: typeof start, action: NegotiationAction): typeof start => game.apply(state, { kind: 'actions', actions: { [game.seatsToAct(state)[0] as number]: action } });

  it('is nine words: position, then what the open offer gives and asks', () => {
    expect(game.brief(game.observe(start, 0))).toBe('simple-negotiation first 10 10 10 . . . .');
    const offered = after(start, { kind: 'offer', give: { Wood: 2 }, get: { Gold: 5 } });
    expect(game.brief(game.observe(offered, 1))).toBe('simple-negotiation second 9 10 10 2 . . 5');
    expect(game.brief(game.observe(after(offered, { kind: 'accept' }), 0))).toBe('simple-negotiation first 8 8 15 . . . .');
    expect(game.brief(game.observe(after(start, { kind: 'offer', give: { Wood: 2 }, get: { Gold: 500 } }), 1))).toBe('simple-negotiation second 9 10 10 2 . . more');
  });

  it('names exactly the words that can occur', () => {
    expect(game.briefWords(options).toSorted()).toEqual(
      ['simple-negotiation', 'first', 'second', 'spectator', '.', 'more', 'Offer:', '->', 'Accept', 'Deny', 'Wood', 'Wood,', 'Gold', 'Gold,', ...Array.from({ length: 21 }, (_, n) => String(n))].toSorted(),
    );
  });

  it('spells accept and deny only where they are legal', () => {
    expect(game.briefNext?.(game.observe(start, 0), [])).toEqual(['Offer:']);
    expect(game.briefNext?.(game.observe(start, 1), [])).toEqual([]);
    const dear = after(start, { kind: 'offer', give: { Wood: 2 }, get: { Gold: 11 } });
    expect(game.briefNext?.(game.observe(dear, 1), [])).toEqual(['Offer:', 'Deny']);
    const fair = after(start, { kind: 'offer', give: { Wood: 2 }, get: { Gold: 10 } });
    expect(game.briefNext?.(game.observe(fair, 1), [])).toEqual(['Offer:', 'Accept', 'Deny']);
    expect(game.briefNext?.(game.observe(fair, 1), ['Deny'])).toEqual([]);
    expect(game.briefNext?.(game.observe(start, 0), ['Offer:', '3', 'Wood', '->'])).toEqual(Array.from({ length: 10 }, (_, index) => String(index + 1)));
  });
});

it('brief keeps of the talk the last message of the other role, escaped and cut', () => {
  const options = optionsOf('spiral-2');
  const state = game.apply(game.initialState(options, ['first', 'second']), { kind: 'actions', actions: { 0: { kind: 'talk', message: `a "b"\n${'word '.repeat(40)}` } } });
  const words = game.brief(game.observe(state, 1)).split(' ');
  expect(words.slice(9, 13)).toEqual(['"', 'a', String.raw`\"b\"`, 'word']);
  expect(words).toHaveLength(9 + 2 + 16);
  expect(game.brief(game.observe(state, 0)).split(' ')).toHaveLength(9);
});

describe.each(VARIANTS)('texts of %s', (variant) => {
  it('PARSE-06 every bracket is an action that is legal now; in the rules, marked as format', () => {
    const options = optionsOf(variant);
    for (const { state, seat, view } of decisions(variant, 15)) {
      for (const [bracket] of game.text(view).replaceAll(/\\[[\]]/g, '').matchAll(/\[[^[\]]*\]/g)) {
        const read = readAction(game, view, bracket);
        expect(read.ok && game.refusal(state, seat, read.action as NegotiationAction), bracket).toBeNull();
      }
    }
    for (const role of ['first', 'second']) {
      const lines = game.rules(role, options).split('\n').filter((line) => line.includes('['));
      expect(lines).toHaveLength(3);
      for (const line of lines) expect(line).toMatch(/Format only: \[[^\]]+\]$/);
    }
  });

  it('rules tell a role its real options and nothing of the other role', () => {
    const rules = game.rules('first', optionsOf(variant));
    expect(rules).toContain('You are first.');
    expect(rules).toContain('10 turns');
    expect(rules.includes('message')).toBe(variant !== 'silent');
    expect(rules).not.toContain('15 each');
  });
});

it('the text says what the seat holds, what is open, what happened and what it can do', () => {
  const options = optionsOf('spiral-2');
  let state = game.initialState(options, ['first', 'second']);
  state = game.apply(state, { kind: 'actions', actions: { 0: { kind: 'offer', give: { Wood: 2 }, get: { Gold: 3 }, message: 'Fair?' } } });
  expect(game.text(game.observe(state, 1))).toBe(
    [
      'You are second. Turn 2 of 10; it is your turn.',
      'You hold 10 Wood, 10 Gold. One unit is worth to you: Wood 15, Gold 5.',
      'Your gain so far: 0.',
      'Open offer of first to you: you get 2 Wood and give 3 Gold; to you that is worth 15.',
      'So far:',
      '1. first offers 2 Wood for 3 Gold, saying "Fair?"',
      'You can:',
      '- make an offer with what you hold, such as [Offer: 1 Wood -> 1 Gold]',
      '- [Accept]',
      '- [Deny]',
      '- talk: any text without brackets',
    ].join('\n'),
  );
  expect(game.text(game.observe(state, 0))).toContain('Your offer is open: you give 2 Wood and get 3 Gold.');
  expect(game.text(game.observe(state, 'spectator'))).not.toMatch(/You hold|worth/);
});
