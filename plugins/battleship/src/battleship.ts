/**
 * Battleship: two fleets that nobody else sees, and shots that are answered to both sides.
 * Fleets and their texts are in `fleet.ts`, what readers see in `observation.ts`, fleets that agree with the answers in `consistent.ts`, opponents in
 * `opponents.ts`. Ships lie at random, or by option where both sides put them in one hidden step before the first shot.
 */
import { API_VERSION, defineGame, type Reader, type Returns, type Seat } from '@spiral-arena/core/game';
import { Answers, FleetSampler } from './consistent.js';
import {
  cellOf, cellsOf, cellText, DIRECTIONS, drawFleet, fleetProblem, formatBattleshipAction, laysOf, MOST_SIZE, nextLays, placementText, readBattleshipToken, ROW_NAMES, shotsOn, watersOf,
  type BattleshipAction, type Fleet, type FleetAction, type ShotAction,
} from './fleet.js';
import { describe, letterOf, otherRole, ROLES, rulesText, type BattleshipObservation, type BattleshipOptions, type BattleshipRole, type Shot } from './observation.js';
import { AGENTS } from './opponents.js';

/** Per cell: the number of the ship, negative where it is hit; 0 water, `SPLASH` where a shot fell into it. */
type Waters = readonly number[];
type ByRole<T> = { readonly first: T; readonly second: T };

export type BattleshipState = {
  readonly options: BattleshipOptions;
  /** The seat of the role 'first'. */
  readonly first: Seat;
  /** `null` until they lie. */
  readonly fleets: ByRole<Fleet> | null;
  readonly waters: ByRole<Waters> | null;
  readonly shots: readonly Shot[];
  /** Roles whose ships are all sunk. */
  readonly lost: readonly BattleshipRole[];
};

const SPLASH = -100;
const BOTH: readonly Seat[] = Object.freeze([0, 1]);
const NOBODY: readonly Seat[] = Object.freeze([]);
const ONLY: readonly (readonly Seat[])[] = [Object.freeze([0]), Object.freeze([1])];
const NO_ACTIONS: readonly BattleshipAction[] = Object.freeze([]);
const NO_SHOTS: readonly Shot[] = Object.freeze([]);
const NO_ROLES: readonly BattleshipRole[] = Object.freeze([]);
const DRAW: Returns = Object.freeze([0, 0]);
const WON_BY: readonly Returns[] = [Object.freeze([1, -1]), Object.freeze([-1, 1])];
const MOST_COVERED = 0.4; // of the board, by one fleet

export const battleship = defineGame<BattleshipOptions, BattleshipState, BattleshipAction, BattleshipObservation>({
  id: 'battleship',
  version: '1.0.0',
  apiVersion: API_VERSION,
  title: 'Battleship',
  summary: 'Find and sink the hidden ships of the other side, one shot at a time.',
  seats: { min: 2, max: 2 },
  roles: () => ROLES,
  turnOrder: ({ place }) => (place === 'player' ? 'mixed' : 'sequential'),
  information: 'imperfect',
  chance: ({ place }) => (place === 'random' ? 'sampled' : 'none'),
  utility: 'zero-sum',
  returnsRange: () => ({ min: -1, max: 1 }),
  maxSteps: ({ size, place }) => 2 * size * size + (place === 'player' ? 1 : 0),

  optionsSchema: {
    type: 'object',
    properties: {
      size: { type: 'integer', minimum: 3, maximum: MOST_SIZE, default: 6, description: 'Cells along a side of each board.' },
      fleet: { type: 'array', items: { type: 'integer', minimum: 2, maximum: MOST_SIZE }, minItems: 1, maxItems: 10, default: [3, 2, 2], description: 'Lengths of the ships of each side.' },
      equalTurns: { type: 'boolean', default: true, description: 'The second player may answer once after the first has sunk the last ship.' },
      place: { enum: ['random', 'player'], default: 'random', description: 'Ships are placed at random, or by the players.' },
    },
    additionalProperties: false,
  },
  variants: { standard: { size: 10, fleet: [5, 4, 3, 3, 2] }, placing: { place: 'player' } },
  optionsProblem({ size, fleet }) {
    const longest = Math.max(...fleet);
    if (longest > size) return `a ship of length ${longest} does not fit on a board of size ${size}`;
    const covered = fleet.reduce((sum, length) => sum + length, 0);
    return covered > MOST_COVERED * size * size ? `a fleet of ${covered} cells is more than 40% of the ${size * size} cells of the board` : null;
  },
  actionSchema({ size, fleet, place }) {
    const cell = { row: { enum: ROW_NAMES.slice(0, size) }, col: { type: 'integer', minimum: 1, maximum: size } };
    const shot = { type: 'object', properties: cell, required: ['row', 'col'], additionalProperties: false };
    if (place === 'random') return shot;
    const placement = { type: 'object', properties: { ...cell, dir: { enum: DIRECTIONS } }, required: ['row', 'col', 'dir'], additionalProperties: false };
    const ships = { type: 'array', items: placement, minItems: fleet.length, maxItems: fleet.length };
    return { oneOf: [shot, { type: 'object', properties: { fleet: ships }, required: ['fleet'], additionalProperties: false }] };
  },

  initialState: (options, roles) => ({ options, first: roles[0] === 'first' ? 0 : 1, fleets: null, waters: null, shots: NO_SHOTS, lost: NO_ROLES }),
  isTerminal,
  isChance: ({ fleets, options }) => fleets === null && options.place === 'random',
  sampleChance: ({ options }, rng) => ({ first: drawFleet(options.size, options.fleet, rng), second: drawFleet(options.size, options.fleet, rng) }),
  chanceKey: () => 'fleets',
  seatsToAct(state) {
    if (state.fleets === null) return state.options.place === 'player' ? BOTH : NOBODY;
    return isTerminal(state) ? NOBODY : (ONLY[seatToShoot(state)] as readonly Seat[]);
  },
  apply(state, move) {
    if (move.kind === 'chance') return withFleets(state, move.outcome as ByRole<Fleet>);
    if (state.fleets === null) return withFleets(state, { first: placedBy(move.actions, state.first), second: placedBy(move.actions, 1 - state.first) });
    return afterShot(state, move.actions[seatToShoot(state)] as ShotAction);
  },
  legalActions(state, seat) {
    const { options, waters } = state;
    if (waters === null) return options.place === 'player' ? null : NO_ACTIONS;
    if (isTerminal(state) || seat !== seatToShoot(state)) return NO_ACTIONS;
    const target = waters[otherRole(roleToShoot(state))];
    const shots = shotsOn(options.size);
    const legal: BattleshipAction[] = [];
    for (let cell = 0; cell < target.length; cell++) if ((target[cell] as number) >= 0) legal.push(shots[cell] as ShotAction);
    return legal;
  },
  refusal(state, _seat, action) {
    const { options, waters } = state;
    const { size, fleet } = options;
    if ('fleet' in action) return waters === null ? fleetProblem(size, fleet, action.fleet) : 'the ships lie already: shoot at a cell';
    if (waters === null) return `place your ships of length ${fleet.join(', ')} before you shoot`;
    const code = action.col >= 1 && action.col <= size ? waters[otherRole(roleToShoot(state))][cellOf(action, size)] : undefined;
    if (code === undefined) return `there is no cell ${cellText(action)}: cells go from A1 to ${ROW_NAMES[size - 1]}${size}`;
    return code < 0 ? `you have shot at ${cellText(action)} before` : null;
  },

  observe(state, reader) {
    const { options, fleets, shots } = state;
    const role = readerRole(state, reader);
    const over = isTerminal(state);
    return {
      options,
      role,
      stage: fleets === null ? 'placing' : over ? 'over' : 'shooting',
      fleet: fleets === null || role === 'spectator' ? null : fleets[role],
      waters: { first: rowsFor(state, 'first', role), second: rowsFor(state, 'second', role) },
      shots,
      toAct: fleets === null || over ? null : roleToShoot(state),
      winner: over ? winnerOf(state) : null,
    };
  },
  told(state, move, reader) {
    if (state.fleets !== null && move.kind === 'actions') return answeredShot(state, move.actions[seatToShoot(state)] as ShotAction);
    if (reader === 'spectator') return { placed: true };
    if (move.kind === 'actions') return { placed: true, fleet: placedBy(move.actions, reader) };
    return { placed: true, fleet: (move.outcome as ByRole<Fleet>)[reader === state.first ? 'first' : 'second'] };
  },

  rules: rulesText,
  text: describe,
  /** Placing: the lengths. Shooting: the other side's waters cell by cell, with the length of the ship where a shot sank one. */
  brief({ options, role, stage, waters, shots }) {
    if (stage === 'placing') return `battleship ${role} place ${options.fleet.join(' ')}`;
    const other = role === 'second' ? 'first' : 'second';
    const words = waters[other].join('').split('');
    for (const shot of shots) if (shot.length !== null && shot.role !== other) words[cellOf(shot, options.size)] = String(shot.length);
    return `battleship ${role} ${words.join(' ')}`;
  },
  briefWords({ size, fleet, place }) {
    const cells = shotsOn(size).map(cellText);
    const lengths = [...new Set(fleet)].map(String);
    const placing = place === 'player' ? ['Place', ...new Set([...new Set(fleet)].flatMap((length) => laysOf(size, length).map(({ placement }) => placementText(placement))))] : [];
    return ['battleship', ...ROLES, 'spectator', 'place', '.', 'o', 'x', ...lengths, ...cells, ...placing];
  },
  briefNext({ options, stage, role, waters }, words) {
    const { size, fleet } = options;
    if (stage !== 'placing') {
      if (words.length > 0) return [];
      const rows = waters[role === 'second' ? 'first' : 'second'];
      return shotsOn(size).filter((_, cell) => rows[Math.floor(cell / size)]?.[cell % size] === '.').map(cellText);
    }
    if (words.length === 0) return ['Place'];
    const placed = words.slice(1).map((word) => (readBattleshipToken(`place ${word}`) as FleetAction | null)?.fleet[0]).filter((item) => item !== undefined);
    return nextLays(size, fleet, placed).map(({ placement }) => placementText(placement));
  },
  formatAction: formatBattleshipAction,
  keywords: ['place'],
  readToken: readBattleshipToken,

  returns(state) {
    if (!isTerminal(state)) return DRAW;
    const winner = winnerOf(state);
    return winner === 'draw' ? DRAW : (WON_BY[winner === 'first' ? state.first : 1 - state.first] as Returns);
  },

  /** The other side's fleet is uniform over all that agree with the answers. */
  sampleState(observation, seat, rng) {
    const { options, role, fleet, shots, stage } = observation;
    const start: BattleshipState = { options, first: role === 'second' ? 1 - seat : seat, fleets: null, waters: null, shots: NO_SHOTS, lost: NO_ROLES };
    if (stage === 'placing' || role === 'spectator') return start;
    const other = samplerOf(observation).draw(rng);
    const laid = withFleets(start, role === 'first' ? { first: fleet as Fleet, second: other } : { first: other, second: fleet as Fleet });
    return shots.reduce(afterShot, laid);
  },
  agents: AGENTS,
});

/** A sampler for each observation that was asked about: search draws from one again and again. */
const samplers = new WeakMap<BattleshipObservation, FleetSampler>();

function samplerOf(observation: BattleshipObservation): FleetSampler {
  let sampler = samplers.get(observation);
  if (!sampler) {
    const { options, role, shots } = observation;
    samplers.set(observation, (sampler = new FleetSampler(new Answers(options.size, options.fleet, shots.filter((shot) => shot.role === role)))));
  }
  return sampler;
}

/** Over once a fleet is lost; with equal turns only after as many shots of both. */
function isTerminal({ lost, shots, options }: BattleshipState): boolean {
  return lost.length > 0 && (!options.equalTurns || shots.length % 2 === 0);
}

function winnerOf({ lost }: BattleshipState): BattleshipRole | 'draw' {
  return lost.length === 2 ? 'draw' : otherRole(lost[0] as BattleshipRole);
}

function roleToShoot({ shots }: BattleshipState): BattleshipRole {
  return shots.length % 2 === 0 ? 'first' : 'second';
}

function seatToShoot(state: BattleshipState): Seat {
  return state.shots.length % 2 === 0 ? state.first : 1 - state.first;
}

function readerRole(state: BattleshipState, reader: Reader): BattleshipRole | 'spectator' {
  if (reader === 'spectator') return reader;
  return reader === state.first ? 'first' : 'second';
}

function placedBy(actions: { readonly [seat: Seat]: BattleshipAction }, seat: Seat): Fleet {
  return (actions[seat] as FleetAction).fleet;
}

function withFleets({ options, first, shots, lost }: BattleshipState, fleets: ByRole<Fleet>): BattleshipState {
  const lie = (fleet: Fleet): Waters => watersOf(options.size, options.fleet, fleet);
  return { options, first, fleets, waters: { first: lie(fleets.first), second: lie(fleets.second) }, shots, lost };
}

function afterShot(state: BattleshipState, action: ShotAction): BattleshipState {
  const { options, first, fleets, shots, lost } = state;
  const waters = state.waters as ByRole<Waters>;
  const other = otherRole(roleToShoot(state));
  const shot = answeredShot(state, action);
  const cell = cellOf(action, options.size);
  const target = [...waters[other]];
  const ship = target[cell] as number;
  target[cell] = ship === 0 ? SPLASH : -ship;
  const isLost = shot.answer === 'sunk' && target.every((code) => code <= 0);
  return {
    options,
    first,
    fleets,
    waters: other === 'first' ? { first: target, second: waters.second } : { first: waters.first, second: target },
    shots: [...shots, shot],
    lost: isLost ? [...lost, other] : lost,
  };
}

/** The shot of the role to act at a cell, with its answer. */
function answeredShot(state: BattleshipState, { row, col }: ShotAction): Shot {
  const { size, fleet } = state.options;
  const role = roleToShoot(state);
  const target = (state.waters as ByRole<Waters>)[otherRole(role)];
  const cell = cellOf({ row, col }, size);
  const ship = target[cell] as number;
  if (ship === 0) return { role, row, col, answer: 'miss', length: null };
  const length = fleet[ship - 1] as number;
  const placement = (state.fleets as ByRole<Fleet>)[otherRole(role)][ship - 1] as Fleet[number];
  const sunk = (cellsOf(placement, length, size) as number[]).every((part) => part === cell || (target[part] as number) < 0);
  return { role, row, col, answer: sunk ? 'sunk' : 'hit', length: sunk ? length : null };
}

/** The waters of one role as a reader sees them, row by row. */
function rowsFor({ options, waters, shots }: BattleshipState, owner: BattleshipRole, reader: BattleshipRole | 'spectator'): readonly string[] {
  const { size } = options;
  const codes = waters?.[owner];
  const signs = Array.from({ length: size * size }, (_, cell) => {
    const code = codes?.[cell] ?? 0;
    if (code === SPLASH) return 'o';
    if (owner !== reader) return code < 0 ? 'x' : '.';
    return code === 0 ? '.' : code > 0 ? letterOf(code - 1) : letterOf(-code - 1).toUpperCase();
  });
  if (owner !== reader) for (const shot of shots) if (shot.answer === 'sunk' && shot.role !== owner) signs[cellOf(shot, size)] = '#';
  return Array.from({ length: size }, (_, row) => signs.slice(row * size, (row + 1) * size).join(''));
}
