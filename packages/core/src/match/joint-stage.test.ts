/** Joint stages at a match: what stands when a seat drops out of one, and that nothing of one is known before it is judged. */
import { expect, it } from 'vitest';
import { defineGame, type Reader, type Role } from '../game/game.js';
import { readInteger } from '../game/ascii.js';
import { parseSeed } from '../random/rng.js';
import { pennies } from './fixture.test.games.js';
import type { MatchInit } from './header.js';
import { Match } from './match.js';
import { LocalMatchPort } from './port.js';
import { readRecord, recordForOwner, recordOf, replay, resume, writeRecord } from './record.js';
import { toldEvents } from './reader.js';

type HeapState = { readonly redeal: boolean; readonly roles: readonly Role[]; readonly alive: readonly number[]; readonly dealt: boolean; readonly heap: number; readonly taken: readonly number[]; readonly out: readonly number[] };
type HeapView = { readonly role: Role; readonly alive: readonly number[]; readonly heap: number; readonly taken: readonly number[] };

/** Three seats name at once how much they take of a heap that loses three for every seat that is out; with `redeal`, chance moves after a seat is out. */
const heap = defineGame<{ readonly redeal: boolean }, HeapState, { readonly take: number }, HeapView>({
  id: 'heap', version: '1.0.0', apiVersion: '1.0', title: 'Heap', summary: 'Take of a heap at once.',
  seats: { min: 3, max: 3 }, roles: () => ['first', 'second', 'third'], turnOrder: 'simultaneous', information: 'imperfect', chance: 'enumerated', utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }), maxSteps: () => 3,
  optionsSchema: { type: 'object', properties: { redeal: { type: 'boolean', default: false } }, additionalProperties: false },
  variants: { redeal: { redeal: true } },
  actionSchema: () => ({ type: 'object', properties: { take: { type: 'integer', minimum: 1, maximum: 9 } }, required: ['take'], additionalProperties: false }),
  initialState: ({ redeal }, roles) => ({ redeal, roles, alive: [0, 1, 2], dealt: true, heap: 9, taken: [0, 0, 0], out: [] }),
  isTerminal: ({ alive }) => alive.length < 2,
  isChance: ({ alive, dealt }) => alive.length > 1 && !dealt,
  chanceOutcomes: () => [{ outcome: 'again', probability: 1 }],
  seatsToAct: ({ alive, dealt }) => (alive.length > 1 && dealt ? alive : []),
  apply: (state, move) => {
    if (move.kind === 'chance') return { ...state, dealt: true };
    return { ...state, taken: state.taken.map((sum, seat) => sum + (move.actions[seat]?.take ?? 0)) };
  },
  legalActions: ({ alive, dealt, heap: most }, seat) => (alive.length > 1 && dealt && alive.includes(seat) ? Array.from({ length: most }, (_, index) => ({ take: index + 1 })) : []),
  refusal: ({ heap: most }, _seat, { take }) => (take > most ? `only ${most} left` : null),
  observe: ({ alive, heap: most, taken, roles }, reader) => ({ role: reader === 'spectator' ? reader : (roles[reader] as Role), alive, heap: most, taken }),
  told: (_state, move) => (move.kind === 'actions' ? { taken: Object.entries(move.actions).map(([seat, { take }]) => [Number(seat), take]) } : null),
  rules: () => 'Take some, such as [1].', text: (seen) => JSON.stringify(seen), brief: ({ role }) => `heap ${role}`,
  briefWords: () => ['heap', 'first', 'second', 'third', 'spectator', ...'123456789'],
  formatAction: ({ take }) => `[${take}]`, keywords: [],
  readToken: (inside) => { const take = readInteger(inside); return take === null ? null : { take }; },
  returns: ({ out }) => [0, 1, 2].map((seat) => (out.includes(seat) ? out.indexOf(seat) - 1 : out.length === 2 ? 1 : out.length === 1 ? 0.5 : 0)),
  forfeit: (state, seat) => ({ ...state, alive: state.alive.filter((other) => other !== seat), heap: state.heap - 3, dealt: !state.redeal, out: [...state.out, seat] }),
});

const seed = parseSeed(7);
const start = (init: Partial<MatchInit> = {}): Match => Match.start({ game: heap, matchId: 'm', seed, ...init });
const take = (match: Match, seat: number, count: number): void => expect(match.submit(seat, { action: { take: count } }).ok).toBe(true) as unknown as void;
const taken = (match: Match): unknown => match.observe('spectator')['taken'];

/** The record replays, and every part of it resumes to a match with the same events up to there. */
function expectReplay(match: Match): void {
  const record = readRecord(writeRecord(recordOf(match)));
  if (match.end) expect(replay(record, match.game).events).toEqual(match.events);
  for (let length = 0; length <= record.events.length; length++) {
    const events = record.events.slice(0, length);
    expect(resume({ header: record.header, events }, match.game).events.slice(0, length)).toEqual(events);
  }
  expect(resume(record, match.game).hash()).toBe(match.hash());
}

it('what the others have handed in stands when a seat fails: one joint transition, nobody is asked twice', () => {
  for (const order of [[0, 1, 2], [1, 2, 0], [2, 0, 1]]) {
    const match = start();
    for (const seat of order) match.submit(seat, seat === 1 ? { text: 'hm' } : { action: { take: seat + 1 } });
    expect(match.ply).toBe(1);
    expect(taken(match)).toEqual([1, 0, 3]);
    expect(toldEvents(match, 2)).toEqual([{ seq: 0, told: { forfeited: { seat: 1, role: 'second', reason: 'illegal' } } }, { seq: 1, told: { taken: [[0, 1], [2, 3]] } }]);
    expect(match.pending()).toEqual([0, 2]);
    expectReplay(match);
  }
});

it('a timeout waits for the others, then counts like any failure; the record replays', () => {
  const match = start();
  take(match, 0, 2);
  match.fail([1], 'timeout');
  expect([match.pending(), match.events.map(({ type }) => type)]).toEqual([[2], ['submitted']]);
  take(match, 2, 4);
  expect(taken(match)).toEqual([2, 0, 4]);
  expect(match.events.map(({ type }) => type)).toEqual(['submitted', 'submitted', 'forfeited', 'actions']);
  expectReplay(match);
});

it('a seat that leaves takes what it has handed in along, at once; the stage goes on for the others', () => {
  const match = start();
  take(match, 0, 1);
  take(match, 2, 2);
  match.fail([0], 'resigned');
  expect(match.pending()).toEqual([1]);
  expect(toldEvents(match, 1)).toEqual([{ seq: 0, told: { forfeited: { seat: 0, role: 'first', reason: 'resigned' } } }]);
  match.fail([0], 'disconnected'); // gone already
  take(match, 1, 3);
  expect(taken(match)).toEqual([0, 3, 2]);
  expect(match.events.filter(({ type }) => type === 'forfeited')).toHaveLength(1);
  expectReplay(match);
});

it('what the state after a forfeit no longer takes, or asks for afresh, is void: the others are asked again', () => {
  const shrunk = start();
  take(shrunk, 0, 9); // six are left without seat 1
  shrunk.submit(1, { text: '' });
  take(shrunk, 2, 1);
  expect([shrunk.ply, shrunk.pending(), taken(shrunk)]).toEqual([0, [0, 2], [0, 0, 0]]);
  expect(shrunk.submit(0, { action: { take: 9 } })).toMatchObject({ ok: false, error: { kind: 'illegal-action' } });
  expectReplay(shrunk);
  const redealt = start({ options: { redeal: true }, variant: 'redeal' });
  take(redealt, 0, 1);
  take(redealt, 2, 1);
  redealt.fail([1], 'disconnected', 'socket closed');
  expect([redealt.pending(), redealt.events.map(({ type }) => type)]).toEqual([[0, 2], ['submitted', 'submitted', 'forfeited', 'chance']]);
  expectReplay(redealt);
});

it('failures that wait count when another seat leaves, also where its leaving ends the stage', () => {
  const match = start({ options: { redeal: true }, variant: 'redeal' });
  match.submit(2, { text: '' });
  match.fail([0], 'resigned'); // chance moves next, so the stage is over and seat 2 has failed in it
  expect(match.end).toMatchObject({ reason: 'completed', returns: [-1, 1, 0] });
  expectReplay(match);
  const both = Match.start({ game: pennies, matchId: 'm', seed });
  both.submit(1, { text: '' });
  both.fail([0], 'resigned');
  expect(both.end).toMatchObject({ reason: 'resigned', offenders: [0, 1], returns: [0, 0] });
  expectReplay(both);
});

it('several seats that fail at one instant drop out together, in seat order', () => {
  const two = start();
  take(two, 2, 1);
  two.fail([1, 0], 'disconnected');
  expect(two.end).toMatchObject({ reason: 'completed', returns: [-1, 0, 1] });
  expectReplay(two);
  const all = start();
  all.fail([2, 0, 1], 'disconnected');
  expect(all.end).toMatchObject({ reason: 'disconnected', offenders: [0, 1, 2], returns: [0, 0, 0] });
  const late = start();
  late.submit(0, { text: '' });
  late.fail([1, 2], 'timeout');
  expect(late.end).toMatchObject({ offenders: [0, 1, 2], returns: [0, 0, 0] });
  expectReplay(late);
});

it('a record with forfeits that did not happen is refused', () => {
  const record = recordOf(start());
  const forged = { ...record, events: [{ type: 'forfeited', ply: 0, seat: 7, reason: 'timeout' } as const] };
  expect(() => resume(forged, heap)).toThrow(expect.objectContaining({ code: 'CORE_REPLAY_DIVERGED' }));
  const ended = { header: recordOf(Match.start({ game: pennies, matchId: 'm', seed })).header, events: [{ type: 'chance', outcome: ['low', 'low'] }, { type: 'forfeited', ply: 0, seat: 0, reason: 'timeout' }] as const };
  expect(() => resume(ended, pennies)).toThrow(expect.objectContaining({ code: 'CORE_REPLAY_DIVERGED' }));
});

it('SECRET-03 e: until a stage is judged, whether and what another seat has handed in or failed changes no byte for anybody else', async () => {
  const acts: readonly ((match: LocalMatchPort) => Promise<unknown>)[] = [
    async () => {},
    (port) => port.submit(0, { action: { take: 1 } }),
    (port) => port.submit(0, { text: 'thinking of nine, [9]' }),
    (port) => port.submit(0, { text: 'nothing' }),
    (port) => port.fail([0], 'timeout'),
  ];
  const knowledge = await Promise.all(acts.map(async (act) => {
    const port = LocalMatchPort.create({ game: heap, matchId: 'm', seed });
    await port.start();
    await port.watch(1);
    await port.watch('spectator');
    await act(port);
    const half = await port.submit(1, { action: { take: 2 } });
    const turn = half.turns.find(({ seat }) => seat === 2);
    const views = await Promise.all(([1, 2, 'spectator'] as Reader[]).map((reader) => port.view(reader)));
    const record = await port.record();
    return JSON.stringify([half.ply, half.turnId, half.result, half.told, turn, views, recordForOwner(record, (seat) => seat > 0)]);
  }));
  expect(new Set(knowledge).size).toBe(1);
});
