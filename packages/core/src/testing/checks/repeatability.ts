/** Check: one seed is one match: alone, again on the used game object, replayed from its record, and move by move beside others. */
import { eachAttempt } from '../attempts.js';
import { recordOf, readRecord, replay, writeRecord } from '../../match/record.js';
import type { Match } from '../../match/match.js';
import { broken, calling, type Kit } from '../kit.js';
import { MatchPlay } from '../match-play.js';

const MOST = 50;
const MOST_BESIDE = 5;
const BESIDE = 3;

export function checkDeterminism(kit: Kit): void {
  eachAttempt(kit, MOST, (setting, seed, choices) => {
    const { game } = setting;
    const first = new MatchPlay(setting, seed, choices);
    while (!first.isAtEnd()) first.step();
    const again = new MatchPlay(setting, seed, choices.again());
    for (let count = choices.taken.length; count > 0 && !again.match.end; count--) again.step();
    if (logOf(first.match) !== logOf(again.match)) broken('determinism', game, 'the same seed and the same choices gave two different matches', again.trail);
    if (first.match.hash() !== again.match.hash()) broken('determinism', game, 'the same seed and the same choices gave two different states', again.trail);
    if (!first.match.end) return;
    const replayed = calling('determinism', first.trail, 'replay', () => replay(readRecord(writeRecord(recordOf(first.match))), game));
    if (replayed.hash() !== first.match.hash()) broken('determinism', game, 'the replay of the record ends in another state', first.trail);
  });
}

export function checkInterleaving(kit: Kit): void {
  eachAttempt(kit, MOST_BESIDE, (setting, seed, choices) => {
    const alone = new MatchPlay(setting, seed, choices);
    while (!alone.isAtEnd()) alone.step();
    const log = logOf(alone.match);
    const beside = new MatchPlay(setting, seed, choices.again());
    const others = Array.from({ length: BESIDE }, (_, index) => new MatchPlay(setting, seed + 1 + index));
    for (let count = choices.taken.length; count > 0 && !beside.match.end; count--) {
      for (const other of others) if (!other.match.end) other.step();
      beside.step();
    }
    if (logOf(beside.match) !== log) broken('interleaved matches', setting.game, 'a match beside others goes differently from the same match alone', beside.trail);
  });
}

function logOf(match: Match): string {
  return JSON.stringify([match.header, match.events]);
}
