/**
 * The games of the measures, through the same door as everywhere: for each a variant by name, or options.
 * `tables` are the few that most benches play, `allTables` one or more of every game of this repository, as near to the rules of its peers as can be.
 */
import { resolveOptions } from '@spiral-arena/core/game';
import connectFourPlugin from '@spiral-arena/games-connect-four';
import kuhnPokerPlugin from '@spiral-arena/games-kuhn-poker';
import liarsDicePlugin from '@spiral-arena/games-liars-dice';
import pigDicePlugin from '@spiral-arena/games-pig-dice';
import negotiationPlugin from '@spiral-arena/games-simple-negotiation';
import snakePlugin from '@spiral-arena/games-snake';
import ticTacToePlugin from '@spiral-arena/games-tic-tac-toe';
import truthAndDeceptionPlugin from '@spiral-arena/games-truth-and-deception';
import battleshipPlugin from 'spiral-arena-battleship';
import blottoPlugin from 'spiral-arena-blotto';
import breakthroughPlugin from 'spiral-arena-breakthrough';
import chessPlugin from 'spiral-arena-chess';
import dontSayItPlugin from 'spiral-arena-dont-say-it';
import dotsAndBoxesPlugin from 'spiral-arena-dots-and-boxes';
import gopsPlugin from 'spiral-arena-gops';
import ipdPlugin from 'spiral-arena-ipd';
import leducPlugin from 'spiral-arena-leduc';
import matchingPenniesPlugin from 'spiral-arena-matching-pennies';
import nimPlugin from 'spiral-arena-nim';
import othelloPlugin from 'spiral-arena-othello';
import rpsPlugin from 'spiral-arena-rps';
import wordCluesPlugin from 'spiral-arena-word-clues';

/** Game, options and variant of the common measures. */
export const tables = [tableOf(ticTacToePlugin), tableOf(kuhnPokerPlugin, 'single'), tableOf(kuhnPokerPlugin), tableOf(negotiationPlugin, 'silent'), tableOf(negotiationPlugin), tableOf(nimPlugin)];

/** Game, options and variant of every game. */
export const allTables = [
  ...tables, tableOf(connectFourPlugin), tableOf(snakePlugin), tableOf(pigDicePlugin), tableOf(liarsDicePlugin, 'duel'), tableOf(liarsDicePlugin), tableOf(truthAndDeceptionPlugin),
  tableOf(leducPlugin), tableOf(othelloPlugin), tableOf(breakthroughPlugin), tableOf(chessPlugin), tableOf(blottoPlugin, { rounds: 1 }), tableOf(blottoPlugin), tableOf(gopsPlugin),
  tableOf(battleshipPlugin), tableOf(battleshipPlugin, 'placing'), tableOf(dotsAndBoxesPlugin), tableOf(ipdPlugin, 'silent'), tableOf(rpsPlugin), tableOf(matchingPenniesPlugin),
  tableOf(dontSayItPlugin), tableOf(wordCluesPlugin),
];

function tableOf({ games: [game] }, wanted = 'default') {
  return { game, ...resolveOptions(game, typeof wanted === 'string' ? { variant: wanted } : { options: wanted }) };
}
