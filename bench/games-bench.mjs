/**
 * `npm run bench:games`: random self-play of every game at fixed seeds, in one thread: the rules alone, and through `Match` with validation and record.
 * With `--peers` OpenSpiel through Python beside it where Python has it (`PYTHON` names it), in rounds that take turns: rates and ratios are medians of
 * the rounds' own. Steps are decisions of players, seconds are seconds of CPU time, so that other programs on the machine weigh little.
 * `--json` prints one object a line, `--only` a part of a game's name, `--seconds` the time of each measure in a round, `--rounds`.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fact } from '@spiral-arena/core/game';
import { Rng } from '@spiral-arena/core/random';
import { allTables } from './games.mjs';
import { playMatch } from './match.mjs';
import { openProgram } from './open-program.mjs';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false }, peers: { type: 'boolean', default: false }, only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '0.2' }, rounds: { type: 'string', default: '7' },
  },
});
const [seconds, rounds] = [values.seconds, values.rounds].map(Number);
if (!(seconds > 0 && rounds >= 1)) throw new RangeError(`expected --seconds above 0 and --rounds from 1, got ${values.seconds} and ${values.rounds}`);

const GAMES_A_TIME = 20;
const WARM_UP = 2; // rounds that do not count
const peer = values.peers ? await startPeer() : null;
if (!values.json) printRow(['game', 'variant', 'rules/s', 'match/s', ...(peer ? ['peer/s', 'rules ratio', 'match ratio', 'peer'] : [])]);
for (const table of allTables.filter(({ game: { id } }) => id.includes(values.only))) print(await measure(table));
peer?.stop();

async function measure(table) {
  const { game, variant } = table;
  const peerName = peer?.nameOf(game.id, variant);
  const measured = { rules: [], match: [], peer: [] };
  for (let round = -WARM_UP; round < rounds; round++) {
    const rates = { rules: rate(() => playRules(table, Rng.fromSeed(1))), match: rate(() => playMatches(table, Rng.fromSeed(1))), ...(peerName ? { peer: await peer.rate(game.id, variant, seconds) } : {}) };
    if (round >= 0) for (const [name, perSecond] of Object.entries(rates)) measured[name].push(perSecond);
  }
  const [rules, match] = [median(measured.rules), median(measured.match)];
  const line = { bench: 'games', game: game.id, variant, rulesStepsPerSecond: Math.round(rules), matchStepsPerSecond: Math.round(match) };
  if (!peerName) return line;
  const ratio = (rates) => round2(median(rates.map((perSecond, round) => perSecond / measured.peer[round])));
  return { ...line, peer: peerName, peerStepsPerSecond: Math.round(median(measured.peer)), rulesRatio: ratio(measured.rules), matchRatio: ratio(measured.match) };
}

/** Steps per second of CPU time, of a generator that gives the steps of some games at a time. The clock that is asked in between costs least. */
function rate(open) {
  const steps = open();
  let count = 0;
  const [begin, used] = [performance.now(), process.cpuUsage()];
  do count += steps.next().value;
  while (performance.now() - begin < seconds * 1000);
  const { user, system } = process.cpuUsage(used);
  return (count * 1e6) / (user + system);
}

/** The rules alone: states, chance, legal actions, transitions, returns. Open action spaces are played by the game's own random agent. */
function* playRules({ game, options }, rng) {
  const roles = game.roles(options);
  const maxSteps = game.maxSteps(options);
  const random = game.agents?.random?.make({}, rng);
  const isSampled = !game.chanceOutcomes || fact(game.chance, options) === 'sampled';
  for (;;) {
    let steps = 0;
    for (let k = 0; k < GAMES_A_TIME; k++) {
      let state = game.initialState(options, roles);
      for (let ply = 0; ply < maxSteps && !game.isTerminal(state); ) {
        if (game.isChance?.(state)) {
          const outcome = isSampled ? game.sampleChance(state, rng) : drawn(game.chanceOutcomes(state), rng);
          state = game.apply(state, { kind: 'chance', outcome });
          continue;
        }
        const actions = {};
        for (const seat of game.seatsToAct(state)) {
          const legal = game.legalActions(state, seat);
          actions[seat] = legal ? legal[rng.int(legal.length)] : random(game.observe(state, seat), null);
          steps++;
        }
        state = game.apply(state, { kind: 'actions', actions });
        ply++;
      }
      game.returns(state);
    }
    yield steps;
  }
}

function drawn(outcomes, rng) {
  let left = rng.float();
  for (const { outcome, probability } of outcomes) {
    left -= probability;
    if (left < 0) return outcome;
  }
  return outcomes.at(-1).outcome;
}

/** The same play as a match with its checks, its events and its end. */
function* playMatches(table, rng) {
  const random = table.game.agents?.random?.make({}, rng);
  for (let matches = 0; ; ) {
    let steps = 0;
    for (let k = 0; k < GAMES_A_TIME; k++) steps += playMatch(table, `m${matches++}`, rng, random);
    yield steps;
  }
}

/** The peer as a process that measures when it is asked to; `null`, with a word about it, where there is none. */
async function startPeer() {
  const python = process.env['PYTHON'] ?? 'python3';
  const peer = await openProgram(python, [join(import.meta.dirname, 'games_peers.py'), '--serve']).catch((error) => ({ first: { explanation: error.message } }));
  const { games, explanation } = peer.first;
  if (!games) {
    print({ bench: 'peer/absent', explanation: `${python}: ${explanation}` });
    return null;
  }
  return {
    nameOf: (game, variant) => games[game]?.[variant],
    async rate(game, variant, measureSeconds) {
      const { stepsPerSecond, explanation: reason } = await peer.ask({ game, variant, seconds: measureSeconds });
      if (!stepsPerSecond) throw new Error(`${python} could not play ${game}: ${reason}`);
      return stepsPerSecond;
    },
    stop: () => peer.close(),
  };
}

function print(line) {
  if (values.json) console.log(JSON.stringify(line));
  else if (line.explanation) console.log(line.explanation);
  else printRow([line.game, line.variant, ...[line.rulesStepsPerSecond, line.matchStepsPerSecond, line.peerStepsPerSecond, line.rulesRatio, line.matchRatio].filter((rate) => rate !== undefined), line.peer ?? '']);
}

function printRow([game, variant, ...cells]) {
  console.log([game.padEnd(20), variant.padEnd(14), ...cells.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell).padStart(12))].join(' ').trimEnd());
}

function median(list) {
  const sorted = list.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

function round2(value) {
  return Math.round(value * 100) / 100;
}
