/** Check: random matches end within the declared bounds, and every declared fact holds in every state of them. */
import { fact, type Returns, type Seat } from '../../game/game.js';
import { canonicalJson, type Json } from '../../json.js';
import { plainJsonProblem } from '../../schema/plain-json.js';
import { broken, calling, type Kit, type Setting } from '../kit.js';
import { eachPosition, type Walker } from '../walker.js';

const MOST_OUTCOMES = 1_296;
const ROUNDING = 1e-9;
const MOST_PLAIN = 3_000;
const MOST_IDENTITIES = 3_000;

export function checkRandomPlay(kit: Kit): void {
  const { game } = kit;
  const totals = new Map<Setting, number>(); // of constant-sum settings
  const identities = new Map<string, string>();
  let completed = 0;
  let positions = 0;
  eachPosition(kit, kit.matches, (walk) => {
    checkState(walk);
    if (positions++ < MOST_PLAIN) checkPlain(walk);
    if (identities.size < MOST_IDENTITIES) checkIdentity(walk, identities);
    const returns = calling('returns', walk, 'returns', () => game.returns(walk.state));
    if (returns.length !== walk.setting.seatCount || !returns.every(Number.isFinite)) broken('returns', game, `expected ${walk.setting.seatCount} finite numbers in every state, got ${JSON.stringify(returns)}`, walk);
    if (!walk.isOver()) return;
    if (walk.isTerminal()) completed++;
    else if (!game.mayTruncate) broken('bounded length', game, `the match has not ended by the rules after maxSteps = ${walk.ply} plies`, walk);
    checkReturns(walk, returns, totals);
  });
  if (completed === 0) broken('bounded length', game, 'no random match ended by the rules');
}

function checkState(walk: Walker): void {
  const { game, options, seatCount } = walk.setting;
  const terminal = walk.isTerminal();
  const chance = walk.isChance();
  const seats = walk.toAct();
  const kinds = Number(terminal) + Number(chance) + Number(seats.length > 0);
  if (kinds !== 1) broken('one kind of state', game, `expected exactly one of terminal, chance and decision, got terminal ${terminal}, chance ${chance}, to act [${seats.join(', ')}]`, walk);
  if (seats.some((seat, index) => !Number.isInteger(seat) || seat < 0 || seat >= seatCount || seats.indexOf(seat) !== index)) broken('one kind of state', game, `seats to act: got [${seats.join(', ')}]`, walk);
  const turnOrder = fact(game.turnOrder, options);
  if (turnOrder === 'sequential' && seats.length > 1) broken('turn order', game, `declared sequential, but seats ${seats.join(', ')} act at once`, walk);
  if (turnOrder === 'simultaneous' && seats.length === 1 && seatCount > 1) broken('turn order', game, `declared simultaneous, but seat ${seats[0]} acts alone`, walk);
  for (let seat: Seat = 0; seat < seatCount; seat++) {
    const legal = walk.legalActions(seat);
    if (!seats.includes(seat) && (legal === null || legal.length > 0)) broken('legal actions', game, `seat ${seat} is not to act and has legal actions`, walk);
    if (seats.includes(seat) && legal?.length === 0) broken('no dead ends', game, `seat ${seat} is to act and has no legal action`, walk);
  }
  if (game.roleOf) for (let seat: Seat = 0; seat < seatCount; seat++) if (!game.roles(options).includes(walk.roleOf(seat))) broken('roles', game, `seat ${seat} has the role "${walk.roleOf(seat)}"`, walk);
  if (chance) checkChance(walk);
}

function checkPlain(walk: Walker): void {
  const { game, seatCount } = walk.setting;
  const expectPlain = (what: string, value: unknown): void => {
    const problem = plainJsonProblem(value);
    if (problem) broken('plain JSON', game, `${what} at "${problem.pointer}": ${problem.message}`, walk);
  };
  expectPlain('state', walk.state);
  for (let seat: Seat = 0; seat < seatCount; seat++) expectPlain(`observation of seat ${seat}`, walk.observe(seat));
  expectPlain('observation of spectators', walk.observe('spectator'));
}

function checkChance(walk: Walker): void {
  const { game, options } = walk.setting;
  const declared = fact(game.chance, options);
  if (declared === 'none') broken('chance', game, 'declared without chance, but chance moves', walk);
  const key = game.chanceKey?.(walk.state);
  if (key !== undefined && typeof key !== 'string') broken('chance', game, '`chanceKey`: expected text', walk);
  if (declared !== 'enumerated') return;
  const outcomes = game.chanceOutcomes?.(walk.state) ?? [];
  if (outcomes.length === 0 || outcomes.length > MOST_OUTCOMES) broken('chance', game, `expected 1 to ${MOST_OUTCOMES} outcomes, got ${outcomes.length}`, walk);
  const sum = outcomes.reduce((total, { probability }) => total + probability, 0);
  if (!outcomes.every(({ probability }) => probability > 0) || Math.abs(sum - 1) > ROUNDING) broken('chance', game, `expected probabilities above 0 that sum to 1, got the sum ${sum}`, walk);
  if (new Set(outcomes.map(({ outcome }) => canonicalJson(outcome))).size !== outcomes.length) broken('chance', game, 'an outcome is listed twice', walk);
}

/** Two states with one text are one state: who acts and what they may do must be equal too. */
function checkIdentity(walk: Walker, identities: Map<string, string>): void {
  const { game } = walk.setting;
  const seats = walk.toAct();
  const summary = canonicalJson({ seats, terminal: walk.isTerminal(), chance: walk.isChance(), legal: seats.map((seat) => walk.legalActions(seat)) as Json });
  const text = `${walk.setting.variant}\n${canonicalJson(walk.state)}`;
  const known = identities.get(text);
  if (known === undefined) identities.set(text, summary);
  else if (known !== summary) broken('state identity', game, `one state text stands for different states: ${known} and ${summary}`, walk);
}

function checkReturns(walk: Walker, returns: Returns, totals: Map<Setting, number>): void {
  const { game, options } = walk.setting;
  const { min, max } = game.returnsRange(options);
  if (returns.some((value) => value < min || value > max)) broken('returns', game, `expected returns from ${min} to ${max}, got [${returns.join(', ')}]`, walk);
  const sum = returns.reduce((total, value) => total + value, 0);
  const utility = fact(game.utility, options);
  if (utility === 'zero-sum' && Math.abs(sum) > ROUNDING) broken('returns', game, `declared zero-sum, but the returns [${returns.join(', ')}] sum to ${sum}`, walk);
  if (utility !== 'constant-sum') return;
  const total = totals.get(walk.setting) ?? sum;
  totals.set(walk.setting, total);
  if (Math.abs(sum - total) > ROUNDING) broken('returns', game, `declared constant-sum, but returns sum to ${sum} here and ${total} elsewhere`, walk);
}
