/**
 * Scripted opponents of Battleship: random, the hunt-and-target of handbooks, and shots at the likeliest cell.
 * They see an observation, never a state. Where ships are placed by the players, each of them lays its fleet at random.
 */
import type { ScriptedAgent } from '@spiral-arena/core/game';
import type { Rng } from '@spiral-arena/core/random';
import { Answers, FleetSampler } from './consistent.js';
import { cellsOf, drawFleet, shotsOn, type BattleshipAction } from './fleet.js';
import type { BattleshipObservation } from './observation.js';

type Agent = ScriptedAgent<BattleshipAction, BattleshipObservation>;
type AgentName = 'random' | 'hunt-target' | 'density';

const DEFAULT_SAMPLES = 100;

export const AGENTS: { readonly [name in AgentName]: Agent } = {
  random: {
    summary: 'Shoots at a uniformly random cell.',
    make: (_params, rng) => shooter(rng, (answers) => rng.pick(unshot(answers))),
  },
  'hunt-target': {
    summary: 'Shoots at every second cell until it hits, then around the hit and along the line of hits until the ship is sunk.',
    make: (_params, rng) => shooter(rng, (answers) => {
      const targets = aroundHits(answers);
      if (targets.length > 0) return rng.pick(targets);
      const cells = unshot(answers);
      const chequered = cells.filter((cell) => (Math.floor(cell / answers.size) + cell) % 2 === 0);
      return rng.pick(chequered.length > 0 ? chequered : cells);
    }),
  },
  density: {
    summary: 'Draws fleets that agree with all answers and shoots where most of them have a ship.',
    paramsSchema: {
      type: 'object',
      properties: { samples: { type: 'integer', minimum: 1, maximum: 10_000, default: DEFAULT_SAMPLES, description: 'Fleets drawn for a shot.' } },
      additionalProperties: false,
    },
    make: (params, rng) => shooter(rng, (answers) => likeliest(answers, params['samples'] as number, rng)),
  },
};

/** A policy from the choice of a cell, given the answers to the own shots. */
function shooter(rng: Rng, choose: (answers: Answers) => number): (observation: BattleshipObservation) => BattleshipAction {
  return ({ options, role, stage, shots }) => {
    const { size, fleet } = options;
    if (stage === 'placing') return { fleet: drawFleet(size, fleet, rng) };
    return shotsOn(size)[choose(new Answers(size, fleet, shots.filter((shot) => shot.role === role)))] as BattleshipAction;
  };
}

function unshot(answers: Answers): number[] {
  return Array.from({ length: answers.size ** 2 }, (_, cell) => cell).filter((cell) => !answers.isShot(cell));
}

/** Cells without a shot beside hits that no sunk ship explains; where two of these lie in line, only the ends of the line. */
function aroundHits(answers: Answers): readonly number[] {
  const { size } = answers;
  const open = new Set(answers.openHits());
  const around: number[] = [];
  const inLine: number[] = [];
  for (const hit of open) {
    for (const step of [-size, size, -1, 1]) {
      const cell = hit + step;
      if (!isBeside(hit, cell, size) || answers.isShot(cell)) continue;
      around.push(cell);
      if (isBeside(hit, hit - step, size) && open.has(hit - step)) inLine.push(cell);
    }
  }
  return inLine.length > 0 ? inLine : around;
}

function isBeside(cell: number, other: number, size: number): boolean {
  if (other < 0 || other >= size * size) return false;
  return Math.floor(cell / size) === Math.floor(other / size) || cell % size === other % size;
}

function likeliest(answers: Answers, samples: number, rng: Rng): number {
  const { size, lengths } = answers;
  const sampler = new FleetSampler(answers);
  const counts = Array<number>(size * size).fill(0);
  for (let sample = 0; sample < samples; sample++) {
    sampler.draw(rng).forEach((placement, ship) => {
      for (const cell of cellsOf(placement, lengths[ship] as number, size) ?? []) if (!answers.isShot(cell)) (counts[cell] as number)++;
    });
  }
  const most = Math.max(...counts);
  return rng.pick(unshot(answers).filter((cell) => counts[cell] === most));
}
