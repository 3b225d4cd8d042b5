/** Opponents of chess: what they take, and what alpha-beta sees. */
import { fillDefaults, type ScriptedAgent } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { bestMove, chess, type ChessAction, type ChessObservation } from './index.js';
import { legal, play, seatToAct, start } from './games.test.support.js';

function taken(name: string, fen: string, params: { readonly [name: string]: number } = {}, trials = 40): Set<string> {
  const agent = chess.agents?.[name] as ScriptedAgent<ChessAction, ChessObservation>;
  const policy = agent.make(fillDefaults(agent.paramsSchema ?? {}, params), Rng.fromSeed(1));
  const state = start({ fen });
  return new Set(Array.from({ length: trials }, () => policy(chess.observe(state, seatToAct(state)), null).uci));
}

describe('alpha-beta', () => {
  it('mates in one, takes what hangs, and avoids what loses', () => {
    expect([...taken('alpha-beta', '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1')]).toEqual(['a1a8']);
    expect([...taken('alpha-beta', '4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1')]).toEqual(['e3d5']);
    expect(taken('alpha-beta', '4k3/8/2p5/3p4/8/4N3/8/4K3 w - - 0 1').has('e3d5')).toBe(false); // the pawn is guarded
  });

  it('finds a mate in two with depth 4, and the same value as plain minimax', () => {
    expect(bestMove('6k1/8/5K2/8/8/8/8/R7 w - - 0 1', 4, Rng.fromSeed(1)).uci).toMatch(/^(a1h1|f6g6|a1a7|a1b1|a1c1|a1d1|a1e1|a1f1)$/);
    // Among equal moves it takes each: all that a search without cut-offs finds best.
    const fen = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
    const values = new Map(legal(start({ fen })).map((uci) => [uci, -plainValue(fen, uci)]));
    const most = Math.max(...values.values());
    const best = [...values].filter(([, value]) => value === most).map(([uci]) => uci).toSorted();
    expect([...taken('alpha-beta', fen, {}, 12)].every((uci) => best.includes(uci))).toBe(true);
  });

  it('beats random play by material', () => {
    const rng = Rng.fromSeed(5);
    let state = start({ maxPlies: 60 });
    for (let ply = 0; ply < 30 && state.result === null; ply++) state = play(state, ply % 2 === 0 ? bestMove(state.fen, 2, rng).uci : rng.pick(legal(state)));
    expect(state.result === 'checkmate' || chess.returns({ ...state, options: { ...state.options, adjudicate: 'material' } })[0] === 1).toBe(true);
  });
});

/** Material lead of the other side after a move and its best answer, without any cut-off. */
function plainValue(fen: string, uci: string): number {
  const after = play(start({ fen }), uci);
  const points = (text: string): number => [...(text.split(' ')[0] as string)].reduce((sum, sign) => sum + ({ P: 1, N: 3, B: 3, R: 5, Q: 9, p: -1, n: -3, b: -3, r: -5, q: -9 }[sign] ?? 0), 0);
  const answers = legal(after).map((answer) => points(play(after, answer).fen));
  return -Math.min(...answers);
}

it('capture-first captures where it can, any capture', () => {
  expect([...taken('capture-first', '4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1')].toSorted()).toEqual(['e4d5', 'e4f5']);
  expect(taken('capture-first', '4k3/8/8/8/8/8/P7/4K3 w - - 0 1').size).toBeGreaterThan(3);
});

it('random takes every move, also blind', () => {
  expect(taken('random', '4k3/8/8/8/8/8/P7/4K3 w - - 0 1', {}, 200).size).toBe(7);
  const state = play(start({ blind: true }), 'e2e4 e7e5');
  const policy = chess.agents?.['random']?.make({}, Rng.fromSeed(1));
  expect(legal(state)).toContain(policy?.(chess.observe(state, 0), null).uci);
});
