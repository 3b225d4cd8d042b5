/** Battleship as a plugin: one game and its opponents. */
import { API_VERSION, type GamePlugin } from '@spiral-arena/core/game';
import { battleship } from './battleship.js';

export default { apiVersion: API_VERSION, games: [battleship] } satisfies GamePlugin;

export { battleship } from './battleship.js';
export type { BattleshipState } from './battleship.js';
export { Answers, FleetSampler } from './consistent.js';
export type { AnsweredShot } from './consistent.js';
export { cellsOf, drawFleet, fleetProblem, laysOf, watersOf } from './fleet.js';
export type { BattleshipAction, Direction, Fleet, FleetAction, Lay, Placement, ShotAction } from './fleet.js';
export { ROLES } from './observation.js';
export type { BattleshipObservation, BattleshipOptions, BattleshipRole, Shot } from './observation.js';
