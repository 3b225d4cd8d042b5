/** What readers of Battleship see and are told: own ships and answers; never an unhit cell of the other side, also not at the end. */
import type { Reader } from '@spiral-arena/core/game';
import { Match, toldEvents } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { Answers, battleship, drawFleet, FleetSampler, type BattleshipObservation, type BattleshipState } from './index.js';
import { at, DEFAULT, fleetOf, optionsOf, play, shoot } from './boards.test.support.js';

/** Everything a reader can get hold of, as text. */
function seenBy(state: BattleshipState, reader: Reader): string {
  const seen = battleship.observe(state, reader);
  const legal = reader === 'spectator' ? [] : battleship.legalActions(state, reader);
  return JSON.stringify([seen, battleship.text(seen), battleship.brief(seen), legal]);
}

const OWN = 'A1h C1h E1h';

describe('secrecy', () => {
  it('SECRET-03 fleets that give the same answers give the same bytes', () => {
    const shots = 'A1 A6 B1 B6 D4 C6 D3 D6';
    const others = ['A1v F1h D4h', 'A1v F5h D4h', 'A1v E1h D4h']; // equal answers: hit, hit, hit, miss
    expect(new Set(others.map((other) => seenBy(play(DEFAULT, OWN, other, shots), 0))).size).toBe(1);
    expect(new Set(others.map((other) => seenBy(play(DEFAULT, OWN, other, shots), 'spectator'))).size).toBe(1);
    expect(new Set(others.map((other) => seenBy(play(DEFAULT, other, OWN, `F6 ${shots}`), 1))).size).toBe(1);
  });

  it('a sinking shot tells the length and not which cells', () => {
    // A1 and B2 hit, then A2 sinks a ship of 2: with A1 where it lies across, with B2 where it lies down.
    const [across, down] = ['D1h A1h B1h', 'D1h A1v A2v'].map((other) => seenBy(play(DEFAULT, OWN, other, 'A1 F6 B2 F5 A2 F4'), 0)) as [string, string];
    expect(across).toBe(down);
    expect(across).toContain('"answer":"sunk","length":2');
  });

  it('nothing of the loser is shown after the end', () => {
    const fleets = ['A1v F1h D4h', 'A1v F5h D4h'];
    const lose = (other: string): string => {
      let state = play(DEFAULT, other, OWN);
      for (const shot of ['A1', 'A2', 'A3', 'C1', 'C2', 'E1', 'E2']) state = shoot(shoot(state, shot), { A1: 'B3', A2: 'B4', A3: 'B5', C1: 'B6', C2: 'C6', E1: 'D1', E2: 'D2' }[shot] as string);
      expect(battleship.isTerminal(state)).toBe(true);
      return seenBy(state, 1);
    };
    expect(lose(fleets[0] as string)).toBe(lose(fleets[1] as string));
  });

  it('readers are told their own fleet and every shot with its answer', () => {
    const match = Match.start({ game: battleship, matchId: 'm', seed: parseSeed(1) }, [{ first: fleetOf(OWN), second: fleetOf('A1v A3v F1h') }]);
    match.submit(0, { text: '[A1]' });
    match.submit(1, { text: '[F6]' });
    const told = (reader: Reader) => toldEvents(match, reader).map((event) => event.told);
    const shots = [{ role: 'first', row: 'A', col: 1, answer: 'hit', length: null }, { role: 'second', row: 'F', col: 6, answer: 'miss', length: null }];
    expect(told(0)).toEqual([{ placed: true, fleet: fleetOf(OWN) }, ...shots]);
    expect(told(1)).toEqual([{ placed: true, fleet: fleetOf('A1v A3v F1h') }, ...shots]);
    expect(told('spectator')).toEqual([{ placed: true }, ...shots]);
  });

  it('SECRET-03 (e) whether and what the other side has placed stays hidden until both have', () => {
    const seen = ['', 'A1h C1h E1h', 'A1v A3v F1h'].map((fleet) => {
      const match = Match.start({ game: battleship, matchId: 'm', seed: parseSeed(1), options: optionsOf('placing'), variant: 'placing' });
      if (fleet !== '') match.submit(1, { action: { fleet: fleetOf(fleet) } });
      return JSON.stringify([match.observe(0), match.observe('spectator'), toldEvents(match, 0), toldEvents(match, 'spectator'), match.turnId, match.legalActions(0)]);
    });
    expect(new Set(seen).size).toBe(1);
  });

  it('SECRET-04 a refused shot leaves no trace with the other side', () => {
    const run = (texts: readonly string[]) => {
      const match = Match.start({ game: battleship, matchId: 'm', seed: parseSeed(5), profile: 'textarena' });
      for (const text of texts) match.submit(0, { text });
      return JSON.stringify([match.turnId, match.observe(1), battleship.text(match.observe(1) as BattleshipObservation), toldEvents(match, 1)]);
    };
    for (const refused of ['[G9]', 'no idea', '[A1] [A2]']) expect(run([refused, '[B2]'])).toBe(run(['[B2]']));
  });
});

describe('sampled states', () => {
  it('look the same to their seat, with the same turn, at every ply of random matches', () => {
    const rng = Rng.fromSeed(2);
    for (const variant of ['default', 'standard']) {
      const options = optionsOf(variant);
      let state = play(options, ...([0, 1].map(() => drawFleet(options.size, options.fleet, rng).map(({ row, col, dir }) => `${row}${col}${dir}`).join(' ')) as [string, string]));
      for (let ply = 0; !battleship.isTerminal(state); ply++) {
        if (variant === 'default' || ply % 15 === 0) {
          for (const seat of [0, 1]) {
            const seen = battleship.observe(state, seat);
            const sampled = battleship.sampleState?.(seen, seat, rng) as BattleshipState;
            expect(JSON.stringify(battleship.observe(sampled, seat))).toBe(JSON.stringify(seen));
            expect(battleship.seatsToAct(sampled)).toEqual(battleship.seatsToAct(state));
          }
        }
        const seat = battleship.seatsToAct(state)[0] as number;
        state = battleship.apply(state, { kind: 'actions', actions: { [seat]: rng.pick(battleship.legalActions(state, seat) ?? []) } });
      }
    }
  });

  it('before ships lie the state is the first one', () => {
    const start = battleship.initialState(optionsOf('placing'), ['second', 'first']);
    expect(battleship.sampleState?.(battleship.observe(start, 0), 0, Rng.fromSeed(1))).toEqual(start);
  });

  it('a fleet hit in ten places is drawn at once', () => {
    const lengths = [9, 8, 7, 6, 5, 4, 3, 2];
    const answers = new Answers(15, lengths, ['A1', 'C3', 'E5', 'G7', 'I9', 'K11', 'M13', 'O15'].map((cell) => ({ ...at(cell), answer: 'hit' as const, length: null })));
    expect(new FleetSampler(answers).draw(Rng.fromSeed(1))).toHaveLength(8);
  });
});
