/** Opponents of Battleship: what they shoot at, and that the better ones need fewer shots. */
import { fillDefaults, type ScriptedAgent, type ScriptedPolicy } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { battleship, drawFleet, type BattleshipAction, type BattleshipObservation, type BattleshipState } from './index.js';
import { DEFAULT, play, seatToAct } from './boards.test.support.js';

type Policy = ScriptedPolicy<BattleshipAction, BattleshipObservation>;

function policyOf(name: string, params: { readonly [name: string]: number } = {}, seed = 1): Policy {
  const agent = battleship.agents?.[name] as ScriptedAgent<BattleshipAction, BattleshipObservation>;
  return agent.make(fillDefaults(agent.paramsSchema ?? {}, params), Rng.fromSeed(seed));
}

function cellsTaken(name: string, state: BattleshipState, trials = 60): Set<string> {
  const policy = policyOf(name, name === 'density' ? { samples: 200 } : {});
  return new Set(Array.from({ length: trials }, () => battleship.formatAction(policy(battleship.observe(state, seatToAct(state)), null)).slice(1, -1)));
}

const OWN = 'A1h C1h E1h';

describe('hunt-target', () => {
  it('hunts on every second cell', () => {
    for (const cell of cellsTaken('hunt-target', play(DEFAULT, OWN, 'A1h C1h E1h'), 200)) expect((cell.codePointAt(0) as number) % 2).toBe(Number(cell.slice(1)) % 2);
  });

  it('shoots around a hit, along a line of hits, and goes on hunting once the ship is sunk', () => {
    expect([...cellsTaken('hunt-target', play(DEFAULT, OWN, 'C3h A1h E1h', 'C3 A1'))].toSorted()).toEqual(['B3', 'C2', 'C4', 'D3']);
    expect([...cellsTaken('hunt-target', play(DEFAULT, OWN, 'C3h A1h E1h', 'C3 A1 C4 A2'))].toSorted()).toEqual(['C2', 'C5']);
    expect([...cellsTaken('hunt-target', play(DEFAULT, OWN, 'C3h A1h E1h', 'C3 A1 C4 A2 C2 A4'))]).toEqual(['C5']);
    expect(cellsTaken('hunt-target', play(DEFAULT, OWN, 'C3h A1h E1h', 'C3 A1 C4 A2 C5 A4'), 200).size).toBeGreaterThan(10);
    expect([...cellsTaken('hunt-target', play(DEFAULT, OWN, 'A4h C1h E1h', 'A6 A1'))].toSorted()).toEqual(['A5', 'B6']); // no wrap round the row end
  });
});

describe('density', () => {
  it('shoots at a cell that must hold a ship, and never at a known one', () => {
    expect([...cellsTaken('density', play(DEFAULT, OWN, 'A1h C1h E1h', 'A1 F1 A3 F2 B1 F3 B3 F4'), 5)]).toEqual(['A2']); // hits at A1, A3 with water below both
    const middle = cellsTaken('density', play(DEFAULT, OWN, 'A1h C1h E1h'), 5);
    for (const cell of middle) expect(['A1', 'A6', 'F1', 'F6']).not.toContain(cell);
  });
});

it('random takes every cell', () => {
  expect(cellsTaken('random', play(DEFAULT, OWN, OWN, 'A1 A1'), 500).size).toBe(35);
});

it('hunt-target and density need far fewer shots than random', () => {
  const shotsNeeded = (name: string): number => {
    const rng = Rng.fromSeed(7);
    let total = 0;
    for (let game = 0; game < 12; game++) {
      const text = drawFleet(6, DEFAULT.fleet, rng).map(({ row, col, dir }) => `${row}${col}${dir}`).join(' ');
      const policy = policyOf(name, name === 'density' ? { samples: 40 } : {}, game);
      let state = play({ ...DEFAULT, equalTurns: false }, OWN, text);
      for (; !battleship.isTerminal(state); total++) {
        const seat = seatToAct(state);
        const action = seat === 0 ? policy(battleship.observe(state, 0), null) : (battleship.legalActions(state, 1)?.at(-1) as BattleshipAction);
        state = battleship.apply(state, { kind: 'actions', actions: { [seat]: action } });
      }
    }
    return total / 24;
  };
  const [random, hunt, density] = ['random', 'hunt-target', 'density'].map(shotsNeeded) as [number, number, number];
  expect(random).toBeGreaterThan(29);
  expect(hunt).toBeLessThan(24);
  expect(density).toBeLessThan(24);
});
