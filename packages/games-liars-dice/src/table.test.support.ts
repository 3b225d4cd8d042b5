/** For the tests of Liar's Dice: option sets, scripted rolls, and rounds played bid by bid through the rules alone. */
import assert from 'node:assert/strict';
import { resolveOptions, type Role } from '@spiral-arena/core/game';
import { liarsDice, type Hands, type LiarsDiceAction, type LiarsDiceOptions, type LiarsDiceState } from './index.js';

export function optionsOf(variant: string, options: { readonly [name: string]: unknown } = {}): LiarsDiceOptions {
  return resolveOptions(liarsDice, { variant, options }).options as LiarsDiceOptions;
}

export const SMALL = optionsOf('small');
export const DUEL = optionsOf('duel');
export const THREE = optionsOf('three');

/** `2x6` as a bid, `call` as a call. */
export function actionOf(text: string): LiarsDiceAction {
  if (text === 'call') return { kind: 'call' };
  const [quantity, face] = text.split('x').map(Number) as [number, number];
  return { kind: 'bid', quantity, face };
}

export function textOf(action: LiarsDiceAction): string {
  return action.kind === 'call' ? 'call' : `${action.quantity}x${action.face}`;
}

export function seatToAct(state: LiarsDiceState): number {
  return liarsDice.seatsToAct(state)[0] as number;
}

export function legalTexts(state: LiarsDiceState): string[] {
  return (liarsDice.legalActions(state, seatToAct(state)) ?? []).map(textOf);
}

export function refusal(state: LiarsDiceState, text: string): string | null {
  return liarsDice.refusal(state, seatToAct(state), actionOf(text));
}

export function play(state: LiarsDiceState, ...texts: readonly string[]): LiarsDiceState {
  return texts.reduce((before, text) => {
    assert.equal(refusal(before, text), null);
    return liarsDice.apply(before, { kind: 'actions', actions: { [seatToAct(before)]: actionOf(text) } });
  }, state);
}

export function roll(state: LiarsDiceState, hands: Hands): LiarsDiceState {
  assert.ok(liarsDice.isChance?.(state));
  return liarsDice.apply(state, { kind: 'chance', outcome: hands });
}

/** A match in its first round with these hands. */
export function dealt(options: LiarsDiceOptions, hands: Hands, seats: readonly Role[] = liarsDice.roles(options)): LiarsDiceState {
  return roll(liarsDice.initialState(options, seats), hands);
}
