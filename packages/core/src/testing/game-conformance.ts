/**
 * The conformance kit: one list of named checks that hold a game to the contract in `core/game`, for any test runner and for `spiral games check`.
 * A check throws an AssertionError that names the broken rule, the variant, the seed and the moves that reach it; the same report on every run.
 * It proves no rules of the game itself: those are counted and worked by hand in the game's own tests.
 */
import { AssertionError } from 'node:assert';
import { messageOf } from '../errors.js';
import type { Game } from '../game/game.js';
import { withoutAmbient } from './ambient.js';
import { checkBriefs } from './checks/briefs.js';
import { checkDeclarations } from './checks/declarations.js';
import { checkAfterTheEnd, checkEndings } from './checks/endings.js';
import { checkExamples } from './checks/examples.js';
import { checkLegalActions } from './checks/legal-actions.js';
import { checkPureReads } from './checks/pure-reads.js';
import { checkRandomPlay } from './checks/random-play.js';
import { checkDeterminism, checkInterleaving } from './checks/repeatability.js';
import { checkSchemas } from './checks/schemas.js';
import { checkSampledStates, checkScriptedAgents } from './checks/scripted-agents.js';
import { checkSeating } from './checks/seating.js';
import { checkSecrecy } from './checks/secrecy.js';
import { checkSerialisation } from './checks/serialisation.js';
import { checkTexts } from './checks/texts.js';
import { checkTold } from './checks/told.js';
import { BrokenRule, makeKit, type ConformanceOptions, type Kit } from './kit.js';

/** One check: `run` returns when the game keeps the rule and throws an AssertionError when it does not. */
export interface ConformanceCheck {
  readonly name: string;
  run(): void;
}

const CHECKS: readonly (readonly [name: string, check: (kit: Kit) => void])[] = [
  ['declarations are complete', checkDeclarations],
  ['random matches keep the declared facts and end', checkRandomPlay],
  ['reading changes nothing', checkPureReads],
  ['a stored state is the same state', checkSerialisation],
  ['legal actions are what schema and rules let through', checkLegalActions],
  ['the action schema is bounded', checkSchemas],
  ['printed actions can be read', checkTexts],
  ['rules and prompts show how to answer', checkExamples],
  ['briefs are made of brief words', checkBriefs],
  ['every ending pays by the declared utility', checkEndings],
  ['nothing is taken after the end', checkAfterTheEnd],
  ['one seed is one match', checkDeterminism],
  ['roles sit where the match puts them', checkSeating],
  ['matches side by side do not touch', checkInterleaving],
  ['equal knowledge gives equal bytes', checkSecrecy],
  ['nobody is told more than he may see', checkTold],
  ['sampled states look like the true one', checkSampledStates],
  ['scripted agents play legal actions', checkScriptedAgents],
];

/** The checks of a game under its default options and every named variant. Nothing runs before `run` is called. */
export function gameConformance(game: Game, options: ConformanceOptions = {}): readonly ConformanceCheck[] {
  let kit: Kit | undefined;
  return CHECKS.map(([name, check]) => ({
    name,
    run: () => withoutAmbient(() => {
      try {
        kit ??= makeKit(game, options);
        check(kit);
      } catch (cause) {
        if (cause instanceof AssertionError) throw cause;
        throw new BrokenRule(name, `the game threw ${messageOf(cause)}`, game);
      }
    }),
  }));
}
