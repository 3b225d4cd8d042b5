/**
 * One match of a game as readable text: facts, then state, observations, legal actions and what readers were told, move by move.
 * Kept beside a game as a golden file and read in review: whatever changes in the rules shows as a difference in words.
 */
import { fact, type Game, type Reader } from '../game/game.js';
import { makeKit, type Setting } from './kit.js';
import { Walker } from './walker.js';

export interface PlaythroughOptions {
  readonly variant?: string;
  /** Seeds chance and the random choice of actions. Default 1. */
  readonly seed?: number;
}

/** The text of one random match; equal for equal game, variant and seed. */
export function playthrough(game: Game, { variant = 'default', seed = 1 }: PlaythroughOptions = {}): string {
  const setting = makeKit(game, {}).settings.find((item) => item.variant === variant) as Setting | undefined;
  if (!setting) throw new RangeError(`expected a variant of ${game.id}, got "${variant}"`);
  const { options, spec } = setting;
  const walk = new Walker(setting, seed);
  const range = game.returnsRange(options);
  const lines = [
    `game: ${game.id} ${game.version} (${game.title})`,
    `variant: ${variant}`,
    `options: ${JSON.stringify(options)}`,
    `seed: ${seed}`,
    `roles: ${walk.roles.join(', ')}`,
    `facts: ${fact(game.turnOrder, options)}, ${fact(game.information, options)} information, chance ${fact(game.chance, options)}, ${fact(game.utility, options)}, returns ${range.min} to ${range.max}, at most ${game.maxSteps(options)} plies`,
    `action schema: ${JSON.stringify(spec.schema)}`,
    ...[...new Set(walk.roles)].toSorted().flatMap((role) => ['', `rules for ${role}:`, indented(game.rules(role, options))]),
  ];
  const readers: Reader[] = [...walk.roles.map((_, seat) => seat), 'spectator'];
  while (!walk.isOver()) {
    lines.push('', `--- ply ${walk.ply}${walk.isChance() ? ', chance' : ''}`, `state: ${JSON.stringify(walk.state)}`);
    for (const seat of walk.toAct()) describeTurn(walk, seat, lines);
    const { state } = walk;
    const move = walk.step();
    if (move.kind === 'chance') lines.push(`chance: ${JSON.stringify(move.outcome)}`);
    else for (const [seat, action] of Object.entries(move.actions)) lines.push(`seat ${seat} plays: ${game.formatAction(action)} ${JSON.stringify(action)}`);
    for (const reader of readers) {
      const told = game.told(state, move, reader);
      if (told !== null) lines.push(`told ${reader === 'spectator' ? 'spectators' : `seat ${reader}`}: ${JSON.stringify(told)}`);
    }
  }
  lines.push('', `--- end, ${walk.isTerminal() ? 'completed' : 'truncated'} after ${walk.ply} plies`, `state: ${JSON.stringify(walk.state)}`);
  for (const reader of readers) lines.push(`${reader === 'spectator' ? 'spectators' : `seat ${reader}`}: ${JSON.stringify(game.observe(walk.state, reader))}`);
  lines.push(`returns: ${game.returns(walk.state).join(', ')}`, '');
  return lines.join('\n');
}

function describeTurn(walk: Walker, seat: number, lines: string[]): void {
  const { game } = walk.setting;
  const observation = walk.observe(seat);
  const legal = game.legalActions(walk.state, seat);
  lines.push(
    `seat ${seat} (${walk.roleOf(seat)}) sees: ${JSON.stringify(observation)}`,
    `brief: ${game.brief(observation)}`,
    'text:',
    indented(game.text(observation)),
    `legal: ${legal === null ? '(open)' : legal.map((action) => game.formatAction(action)).join(' ')}`,
  );
}

function indented(text: string): string {
  return text.split('\n').map((line) => (line === '' ? '' : `  ${line}`)).join('\n');
}
