/** Battleship: placing, answers, endings, texts, stored states. What readers see: `secrecy.test.ts`; fleets and opponents beside their files. */
import { readFileSync } from 'node:fs';
import { readAction } from '@spiral-arena/core/game';
import { Match } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { battleship, type BattleshipState, type Fleet } from './index.js';
import { at, DEFAULT, fleetOf, legalTexts, optionsOf, play, seatToAct, shoot } from './boards.test.support.js';

const quick = { ...battleship, variants: { placing: { place: 'player' as const }, 'one-sided': { size: 5, equalTurns: false } } };
describe('conformance', () => {
  for (const { name, run } of gameConformance(quick, { matches: 3 })) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough(battleship)).toMatchFileSnapshot('./battleship.playthrough.txt');
  });
});

const A = 'A1h C1h E1h';
const B = 'A1v A3v F1h';
const start = (shots = ''): BattleshipState => play(DEFAULT, A, B, shots);

describe('shots', () => {
  it('are answered miss, hit, and sunk with the length at the last cell of a ship', () => {
    const answers = start('A1 F6 B1 A2 C1 B6 F1 A1 F2').shots.map(({ answer, length }) => (length === null ? answer : `${answer} ${length}`));
    expect(answers).toEqual(['hit', 'miss', 'hit', 'hit', 'sunk 3', 'miss', 'hit', 'hit', 'sunk 2']);
  });

  it('alternate, one a turn, at cells not shot at before', () => {
    const state = start('A1 A1');
    expect(seatToAct(state)).toBe(0);
    expect(legalTexts(state)).toHaveLength(35);
    expect(legalTexts(state)).not.toContain('A1');
    expect(battleship.refusal(state, 0, at('A1'))).toMatch(/shot at A1 before/);
    for (const nonsense of ['G1', 'A7', 'A0', 'Z1', 'A99']) expect(battleship.refusal(state, 0, at(nonsense)), nonsense).toMatch(/no cell/);
    expect(battleship.legalActions(state, 1)).toEqual([]);
    expect(battleship.refusal(state, 0, { fleet: fleetOf(A) })).toMatch(/lie already/);
  });

  it('seats follow roles', () => {
    expect(seatToAct(play(DEFAULT, A, B, '', ['second', 'first']))).toBe(1);
    expect(seatToAct(play(DEFAULT, A, B, 'A1', ['second', 'first']))).toBe(0);
  });
});

const SINK_B = ['A1', 'B1', 'C1', 'A3', 'B3', 'F1', 'F2']; // fleet B, shot by first
const SINK_A = ['A1', 'A2', 'A3', 'C1', 'C2', 'E1', 'E2']; // fleet A, shot by second
const weave = (first: readonly string[], second: readonly string[]): string => first.flatMap((shot, index) => [shot, second[index] ?? '']).join(' ').trim();

describe('endings', () => {
  it('second may answer once after the last hit of first: both sunk is a draw', () => {
    const pending = start(weave(SINK_B, SINK_A.slice(0, 6)));
    expect(pending.lost).toEqual(['second']);
    expect(battleship.isTerminal(pending)).toBe(false);
    expect(seatToAct(pending)).toBe(1);
    const drawn = shoot(pending, 'E2');
    expect(battleship.isTerminal(drawn)).toBe(true);
    expect(battleship.returns(drawn)).toEqual([0, 0]);
    expect(battleship.observe(drawn, 0).winner).toBe('draw');
    const won = shoot(pending, 'F6');
    expect(battleship.returns(won)).toEqual([1, -1]);
    expect(battleship.seatsToAct(won)).toEqual([]);
    expect(battleship.legalActions(won, 0)).toEqual([]);
  });

  it('second wins at once, without a further answer', () => {
    const won = start(`${weave(['F6', 'F5', 'F4', 'F3', 'E6', 'E5', 'E4'], SINK_A)}`);
    expect(battleship.isTerminal(won)).toBe(true);
    expect(battleship.returns(won)).toEqual([-1, 1]);
    expect(battleship.observe(won, 'spectator')).toMatchObject({ stage: 'over', winner: 'second', toAct: null });
  });

  it('without equal turns the last hit of first ends it', () => {
    const state = play(optionsOf('default', { equalTurns: false }), A, B, weave(SINK_B, SINK_A.slice(0, 6)));
    expect(battleship.isTerminal(state)).toBe(true);
    expect(battleship.returns(state)).toEqual([1, -1]);
    expect(battleship.returns(play(optionsOf('default', { equalTurns: false }), A, B, weave(SINK_B, SINK_A.slice(0, 6)), ['second', 'first']))).toEqual([-1, 1]);
  });

  it('GAME-08, GAME-09, GAME-17 1,000 random matches end within maxSteps and sum to 0', () => {
    const rng = Rng.fromSeed(1);
    for (let index = 0; index < 1000; index++) {
      const options = optionsOf('default', { size: 5, equalTurns: index % 2 === 0 });
      let state = battleship.apply(battleship.initialState(options, ['first', 'second']), { kind: 'chance', outcome: battleship.sampleChance?.(battleship.initialState(options, ['first', 'second']), rng) as { first: Fleet; second: Fleet } });
      let plies = 0;
      for (; !battleship.isTerminal(state); plies++) {
        const seat = seatToAct(state);
        state = battleship.apply(state, { kind: 'actions', actions: { [seat]: rng.pick(battleship.legalActions(state, seat) ?? []) } });
      }
      expect(plies).toBeLessThanOrEqual(battleship.maxSteps(options));
      expect(battleship.returns(state).reduce((sum, value) => sum + value, 0)).toBe(0);
    }
  });
});

describe('placing by the players', () => {
  const PLACING = optionsOf('placing');
  const text = (fleet: string): string => `[Place ${fleet}]`;

  it('is one hidden step of both, then first shoots', () => {
    const match = Match.start({ game: battleship, matchId: 'm', seed: parseSeed(1), options: PLACING, variant: 'placing', profile: 'textarena' });
    expect(match.pending()).toEqual([0, 1]);
    expect(match.legalActions(0)).toBeNull();
    expect(match.submit(1, { text: text(B) })).toMatchObject({ ok: true });
    expect(match.observe(0)).toMatchObject({ stage: 'placing', fleet: null });
    expect(match.submit(0, { text: '[A1]' })).toMatchObject({ ok: false, error: { kind: 'illegal-action', message: expect.stringContaining('place your ships') as unknown } });
    expect(match.submit(0, { text: text(A) })).toMatchObject({ ok: true });
    expect(match.ply).toBe(1);
    expect(match.pending()).toEqual([0]);
    expect(match.observe(0).fleet).toEqual(fleetOf(A));
  });

  it('refuses ships that overlap, leave the board or are missing', () => {
    const state = battleship.initialState(PLACING, ['first', 'second']);
    const problem = (fleet: string) => battleship.refusal(state, 0, { fleet: fleetOf(fleet) });
    expect(problem(A)).toBeNull();
    expect(problem('A4h C1h E1h')).toBeNull();
    expect(problem('A5h C1h E1h')).toMatch(/ship 1, of length 3, leaves the board/);
    expect(problem('E1v C1h E3h')).toMatch(/leaves the board/);
    expect(problem('A1h A3v E1h')).toMatch(/ship 2 at A3v overlaps/);
    expect(problem('A1h C1h')).toMatch(/3 ships, not 2/);
    expect(problem('Z1h C1h E1h')).toMatch(/leaves the board/);
  });

  it('random agents place legal fleets, and brief words lead to legal ones', () => {
    const state = battleship.initialState(PLACING, ['first', 'second']);
    const policy = battleship.agents?.['random']?.make({}, Rng.fromSeed(1));
    for (let index = 0; index < 100; index++) expect(battleship.refusal(state, 0, policy?.(battleship.observe(state, 0), null) ?? at('A1'))).toBeNull();
    const next = (...words: string[]) => battleship.briefNext?.(battleship.observe(state, 0), words) ?? [];
    expect(next()).toEqual(['Place']);
    expect(next('Place')).toHaveLength(2 * 6 * 4);
    expect(next('Place', 'A1h')).not.toContain('A3v');
    expect(next('Place', 'A1h', 'C1h', 'E1h')).toEqual([]);
  });

  it('never leads brief words into a fleet that cannot be completed', () => {
    // A long ship last: two short ones could block every line of a board of 5.
    const tight = optionsOf('default', { size: 5, fleet: [2, 2, 5], place: 'player' });
    const rng = Rng.fromSeed(4);
    const observation = battleship.observe(battleship.initialState(tight, ['first', 'second']), 0);
    for (let index = 0; index < 50; index++) {
      const words: string[] = [];
      for (let choices = battleship.briefNext?.(observation, words) ?? []; choices.length > 0; choices = battleship.briefNext?.(observation, words) ?? []) words.push(rng.pick(choices));
      expect(words).toHaveLength(4);
    }
  });
});

describe('options', () => {
  it('a fleet over 40% of the cells, or longer than the board, is refused', () => {
    expect(() => optionsOf('default', { size: 5, fleet: [5, 3, 3] })).toThrow(/more than 40%/);
    expect(optionsOf('default', { size: 5, fleet: [5, 3, 2] }).fleet).toEqual([5, 3, 2]);
    expect(() => optionsOf('default', { size: 6, fleet: [7] })).toThrow(/length 7 does not fit/);
  });

  it('bounds of the schema come from the size', () => {
    const match = Match.start({ game: battleship, matchId: 'm', seed: parseSeed(1) });
    expect(match.actionSpec.check({ row: 'F', col: 6 })).toBeNull();
    expect(match.actionSpec.check({ row: 'G', col: 1 })).toMatchObject({ pointer: '/row' });
    for (const col of [0, 7, 1.5, '1']) expect(match.actionSpec.check({ row: 'A', col })).toMatchObject({ pointer: '/col' });
    expect(match.actionSpec.check({ fleet: fleetOf(A) })).not.toBeNull(); // ships lie at random here
  });
});

describe('texts', () => {
  it('reads a cell in any case, two-digit columns whole', () => {
    const read = (text: string) => readAction(battleship, battleship.observe(start(), 0), text);
    for (const text of ['[B4]', '[b4]', 'b4', ' [ B4 ] ', 'I shoot at [B4].']) expect(read(text), text).toEqual({ ok: true, action: at('B4') });
    expect(read('[B10]')).toEqual({ ok: true, action: at('B10') });
    expect(read('[B4] or [B5]')).toMatchObject({ ok: false, kind: 'ambiguous' });
    for (const text of ['[B04]', '[4B]', '[B 4]', '[BB4]', '[B+4]', '[\uFF22\uFF14]', '[B4.0]', '[hit]']) expect(read(text), text).toMatchObject({ ok: false, kind: 'no-action' });
    for (const text of ['[Place B4]', '[place B04h]', '[place]', '[Place A1h,, B2v]']) expect(read(text), text).toMatchObject({ ok: false, kind: 'malformed' });
    for (const text of ['[Place A1h C1h E1h]', '[PLACE A1H, C1H, E1H]', '[place a1h,c1h , e1h]']) expect(read(text), text).toEqual({ ok: true, action: { fleet: fleetOf(A) } });
    const wide = battleship.observe(play(optionsOf('standard'), 'A1h B1h C1h D1h E1h', 'A1h B1h C1h D1h E1h', 'J10'), 1);
    expect(battleship.text(wide)).toContain('first J10 miss');
    expect(battleship.text(wide)).toMatch(/^ {4} 1 {2}2 {2}3 {2}4 {2}5 {2}6 {2}7 {2}8 {2}9 10$/m);
  });

  it('draw an own and a tracking board from the start', () => {
    expect(battleship.text(battleship.observe(start(), 0))).toBe([
      'You are first.',
      'Your waters (letters: your ships, capitals: hit, o: shots into water):',
      '    1 2 3 4 5 6', '  A a a a . . .', '  B . . . . . .', '  C b b . . . .', '  D . . . . . .', '  E c c . . . .', '  F . . . . . .',
      'Your shots at the other side (o: miss, x: hit, #: hit that sank a ship):',
      '    1 2 3 4 5 6', '  A . . . . . .', '  B . . . . . .', '  C . . . . . .', '  D . . . . . .', '  E . . . . . .', '  F . . . . . .',
      'Your ships: a of length 3 at A1h, b of length 2 at C1h, c of length 2 at E1h.', 'No shot yet.', 'It is your turn to shoot.',
    ].join('\n'));
    const later = battleship.observe(start('A3 A1 B3 F6 F6'), 0);
    expect(later.waters).toEqual({ first: ['Aaa...', '......', 'bb....', '......', 'cc....', '.....o'], second: ['..x...', '..#...', '......', '......', '......', '.....o'] });
    expect(battleship.text(later)).toContain('first A3 hit; second A1 hit; first B3 sunk a ship of 2; second F6 miss; first F6 miss');
    expect(battleship.brief(later)).toBe(`battleship first . . x . . . . . 2 . . . ${'. '.repeat(18)}. . . . . o`);
    expect(battleship.brief(battleship.observe(battleship.initialState(optionsOf('placing'), ['first', 'second']), 0))).toBe('battleship first place 3 2 2');
  });
});

it('GAME-18, GAME-19, GAME-20: states differ by seats and by hidden ships, survive storage, and reads leave them alone', () => {
  const state = start('A1 B2 B1');
  const text = JSON.stringify(state);
  expect(text).not.toBe(JSON.stringify(play(DEFAULT, A, B, 'A1 B2 B1', ['second', 'first'])));
  expect(text).not.toBe(JSON.stringify(play(DEFAULT, A, 'A1v A3v F3h', 'A1 B2 B1')));
  expect(shoot(JSON.parse(text) as BattleshipState, 'C1')).toEqual(shoot(state, 'C1'));
  for (const reader of [0, 1, 'spectator'] as const) expect(battleship.observe(state, reader)).toEqual(battleship.observe(state, reader));
  expect(JSON.stringify(state)).toBe(text);
});

describe('an independent reference', () => {
  const fixture = JSON.parse(readFileSync(new URL('../fixtures/open-spiel.json', import.meta.url), 'utf8')) as {
    readonly games: readonly {
      readonly seed: number;
      readonly fleets: readonly [string[], string[]];
      readonly shots: readonly (readonly [player: number, cell: string, answer: string, legal: number])[];
      readonly boards: readonly (readonly [own: string[], shots: string[]])[];
    }[];
  };
  const rowCol = (text: string): string => `${'ABCDE'[Number(text[0])]}${Number(text[2]) + 1}`;

  it.each(fixture.games)("replays OpenSpiel's game of seed $seed: answers, legal shots, both boards", ({ fleets, shots, boards }) => {
    const options = optionsOf('default', { size: 5, fleet: [2, 3] });
    const [first, second] = fleets.map((fleet) => fleet.map((ship) => `${rowCol(ship.slice(1))}${ship[0]}`).join(' ')) as [string, string];
    let state = play(options, first, second);
    for (const [player, cell, answer, legal] of shots) {
      expect(seatToAct(state)).toBe(player);
      expect(legalTexts(state)).toHaveLength(legal);
      state = shoot(state, rowCol(cell));
      expect(state.shots.at(-1)?.answer === 'miss').toBe(answer === '@');
    }
    boards.forEach(([own, tracking], seat) => {
      const { waters } = battleship.observe(state, seat);
      const [mine, theirs] = seat === 0 ? [waters.first, waters.second] : [waters.second, waters.first];
      expect(mine).toEqual(own.map((row) => row.replaceAll(' ', '.').replaceAll('*', 'o')));
      expect(theirs.map((row) => row.replaceAll('#', 'x'))).toEqual(tracking.map((row) => row.replaceAll(' ', '.').replaceAll('@', 'o').replaceAll('#', 'x')));
    });
  });
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['battleship']);
});
