/** For the tests of Battleship: option sets, fleets and shots as short texts, matches played through the rules alone. */
import assert from 'node:assert/strict';
import { resolveOptions } from '@spiral-arena/core/game';
import { battleship, type BattleshipAction, type BattleshipOptions, type BattleshipState, type Direction, type Fleet, type ShotAction } from './index.js';

export function optionsOf(variant = 'default', options: { readonly [name: string]: unknown } = {}): BattleshipOptions {
  return resolveOptions(battleship, { variant, options }).options as BattleshipOptions;
}

export const DEFAULT = optionsOf();

/** `B4` as a shot. */
export function at(text: string): ShotAction {
  return { row: text[0] as string, col: Number(text.slice(1)) };
}

/** `A1h C3v D1h` as a fleet. */
export function fleetOf(text: string): Fleet {
  return text.split(' ').map((word) => ({ ...at(word.slice(0, -1)), dir: word.at(-1) as Direction }));
}

export function seatToAct(state: BattleshipState): number {
  return battleship.seatsToAct(state)[0] as number;
}

export function shoot(state: BattleshipState, text: string): BattleshipState {
  const seat = seatToAct(state);
  assert.equal(battleship.refusal(state, seat, at(text)), null);
  return battleship.apply(state, { kind: 'actions', actions: { [seat]: at(text) } });
}

/** A match with these fleets after these shots: `first` and `second` in turn. */
export function play(options: BattleshipOptions, first: string, second: string, shots = '', roles: readonly string[] = ['first', 'second']): BattleshipState {
  const laid = battleship.apply(battleship.initialState(options, roles), { kind: 'chance', outcome: { first: fleetOf(first), second: fleetOf(second) } });
  return shots.split(' ').filter(Boolean).reduce(shoot, laid);
}

export function legalTexts(state: BattleshipState): string[] {
  return (battleship.legalActions(state, seatToAct(state)) ?? []).map((action: BattleshipAction) => battleship.formatAction(action).slice(1, -1));
}
