/** Check: every ending pays by the declared utility, forfeiting never pays better than losing, and a match that has ended stays ended. */
import { fact, type Seat } from '../../game/game.js';
import type { MatchInit } from '../../match/header.js';
import type { Match } from '../../match/match.js';
import { MatchPlay } from '../match-play.js';
import { eachAttempt, tryOnce } from '../attempts.js';
import type { Choices } from '../choices.js';
import { broken, type Kit, type Setting } from '../kit.js';

const RULE = 'endings';
const ROUNDING = 1e-9;
const PROFILES: readonly Partial<MatchInit>[] = [
  { profile: 'strict' }, { profile: 'textarena' }, { profile: 'spiral-train', penalty: 1 }, { profile: 'spiral-train', penalty: 1.5 }, { profile: 'spiral-train', penalty: 3 },
];
const FAILURES = ['illegal', 'timeout', 'resigned', 'disconnected'] as const;

export function checkEndings(kit: Kit): void {
  for (const setting of kit.settings) {
    for (const profile of PROFILES) {
      for (const failure of FAILURES) {
        for (let seat: Seat = 0; seat < setting.seatCount; seat++) {
          for (const plies of [0, 2]) tryOnce(setting, kit.seed + plies, (_, seed, choices) => void forceEnding(setting, seed, choices, profile, failure, seat, plies));
        }
      }
      tryOnce(setting, kit.seed, (_, seed, choices) => {
        const together = new MatchPlay(setting, seed, choices, profile);
        together.match.fail(setting.game.roles(setting.options).map((_role, seat) => seat), 'disconnected');
        checkSum(together, true);
      });
    }
    if (setting.seatCount === 2) {
      tryOnce(setting, kit.seed, (_, seed, choices) => {
        const { match, trail } = forceEnding(setting, seed, choices, { profile: 'spiral-reference' }, 'illegal', 0, 0);
        if (match.end?.zeroSum !== false) broken(RULE, kit.game, 'a result of spiral-reference does not say that it is not zero-sum', trail);
      });
    }
  }
}

function forceEnding(setting: Setting, seed: number, choices: Choices, profile: Partial<MatchInit>, failure: (typeof FAILURES)[number], seat: Seat, plies: number): MatchPlay {
  const { game, options } = setting;
  const play = new MatchPlay(setting, seed, choices, profile);
  const match: Match = play.match;
  while (!match.end && (match.ply < plies || !match.pending().includes(seat))) play.step();
  if (match.end) return play; // over before this seat could fail
  if (failure === 'illegal') {
    while (!match.end && match.pending().includes(seat)) match.submit(seat, { action: null });
  } else {
    match.fail([seat], failure);
  }
  play.playOut(); // a stage of several seats waits for the others; a game may go on without the seat
  checkSum(play, false);
  const end = play.end();
  if (!end?.returns || game.forfeit) return play;
  if (end.reason !== failure) broken(RULE, game, `seat ${seat} made the match end as ${failure}, but the reason is ${end.reason}`, play.trail);
  const { min } = game.returnsRange(options);
  if (profile.profile !== 'spiral-reference' && (end.returns[seat] as number) > min + ROUNDING) broken(RULE, game, `seat ${seat} gets ${end.returns[seat]} for an ending by ${failure}, more than the worst honest ending (${min})`, play.trail);
  return play;
}

function checkSum({ match, trail }: MatchPlay, everybody: boolean): void {
  const { game, options } = match;
  const { end } = match;
  if (!end) return broken(RULE, game, 'the match did not end', trail);
  if (!end.returns || end.returns.length !== match.header.seats.length) return broken(RULE, game, `expected one return per seat, got ${JSON.stringify(end.returns)}`, trail);
  if (fact(game.utility, options) !== 'zero-sum' || !end.zeroSum) return;
  const sum = end.returns.reduce((total, value) => total + value, 0);
  if (Math.abs(sum) > ROUNDING) broken(RULE, game, `declared zero-sum, but an ending by ${end.reason} pays [${end.returns.join(', ')}]`, trail);
  if (everybody && !game.forfeit && end.returns.some((value) => value !== 0)) broken(RULE, game, `every seat failed, and the returns are [${end.returns.join(', ')}], not 0`, trail);
}

export function checkAfterTheEnd(kit: Kit): void {
  const rule = 'after the end';
  eachAttempt(kit, 50, (setting, seed, choices) => {
    const { game } = setting;
    const play = new MatchPlay(setting, seed, choices);
    const match = play.playOut();
    const { moves } = play.trail;
    const late = moves.slice(-3).flatMap((move) => (move.kind === 'actions' ? Object.values(move.actions) : []));
    const before = [match.hash(), JSON.stringify(match.end), match.events.length].join();
    for (const action of late) {
      for (let sender: Seat = 0; sender < setting.seatCount; sender++) {
        const result = match.submit(sender, { action });
        if (result.ok || result.error.kind !== 'match-over') broken(rule, game, `${JSON.stringify(action)} is still taken from seat ${sender}`, play.trail);
      }
    }
    if (match.end?.reason === 'completed') {
      for (let seat: Seat = 0; seat < setting.seatCount; seat++) {
        if (game.legalActions(match.state, seat)?.length !== 0) broken(rule, game, `seat ${seat} has legal actions in a terminal state`, play.trail);
      }
      if (game.seatsToAct(match.state).length > 0) broken(rule, game, 'somebody is to act in a terminal state', play.trail);
    }
    if (before !== [match.hash(), JSON.stringify(match.end), match.events.length].join()) broken(rule, game, 'a late action changed the match', play.trail);
  });
}
