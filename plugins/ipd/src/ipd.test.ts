/** The iterated prisoner's dilemma: payoffs and endings, matches worked by hand, talk that is only talk, and secrets of joint stages. */
import { readAction, resolveOptions, type ScriptedAgent, type ScriptedPolicy } from '@spiral-arena/core/game';
import { Match, recordForOwner, recordOf, replay, toldEvents } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { ipd, type IpdAction, type IpdMove, type IpdObservation, type IpdOptions, type IpdState } from './index.js';

const READERS = [0, 1, 'spectator'] as const;
const SEED = parseSeed(3);

function optionsOf(options: Partial<IpdOptions> = {}, variant = 'default'): IpdOptions {
  return resolveOptions(ipd, { variant, options }).options as IpdOptions;
}

const SILENT = optionsOf({}, 'silent');

function start(options: IpdOptions): IpdState {
  return ipd.initialState(options, ['player', 'player']) as IpdState;
}

function act(state: IpdState, first: IpdAction, second: IpdAction): IpdState {
  for (const [seat, action] of [first, second].entries()) expect(ipd.refusal(state, seat, action)).toBeNull();
  return ipd.apply(state, { kind: 'actions', actions: { 0: first, 1: second } }) as IpdState;
}

function moveOf(letter: string | undefined): { readonly move: IpdMove } {
  return { move: letter === 'c' ? 'cooperate' : 'defect' };
}

function say(message: string): IpdAction {
  return { kind: 'talk', message };
}

/** Plays rounds of two letters, seat 0 first, without talk: `cd dd`. */
function play(rounds: string, options: Partial<IpdOptions> = {}): IpdState {
  let state = start(optionsOf({ rounds: rounds.split(' ').length, talk: 0, ...options }));
  for (const pair of rounds.split(' ')) state = act(state, moveOf(pair[0]), moveOf(pair[1]));
  return state;
}

function policyOf(name: string, rng: Rng): ScriptedPolicy<IpdAction, IpdObservation> {
  const agent = ipd.agents?.[name] as ScriptedAgent<IpdAction, IpdObservation>;
  return agent.make({}, rng);
}

/** Totals of two scripted agents. */
function pairing(names: readonly [string, string], options = optionsOf(), seed = 1): readonly [number, number] {
  const policies = names.map((name, seat) => policyOf(name, Rng.fromSeed(seed).fork(seat)));
  let state = start(options);
  while (!ipd.isTerminal(state)) {
    const [a, b] = policies.map((policy, seat) => policy(ipd.observe(state, seat) as IpdObservation, null)) as [IpdAction, IpdAction];
    state = act(state, a, b);
  }
  return state.totals;
}

describe('conformance', () => {
  for (const { name, run } of gameConformance(ipd, { matches: 60 })) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(ipd)).toMatchFileSnapshot('./ipd.playthrough.txt');
  });
});

describe('rules', () => {
  it('pays R, P, T and S', () => {
    expect(['cc', 'dd', 'dc', 'cd'].map((round) => play(round).totals)).toEqual([[3, 3], [1, 1], [5, 0], [0, 5]]);
    expect(play('dc cc', { payoffs: { R: 4, P: 2, T: 9, S: -1 } }).totals).toEqual([13, 3]);
  });

  it('the higher total wins, equal totals are a draw; as a margin, the share of the largest difference', () => {
    expect(ipd.returns(play('dc cc cd cd'))).toEqual([-1, 1]);
    expect(ipd.returns(play('dc cd'))).toEqual([0, 0]);
    expect(ipd.returns(play('dc cc dd dd', { scoring: 'margin' }))).toEqual([0.25, -0.25]);
    expect(ipd.returns(play('dc dc', { scoring: 'margin' }))).toEqual([1, -1]);
    expect(ipd.returns(play('cc dd', { scoring: 'margin' }))).toEqual([0, 0]);
    expect(ipd.returns(act(start(SILENT), moveOf('d'), moveOf('c')))).toEqual([0, 0]); // nine rounds are still to come
  });

  it('talk comes before each decision, as often as the options say', () => {
    const stages: string[] = [];
    let state = start(optionsOf({ rounds: 2, talk: 2 }));
    while (!ipd.isTerminal(state)) {
      const { stage } = ipd.observe(state, 0) as IpdObservation;
      stages.push(stage);
      state = stage === 'talk' ? act(state, say('a'), say('b')) : act(state, moveOf('c'), moveOf('c'));
    }
    expect(stages).toEqual(['talk', 'talk', 'decide', 'talk', 'talk', 'decide']);
    expect(ipd.maxSteps(state.options)).toBe(6);
    expect(state.talks.map(({ round }) => round)).toEqual([1, 1, 2, 2]);
  });

  it('payoffs that are no dilemma are refused, payoffs left out are the defaults', () => {
    for (const payoffs of [{ R: 3, P: 1, T: 3, S: 0 }, { R: 1, P: 1, T: 5, S: 0 }, { R: 3, P: 0, T: 5, S: 0 }]) expect(() => optionsOf({ payoffs })).toThrow(/T > R > P > S/);
    expect(optionsOf({ payoffs: { T: 7 } as IpdOptions['payoffs'] }).payoffs).toEqual({ R: 3, P: 1, T: 7, S: 0 });
    expect(() => optionsOf({ payoffs: { X: 7 } as unknown as IpdOptions['payoffs'] })).toThrow(/payoffs/);
  });
});

describe('matches worked by hand, ten rounds', () => {
  it('all-d against all-c 50-0, against tit-for-tat 14-9; two of tit-for-tat 30-30', () => {
    for (const options of [SILENT, optionsOf()]) {
      expect(pairing(['all-d', 'all-c'], options)).toEqual([50, 0]);
      expect(pairing(['all-d', 'tit-for-tat'], options)).toEqual([14, 9]);
      expect(pairing(['tit-for-tat', 'tit-for-tat'], options)).toEqual([30, 30]);
      expect(pairing(['all-d', 'grim'], options)).toEqual([14, 9]);
      expect(pairing(['grim', 'all-c'], options)).toEqual([30, 30]);
    }
  });

  it('grim never forgives, tit-for-tat does', () => {
    const [grim, titForTat] = ['grim', 'tit-for-tat'].map((name) => policyOf(name, Rng.fromSeed(1)));
    const seen = { ...ipd.observe(start(SILENT), 0), past: [['cooperate', 'defect'], ['defect', 'cooperate']] } as unknown as IpdObservation;
    expect([grim?.(seen, null), titForTat?.(seen, null)]).toEqual([{ move: 'defect' }, { move: 'cooperate' }]);
  });

  it('always-defect never loses under match scoring', () => {
    for (const name of Object.keys(ipd.agents ?? {})) {
      for (let seed = 0; seed < 10; seed++) {
        const [own, other] = pairing(['all-d', name], SILENT, seed);
        expect(own).toBeGreaterThanOrEqual(other);
      }
    }
  });
});

describe('talk and decision', () => {
  const talking = ipd.observe(start(optionsOf()), 0);
  const deciding = ipd.observe(act(start(optionsOf()), say('hello'), say('ho')), 0);

  it('a decision takes one word in any ASCII case; without one it is invalid, never taken for cooperation', () => {
    for (const text of ['[Cooperate]', '[cooperate]', '[COOPERATE]', 'cooperate', 'I [Cooperate], yes.']) expect(readAction(ipd, deciding, text), text).toEqual({ ok: true, action: { move: 'cooperate' } });
    expect(readAction(ipd, deciding, '[Defect]')).toEqual({ ok: true, action: { move: 'defect' } });
    for (const text of ['', 'I trust you.', '[c]', '[betray]', '[constructor]']) expect(readAction(ipd, deciding, text), text).toMatchObject({ ok: false, kind: 'no-action' });
    expect(readAction(ipd, deciding, '[Cooperate with me]')).toMatchObject({ ok: false, kind: 'malformed' });
    const match = Match.start({ game: ipd, matchId: 'm', seed: SEED, options: SILENT });
    match.submit(0, { text: 'fine with me' });
    match.submit(1, { text: '[Defect]' });
    expect(match.end).toMatchObject({ reason: 'illegal', offenders: [0], returns: [-1, 1] });
  });

  it('PARSE-11: cooperate and defect in one text are ambiguous', () => {
    expect(readAction(ipd, deciding, '[Cooperate] or [Defect]')).toMatchObject({ ok: false, kind: 'ambiguous' });
  });

  it('PARSE-13 (g): in a turn of talk brackets are plain talk, and the whole text is the message', () => {
    for (const message of ['[Cooperate]', '[Cooperate] [Defect]', '[Cooperate with me]', 'I [Defect', 'cooperate', 'Let us {both} win.']) expect(readAction(ipd, talking, message), message).toEqual({ ok: true, action: { kind: 'talk', message } });
    for (const text of ['', ' \n\t ']) expect(readAction(ipd, talking, text)).toMatchObject({ ok: false, kind: 'no-action' });
    expect(readAction(ipd, talking, 'x'.repeat(1000)).ok).toBe(true);
    expect(readAction(ipd, talking, 'x'.repeat(1001))).toMatchObject({ ok: false, kind: 'too-long' });
  });

  it('PARSE-13 (f), SECRET-02: a message is only a message, and nothing but it is passed on', () => {
    const match = Match.start({ game: ipd, matchId: 'm', seed: SEED, profile: 'textarena' });
    expect(match.submit(0, { action: { kind: 'talk', message: '[Defect]', reasoning: 'I lie' } })).toMatchObject({ ok: false, error: { kind: 'bad-shape' } });
    expect(match.submit(0, { action: { kind: 'talk', message: '[Defect]' } }).ok).toBe(true);
    expect(match.submit(1, { action: { kind: 'talk', message: ' ' } })).toMatchObject({ ok: false, error: { kind: 'illegal-action' } });
    expect(match.submit(1, { text: 'Player: engine: [Cooperate]\n"quoted"' }).ok).toBe(true);
    expect(match.observe(0)).toMatchObject({ stage: 'decide', past: [], talks: [{ round: 1, messages: ['[Defect]', 'Player: engine: [Cooperate]\n"quoted"'] }] });
    expect(ipd.text(match.observe(0) as IpdObservation)).toContain(String.raw`Round 1: you said "\[Defect\]", opponent said "Player\: engine\: \[Cooperate\] \"quoted\"".`);
    expect(JSON.stringify(toldEvents(match, 1))).not.toContain('lie');
    expect(match.submit(0, { action: { kind: 'talk', message: 'more' } })).toMatchObject({ ok: false, error: { kind: 'illegal-action', message: expect.stringContaining('decision') } });
    expect(match.submit(1, { text: 'I cooperate, of course.' })).toMatchObject({ ok: false, error: { kind: 'no-action' } });
  });

  it('a decision in a turn of talk is refused', () => {
    expect(ipd.refusal(start(optionsOf()), 0, { move: 'defect' })).toMatch(/turn of talk/);
    const silent = Match.start({ game: ipd, matchId: 'm', seed: SEED, options: SILENT });
    expect(silent.submit(0, { action: { kind: 'talk', message: 'hi' } })).toMatchObject({ ok: false, error: { kind: 'bad-shape' } }); // no talk in its schema
  });
});

describe('secrecy', () => {
  const STAGES: readonly (readonly [string, (match: Match) => void, readonly IpdAction[]])[] = [
    ['talk', () => {}, [say('one'), say('another, much longer message')]],
    ['decision', (match) => { for (const seat of [0, 1]) match.submit(seat, { text: 'hello' }); }, [{ move: 'cooperate' }, { move: 'defect' }]],
  ];

  it.each(STAGES)('SECRET-03 e: in a stage of %s nobody else learns whether or what one has handed in before both have', (_, begin, actions) => {
    for (const seat of [0, 1]) {
      const known = [null, ...actions].map((action) => {
        const match = Match.start({ game: ipd, matchId: 'm', seed: SEED });
        begin(match);
        if (action) match.submit(seat, { action });
        const others = READERS.filter((reader) => reader !== seat);
        return JSON.stringify([match.turnId, match.ply, match.retriesLeft(1 - seat), match.legalActions(1 - seat), others.map((reader) => [match.observe(reader), ipd.text(match.observe(reader) as IpdObservation), toldEvents(match, reader)]), recordForOwner(recordOf(match), (owner) => owner !== seat)]);
      });
      expect(new Set(known).size).toBe(1);
    }
  });

  it('each seat sees its own side first, and the record replays', () => {
    const match = Match.start({ game: ipd, matchId: 'm', seed: SEED, options: optionsOf({ rounds: 1 }) });
    match.submit(1, { text: 'from one' });
    match.submit(0, { text: 'from zero' });
    match.submit(1, { text: '[Defect]' });
    match.submit(0, { text: '[Cooperate]' });
    expect(match.observe(0)).toMatchObject({ past: [['cooperate', 'defect']], talks: [{ messages: ['from zero', 'from one'] }], totals: [0, 5] });
    expect(match.observe(1)).toMatchObject({ past: [['defect', 'cooperate']], talks: [{ messages: ['from one', 'from zero'] }], totals: [5, 0] });
    expect(toldEvents(match, 'spectator').map(({ told }) => told)).toEqual([{ round: 1, messages: ['from zero', 'from one'] }, { round: 1, moves: ['cooperate', 'defect'] }]);
    expect(match.end).toMatchObject({ reason: 'completed', returns: [-1, 1], ply: 2 });
    expect(replay(recordOf(match), ipd).hash()).toBe(match.hash());
  });
});

describe('texts', () => {
  it('show points, rounds and the stage from the side of the reader', () => {
    const state = play('dc cc', { rounds: 10 });
    expect(ipd.text(ipd.observe(state, 1))).toBe(
      'You are a player.\nPoints: you 3, opponent 8. Rounds left: 8.\nRound 1: you cooperate, opponent defect: 0 and 5 points.\nRound 2: you cooperate, opponent cooperate: 3 and 3 points.\nRound 3: decide, [Cooperate] or [Defect].',
    );
    expect(ipd.text(ipd.observe(play('dc'), 'spectator'))).toContain('The match is over: seat 0 won.');
  });

  it('the brief leads with stage, rounds left and lead, and ends in the last message of the other', () => {
    const state = act(act(act(start(optionsOf()), say('a'), say('I will cooperate.')), moveOf('c'), moveOf('d')), say('b'), say('[Cooperate]'));
    expect(ipd.brief(ipd.observe(state, 0))).toBe(String.raw`ipd player decide 9 -5 Cooperate Defect " \[Cooperate\] "`);
    for (const word of ipd.brief(ipd.observe(state, 0)).split(' ')) expect(ipd.briefWords(state.options)).toContain(word);
  });

  it('GAME-18: the same rounds with and without a message are different states', () => {
    const options = optionsOf();
    expect(JSON.stringify(start(options))).not.toBe(JSON.stringify(act(start(options), say('a'), say('b'))));
  });
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['ipd']);
});
