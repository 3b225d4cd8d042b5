/** Check: one seed is one match: alone, again on the used game object, replayed from its record, and move by move beside others. */
import { recordOf, readRecord, replay, writeRecord } from '../../match/record.js';
import type { Match } from '../../match/match.js';
import { broken, calling, matchCount, type Kit } from '../kit.js';
import { MatchPlay } from '../match-play.js';

const MOST = 50;
const AT_ONCE = 8;

export function checkDeterminism(kit: Kit): void {
  for (const setting of kit.settings) {
    for (let index = 0; index < matchCount(kit, setting, MOST); index++) {
      const first = new MatchPlay(setting, kit.seed + index);
      const log = logOf(first.playOut());
      const again = logOf(new MatchPlay(setting, kit.seed + index).playOut());
      if (log !== again) broken('determinism', kit.game, 'the same seed gave two different matches', first.trail);
      const replayed = calling('determinism', first.trail, 'replay', () => replay(readRecord(writeRecord(recordOf(first.match))), kit.game));
      if (replayed.hash() !== first.match.hash()) broken('determinism', kit.game, 'the replay of the record ends in another state', first.trail);
    }
  }
}

export function checkInterleaving(kit: Kit): void {
  for (const setting of kit.settings) {
    const seeds = Array.from({ length: Math.min(AT_ONCE, kit.matches) }, (_, index) => kit.seed + index);
    const alone = seeds.map((seed) => logOf(new MatchPlay(setting, seed).playOut()));
    const together = seeds.map((seed) => new MatchPlay(setting, seed));
    while (together.some((play) => !play.match.end)) for (const play of together) if (!play.match.end) play.step();
    together.forEach((play, index) => {
      if (logOf(play.match) !== alone[index]) broken('interleaved matches', kit.game, 'a match beside others goes differently from the same match alone', play.trail);
    });
  }
}

function logOf(match: Match): string {
  return JSON.stringify([match.header, match.events]);
}
