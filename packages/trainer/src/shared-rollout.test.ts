/** Dealing out: what comes back is the same whoever played it, in the order asked for, and nobody plays on after a failure. */
import { GameRegistry } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { describe, expect, it } from 'vitest';
import { countingGame } from './counting.test.game.js';
import { parseConfig } from './parse-config.js';
import type { PlayedRecord } from './played-records.js';
import { type MatchPart, type PartPile, type PartPlayer, type PlayedParts, takeFrom } from './rollout.js';
import { SharedRollout } from './shared-rollout.js';
import { trainedGames, type TrainedGame } from './trained-game.js';

const registry = new GameRegistry();
for (const id of ['one', 'two', 'three']) registry.register(countingGame(id));
const games = trainedGames(registry, parseConfig({ games: [{ game: 'one' }, { game: 'two' }, { game: 'three' }] }));
const orders = [93, 3, 141].map((matches, index) => ({ trained: games[index] as TrainedGame, matches }));

const TURNS: { readonly [game: string]: number } = { one: 1, two: 9, three: 3 };

/** Answers with a record per match that holds its game and a number drawn from its part, and takes a part from the pile in every round of promises. */
class DrawingPlayer implements PartPlayer {
  async play(parts: readonly MatchPart[], pile: PartPile): Promise<PlayedParts> {
    const taken: number[] = [];
    for (let place = takeFrom(pile); place !== null; place = takeFrom(pile)) {
      taken.push(place);
      await Promise.resolve();
    }
    return { taken, records: [...parts, ...taken.map((place) => pile.parts[place] as MatchPart)].map(drawn) };
  }
}

function drawn({ trained, matches, rng }: MatchPart): PlayedRecord[] {
  const steps = Array.from({ length: TURNS[trained.game.id] as number }, () => ({}));
  return Array.from({ length: matches }, () => ({ game: trained.game.id, matchId: rng.seed(), steps }) as unknown as PlayedRecord);
}

describe('SharedRollout', () => {
  it('gives the same records in the same order for one player and for many', async () => {
    const played = [];
    for (const count of [1, 2, 3, 7, 40]) played.push(await new SharedRollout(Array.from({ length: count }, () => new DrawingPlayer())).play(orders, Rng.fromSeed(5)));
    expect(played[0]?.map((records) => records.length)).toEqual([93, 3, 141]);
    expect(played[0]?.map((records) => [...new Set(records.map(({ game }) => game))])).toEqual([['one'], ['two'], ['three']]);
    expect(new Set(played[0]?.flat().map(({ matchId }) => matchId)).size).toBe(237);
    for (const other of played.slice(1)) expect(other).toEqual(played[0]);
  });

  it('an order of few matches is one part, which draws from the order itself', async () => {
    const [, records] = await new SharedRollout([new DrawingPlayer()]).play(orders, Rng.fromSeed(5));
    const own = Rng.fromSeed(5).fork(1);
    expect(records?.map(({ matchId }) => matchId)).toEqual([own.seed(), own.seed(), own.seed()]);
  });

  it('deals neighbouring parts with equal work, once it has seen what a match of each game takes, and leaves an eighth for whoever is first', async () => {
    const dealt: { readonly game: string; readonly work: number }[][] = [];
    let piled = 0;
    const workOf = ({ trained, matches }: MatchPart): number => matches * (TURNS[trained.game.id] as number);
    const players = Array.from({ length: 4 }, (_, index): PartPlayer => ({
      play: (parts, pile) => {
        dealt[index] = parts.map((part) => ({ game: part.trained.game.id, work: workOf(part) }));
        piled = pile.parts.reduce((sum, part) => sum + workOf(part), 0);
        return new DrawingPlayer().play(parts, pile);
      },
    }));
    const rollout = new SharedRollout(players);
    for (let update = 0; update < 2; update++) await rollout.play(orders, Rng.fromSeed(update));
    const all = 93 + 3 * 9 + 141 * 3;
    expect(piled / all).toBeGreaterThan(0.1);
    expect(piled / all).toBeLessThanOrEqual(1 / 8);
    for (const hand of dealt) expect(Math.abs(hand.reduce((sum, { work }) => sum + work, 0) / ((all - piled) / 4) - 1)).toBeLessThan(0.25);
    const games = dealt.flat().map(({ game }) => game);
    expect(games).toEqual(games.toSorted((a, b) => ['one', 'two', 'three'].indexOf(a) - ['one', 'two', 'three'].indexOf(b)));
    expect(dealt.filter((hand) => new Set(hand.map(({ game }) => game)).size > 1).length).toBeLessThanOrEqual(1);
  });

  it('deals everything out to a player that is alone', async () => {
    let piled = -1;
    const only: PartPlayer = { play: (parts, pile) => ((piled = pile.parts.length), new DrawingPlayer().play(parts, pile)) };
    await new SharedRollout([only]).play(orders, Rng.fromSeed(1));
    expect(piled).toBe(0);
  });

  it('gives less to a player that always ends last, and still the same records', async () => {
    const hands: number[] = [];
    const slow: PartPlayer = {
      play: async (parts, pile) => {
        hands.push(parts.reduce((sum, { matches }) => sum + matches, 0));
        const played = await new DrawingPlayer().play(parts, pile);
        return new Promise((resolve) => setImmediate(() => resolve(played)));
      },
    };
    const [alone, rollout] = [new SharedRollout([new DrawingPlayer()]), new SharedRollout([new DrawingPlayer(), slow])];
    for (let update = 0; update < 40; update++) expect(await rollout.play(orders, Rng.fromSeed(update))).toEqual(await alone.play(orders, Rng.fromSeed(update)));
    expect(hands.at(-1)).toBeLessThan((hands[1] as number) * 0.8);
  });

  it('waits for the others before it tells a failure', async () => {
    let ended = false;
    const slow: PartPlayer = { play: () => new Promise((resolve) => setTimeout(() => resolve(((ended = true), { records: [], taken: [] })), 20)) };
    const failing: PartPlayer = { play: () => Promise.reject(new Error('no logits')) };
    await expect(new SharedRollout([failing, slow]).play(orders, Rng.fromSeed(1))).rejects.toThrow('no logits');
    expect(ended).toBe(true);
  });
});
