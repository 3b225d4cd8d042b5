/** Texts of chess moves: UCI, and short notation where it names exactly one legal move. */
import { readAction } from '@spiral-arena/core/game';
import { expect, it } from 'vitest';
import { chess } from './index.js';
import { legal, seatToAct, start } from './games.test.support.js';

function read(fen: string | undefined, text: string) {
  const state = start(fen === undefined ? {} : { fen });
  const result = readAction(chess, chess.observe(state, seatToAct(state)), text);
  return result.ok ? (result.action as { uci: string }).uci : result.kind;
}

it('UCI in any case, bare or in brackets', () => {
  for (const text of ['[e2e4]', '[E2E4]', 'e2e4', ' [ e2e4 ] ', 'I play [e2e4].', '[e2e4] yes [e4]']) expect(read(undefined, text), text).toBe('e2e4');
  expect(read('4k3/P7/8/8/8/8/8/4K3 w - - 0 1', '[A7A8Q]')).toBe('a7a8q');
  expect(read(undefined, '[e2e5]')).toBe('e2e5'); // a move by its form; the rules refuse it
});

it('short notation names exactly one legal move, or nothing', () => {
  for (const [text, uci] of [['[e4]', 'e2e4'], ['[Nf3]', 'g1f3'], ['[NF3]', 'g1f3'], ['Nc3', 'b1c3'], ['[E4]', 'e2e4'], ['[Nf3!]', 'no-action'], ['[e5]', 'no-action'], ['[nf3]', 'no-action'], ['[Qd4]', 'no-action'], ['[note]', 'no-action']]) expect(read(undefined, text as string), text).toBe(uci);
  expect(read(undefined, '[e4] or [d4]')).toBe('ambiguous');
  expect(read(undefined, '[Nf3] and [e2e4]')).toBe('ambiguous');
  const knights = '4k3/8/8/8/8/8/8/N3K2N w - - 0 1';
  expect(read(knights, '[Nb3]')).toBe('a1b3');
  const both = '4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1';
  expect(read(both, '[Nd4]')).toBe('no-action'); // either knight
  expect([read(both, '[Nbd4]'), read(both, '[Nfd4]'), read(both, '[Nb3d4]')]).toEqual(['b3d4', 'f3d4', 'b3d4']);
  const rooks = '4k3/R7/8/8/8/8/8/R3K3 w - - 0 1';
  expect([read(rooks, '[Ra4]'), read(rooks, '[R1a4]'), read(rooks, '[R7a4]')]).toEqual(['no-action', 'a1a4', 'a7a4']);
});

it('the piece letter alone is case-sensitive: Bxc3 and bxc3', () => {
  const fen = '4k3/8/8/8/1b6/2N5/1P6/4K3 b - - 0 1';
  expect(read(fen, '[Bxc3]')).toBe('b4c3');
  expect(read(fen, '[bxc3]')).toBe('no-action');
  const pawn = '4k3/8/8/8/4B3/2n5/1P6/4K3 w - - 0 1';
  expect(read(pawn, '[bxc3]')).toBe('b2c3');
  expect(read(pawn, '[Bxc3]')).toBe('no-action');
  const either = '4k3/8/8/8/3B4/2n5/1P6/4K3 w - - 0 1';
  expect([read(either, '[Bxc3]'), read(either, '[bxc3]'), read(either, '[bc3]'), read(either, '[BxC3]'), read(either, '[BXC3]')]).toEqual(['d4c3', 'b2c3', 'b2c3', 'd4c3', 'd4c3']);
  expect(read(either, '[c3]')).toBe('no-action'); // a pawn's step, and there is none
});

it('castling, promotion, check marks, en passant', () => {
  const castle = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
  for (const [text, uci] of [['[O-O]', 'e1g1'], ['[o-o-o]', 'e1c1'], ['[0-0]', 'e1g1'], ['O-O-O+', 'e1c1'], ['[Rxa8+]', 'a1a8'], ['[Rxa8#]', 'a1a8']]) expect(read(castle, text as string), text).toBe(uci);
  const promote = '1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1';
  for (const [text, uci] of [['[a8=Q]', 'a7a8q'], ['[a8n]', 'a7a8n'], ['[axb8=R+]', 'a7b8r'], ['[a8]', 'no-action'], ['[a8=K]', 'no-action']]) expect(read(promote, text as string), text).toBe(uci);
  expect(read('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', '[exd6]')).toBe('e5d6');
});

it('PARSE-08, PARSE-10 other spellings are no moves', () => {
  for (const text of ['[e2-e4]', '[e2 e4]', '[\uFF45\uFF12\uFF45\uFF14]', '[constructor]', '[__proto__]', '[e2e4e5]', '[]', '[ ]', '[i9j9]']) expect(read(undefined, text), text).toBe('no-action');
});

it('PARSE-05 every legal move of many positions is read from its own text', () => {
  for (const fen of ['r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1']) {
    for (const uci of legal(start({ fen }))) expect(read(fen, chess.formatAction({ uci }))).toBe(uci);
  }
});
