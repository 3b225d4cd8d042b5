/** Chess: move counts, endings, adjudication, options, stored states. Texts of moves: `notation.test.ts`; opponents: `opponents.test.ts`. */
import { readFileSync } from 'node:fs';
import { Match } from '@spiral-arena/core/match';
import { parseSeed, Rng } from '@spiral-arena/core/random';
import { gameConformance, playthrough } from '@spiral-arena/core/testing';
import { describe, expect, it } from 'vitest';
import plugin, { chess, START_FEN, type ChessState } from './index.js';
import { legal, optionsOf, play, seatToAct, start } from './games.test.support.js';

// Short matches, and endings that random play finishes: chess.js is slow, and the default 200 plies prove nothing more.
const ROOK_ENDING = '8/8/8/3k4/8/8/4R3/4K3 w - - 80 90';
const quick = { ...chess, optionsSchema: { ...chess.optionsSchema, properties: { ...(chess.optionsSchema.properties as object), maxPlies: { type: 'integer', minimum: 1, maximum: 2000, default: 24 } } }, variants: { ending: { fen: ROOK_ENDING, maxPlies: 60 }, blind: { blind: true, maxPlies: 10 } } };
describe('conformance', () => {
  for (const { name, run } of gameConformance(quick, { matches: 3 })) it(name, run);

  it('plays its golden match', async () => {
    await expect(playthrough({ ...chess, variants: { ending: { fen: ROOK_ENDING, maxPlies: 20, adjudicate: 'material' as const } } }, { variant: 'ending' })).toMatchFileSnapshot('./chess.playthrough.txt');
  });
});

/** Sequences of so many legal moves. */
function perft(state: ChessState, depth: number): number {
  const seat = seatToAct(state);
  const actions = chess.legalActions(state, seat) ?? [];
  if (depth === 1) return actions.length;
  return actions.reduce((sum, action) => sum + perft(chess.apply(state, { kind: 'actions', actions: { [seat]: action } }), depth - 1), 0);
}

describe('move counts', () => {
  // Published counts; the same from OpenSpiel 2.0.2 and python-chess 1.11.2.
  it.each([
    ['start', START_FEN, [20, 400, 8902, 197_281]],
    ['Kiwipete (castling)', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', [48, 2039]],
    ['position 3 (en passant pins)', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', [14, 191, 2812]],
    ['position 4 (promotions)', 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', [6, 264, 9467]],
    ['position 5', 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', [44, 1486]],
  ] as const)('%s', (_name, fen, counts) => {
    counts.forEach((count, index) => expect(perft(start({ fen }), index + 1)).toBe(count));
  });
});

describe('endings', () => {
  it('mate wins, in either seat', () => {
    for (const [roles, returns] of [[['white', 'black'], [-1, 1]], [['black', 'white'], [1, -1]]] as const) {
      const mated = play(start({}, roles), 'f2f3 e7e5 g2g4 d8h4');
      expect(mated.result).toBe('checkmate');
      expect(chess.returns(mated)).toEqual(returns);
      expect(chess.seatsToAct(mated)).toEqual([]);
      expect(chess.legalActions(mated, 0)).toEqual([]);
      expect(chess.observe(mated, 'spectator')).toMatchObject({ winner: 'black', toMove: null, check: true });
    }
  });

  it('GAME-12 mate on the last ply is a win', () => {
    const match = Match.start({ game: chess, matchId: 'm', seed: parseSeed(1), options: optionsOf({ maxPlies: 4 }) });
    for (const text of ['f2f3', 'e7e5', 'g2g4', 'Qh4#']) match.submit(match.pending()[0] as number, { text });
    expect(match.end).toMatchObject({ reason: 'completed', returns: [-1, 1], ply: 4 });
  });

  it.each([
    ['stalemate', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', null],
    ['stalemate', '7k/8/6K1/8/8/5Q2/8/8 w - - 0 1', 'f3f7'],
    ['dead-position', '8/8/8/4k3/8/8/4K1n1/8 w - - 0 1', null],
    ['dead-position', '8/8/8/4k3/8/8/4Kr2/8 w - - 0 1', 'e2f2'],
    ['dead-position', '8/8/2b1k3/8/8/4B3/4K1n1/8 b - - 0 1', null],
    ['fifty-moves', '8/8/8/3k4/8/8/4R3/4K3 w - - 99 80', 'e2e3'],
  ] as const)('%s: %s after %s', (result, fen, uci) => {
    if (uci === null) {
      if (fen.includes('B')) expect(() => optionsOf({ fen })).not.toThrow(); // bishop and knight can still mate
      else expect(() => optionsOf({ fen })).toThrow(/the game is over in this position/);
      return;
    }
    const end = play(start({ fen }), uci);
    expect(end.result).toBe(result);
    expect(chess.returns(end)).toEqual([0, 0]);
    expect(chess.observe(end, 0).winner).toBe('draw');
  });

  it('mate on the move that completes fifty wins', () => {
    expect(play(start({ fen: '7k/8/6K1/8/8/8/8/R7 w - - 99 80' }), 'a1a8').result).toBe('checkmate');
  });

  it('the third time a position stands is a draw; another side to move or lost rights make another position', () => {
    const back = 'g1f3 g8f6 f3g1 f6g8';
    const twice = play(start(), back);
    expect(chess.observe(twice, 0)).toMatchObject({ occurred: 2, result: null });
    expect(chess.text(chess.observe(twice, 0))).toContain('This position stands for the second time.');
    expect(play(twice, back).result).toBe('threefold-repetition');
    // The king's trip costs the right to castle: the first position does not come back.
    const rights = play(start({ fen: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' }), 'e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8');
    expect(rights.result).toBeNull();
    expect(play(rights, 'e1e2 e8e7').result).toBe('threefold-repetition');
  });

  it('an en passant square counts for repetition only where the capture is legal', () => {
    expect(play(start(), 'e2e4').fen).toContain(' - 0 1');
    expect(play(start(), 'e2e4 a7a6 e4e5 d7d5').fen).toContain(' d6 0 3');
    expect(start({ fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1' }).fen).toContain(' - 0 1');
  });

  it('at the limit: a draw, or by option a win for 2 points of lead', () => {
    const fen = '4k3/8/8/8/8/8/PP6/4K3 w - - 0 1';
    for (const [adjudicate, position, returns] of [['draw', fen, [0, 0]], ['material', fen, [1, -1]], ['material', '4k3/8/8/8/8/8/P7/4K3 w - - 0 1', [0, 0]], ['material', '4k1n1/8/8/8/8/8/P7/4K3 w - - 0 1', [-1, 1]]] as const) {
      const match = Match.start({ game: chess, matchId: 'm', seed: parseSeed(1), options: optionsOf({ fen: position, maxPlies: 1, adjudicate }) });
      match.submit(0, { text: 'e1e2' });
      expect(match.end).toMatchObject({ reason: 'truncated', returns, ply: 1 });
    }
  });
});

describe('moves', () => {
  it('refusals say why', () => {
    const state = start({ fen: 'r3k2r/P7/8/8/8/8/8/4K2R w K - 0 1' });
    const why = (uci: string) => chess.refusal(state, 0, { uci });
    expect(why('a7a8')).toMatch(/no piece of yours can move from a7/);
    const promoting = start({ fen: '4k3/P7/8/8/8/8/8/4K3 w - - 0 1' });
    expect(chess.refusal(promoting, 0, { uci: 'a7a8' })).toMatch(/promotion: add the letter/);
    expect(legal(promoting).filter((uci) => uci.startsWith('a7')).toSorted()).toEqual(['a7a8b', 'a7a8n', 'a7a8q', 'a7a8r']);
    expect(why('e1e1')).toMatch(/the two squares are the same/);
    expect(why('h1h2q')).toMatch(/no promotion/);
    expect(why('e8e7')).toMatch(/no piece of yours/);
    expect(why('e1e3')).toMatch(/cannot go to e3/);
    expect(play(state, 'e1g1').fen).toContain('/5RK1 '); // castling is the king's move, and the rook comes along
    expect(chess.refusal(start({ fen: '4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1' }), 0, { uci: 'a1a2' })).toMatch(/in check/);
  });

  it('from-square = to-square and nonsense are refused, never thrown', () => {
    const match = Match.start({ game: chess, matchId: 'm', seed: parseSeed(1), profile: 'textarena' });
    expect(match.submit(0, { action: { uci: 'e2e2' } })).toMatchObject({ ok: false, error: { kind: 'illegal-action' } });
    expect(match.submit(0, { action: { uci: 'e2e4' } })).toMatchObject({ ok: true });
    for (const uci of ['e2e9', 'E2E4', 'e2', 'e7e8k', '']) expect(match.actionSpec.check({ uci }), uci).toMatchObject({ pointer: '/uci' });
    expect(match.submit(1, { action: { uci: 'e2e4' } })).toMatchObject({ ok: false, error: { kind: 'illegal-action' } });
  });
});

describe('options', () => {
  it.each([
    ['nonsense', /not a position/],
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq', /not a position/],
    ['4k3/8/8/8/8/8/8/4K2R w KQ - 0 1', /castling right Q/],
    ['4k3/8/8/8/8/8/8/4K2P w - e6 0 1', /not a position|no pawn has just passed/],
    ['4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1', /no pawn has just passed e3/],
    ['4k3/8/8/8/8/8/8/4K2r b - - 0 1', /not to move is in check/],
    ['8/8/8/8/8/8/8/4K3 w - - 0 1', /not a position/],
    ['4k3/8/8/8/8/8/8/4K3 w - - 0 1', /over/],
    ['4k3/8/8/8/8/8/4R3/4K3 b - - 100 90', /over/],
  ])('the position %s is refused', (fen, message) => {
    expect(() => optionsOf({ fen })).toThrow(message);
  });

  it('black may move first', () => {
    const state = start({ fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' }, ['black', 'white']);
    expect(seatToAct(state)).toBe(0);
    expect(chess.rules('white', state.options)).toContain('Black moves first');
  });
});

describe('what readers see', () => {
  it('the board, the last move and whose turn it is', () => {
    const state = play(start(), 'e2e4 e7e5 d1h5 b8c6 h5f7');
    expect(chess.text(chess.observe(state, 1))).toBe([
      'You play black.', 'Board (capitals are white):', '  8 r . b q k b n r', '  7 p p p p . Q p p', '  6 . . n . . . . .', '  5 . . . . p . . .', '  4 . . . . P . . .', '  3 . . . . . . . .', '  2 P P P P . P P P', '  1 R N B . K B N R',
      '    a b c d e f g h', 'FEN: r1bqkbnr/pppp1Qpp/2n5/4p3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3', 'Move 5 was h5f7.', 'It is your move, in check. 195 moves are left.',
    ].join('\n'));
    expect(chess.brief(chess.observe(play(start(), 'e2e4 d7d5 e4e5 f7f5'), 0))).toBe('chess white r n b q k b n r p p p . p . p p . . . . . . . . . . . p P p . . . . . . . . . . . . . . . . . . P P P P . P P P R N B Q K B N R KQkq f6');
    const words = chess.briefWords(optionsOf());
    expect(words.filter((word) => /^[a-h][1-8][a-h][1-8]/.test(word))).toHaveLength(1968);
  });

  it('blind: moves without a board, which is the same state', () => {
    const state = play(start({ blind: true }), 'e2e4 e7e5');
    const seen = chess.observe(state, 0);
    expect(seen.fen).toBeNull();
    expect(JSON.stringify(seen).replace(JSON.stringify(state.options), '')).not.toContain('/');
    expect(chess.text(seen)).toBe('You play white.\nMoves so far: e2e4 e7e5.\nIt is your move. 198 moves are left.');
    expect(chess.brief(seen)).toBe('chess white blind e2e4 e7e5');
    expect(chess.rules('white', state.options)).toContain('The board is not shown');
    expect(chess.sampleState?.(seen, 0, Rng.fromSeed(1))).toEqual(state);
  });

  it('sampled states are the true one', () => {
    const state = play(start({}, ['black', 'white']), 'e2e4 e7e5 g1f3 b8c6 f3g1');
    for (const seat of [0, 1]) expect(chess.sampleState?.(chess.observe(state, seat), seat, Rng.fromSeed(1))).toEqual(state);
  });
});

it('GAME-18, GAME-19, GAME-20: states differ by seats, survive storage, and reads leave them alone', () => {
  const state = play(start(), 'e2e4 e7e5 g1f3');
  const text = JSON.stringify(state);
  expect(text).not.toBe(JSON.stringify(play(start({}, ['black', 'white']), 'e2e4 e7e5 g1f3')));
  expect(play(JSON.parse(text) as ChessState, 'b8c6')).toEqual(play(state, 'b8c6'));
  for (const reader of [0, 1, 'spectator'] as const) expect(chess.observe(state, reader)).toEqual(chess.observe(state, reader));
  expect(JSON.stringify(state)).toBe(text);
});

it('matches side by side, and many positions between, do not touch', () => {
  const rng = Rng.fromSeed(3);
  const alone = randomMoves(Rng.fromSeed(3), 40);
  let state = start();
  for (const uci of alone) {
    state = play(state, uci);
    perft(start(), 1);
    if (rng.int(4) === 0) perft(play(start(), 'd2d4'), 2);
  }
  expect(state).toEqual(play(start(), alone.join(' ')));
});

function randomMoves(rng: Rng, count: number): string[] {
  let state = start();
  for (let move = 0; move < count && state.result === null; move++) state = play(state, rng.pick(legal(state)));
  return [...state.moves];
}

describe('an independent reference', () => {
  const fixture = JSON.parse(readFileSync(new URL('../fixtures/open-spiel.json', import.meta.url), 'utf8')) as {
    readonly games: readonly { readonly seed: number; readonly policy: string; readonly end: string; readonly returns: readonly number[]; readonly moves: string; readonly san: string; readonly legal: string; readonly last: string; readonly fens: { readonly [ply: string]: string } }[];
  };
  const ENDS: { readonly [end: string]: string } = { insufficient_material: 'dead-position', threefold_repetition: 'threefold-repetition', fifty_moves: 'fifty-moves' };

  it.each(fixture.games)("replays OpenSpiel's game $policy $seed: legal moves, positions, notation, $end", ({ end, returns, moves, san, legal: counts, last, fens }) => {
    let state = start({ maxPlies: 2000 });
    const [sans, legals] = [san.split(' '), counts.split(' ').map(Number)];
    moves.split(' ').forEach((uci, ply) => {
      expect(state.result).toBeNull();
      const options = legal(state);
      expect(options).toHaveLength(legals[ply] as number);
      if (ply === legals.length - 1) expect(options.toSorted()).toEqual(last.split(' '));
      expect(chess.readToken(sans[ply] as string, chess.observe(state, seatToAct(state)))).toEqual({ uci });
      state = play(state, uci);
      const fen = fens[ply + 1];
      if (fen) expect(state.fen).toBe(fen);
    });
    expect(state.result).toBe(ENDS[end] ?? end);
    expect(chess.returns(state)).toEqual(returns);
  });
});

it('the package exports its game by default', () => {
  expect(plugin.games.map(({ id }) => id)).toEqual(['chess']);
});
