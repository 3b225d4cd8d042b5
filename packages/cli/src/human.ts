/**
 * A person at the terminal as an agent: shows the observation, reads a line, and asks again where the line is no legal action.
 * The line takes the common parser of core, like every reply. It does not draw boards: the game's own text is shown.
 */
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { canonicalJson, type Agent, type AgentReply, type AgentTurn } from '@spiral-arena/core';
import { actionSpec, readAction } from '@spiral-arena/core/game';

export interface HumanAgent extends Agent {
  close(): void;
}

/** A person who reads `output` and types on `input`. An end of input, or `quit`, aborts through `onQuit`. */
export function humanAgent({ input, output, onQuit }: { input: Readable; output: Writable; onQuit: () => void }): HumanAgent {
  const reader = createInterface({ input, output, terminal: false });
  const lines = reader[Symbol.asyncIterator]();
  const say = (text: string): void => void output.write(`${text}\n`);

  return {
    name: 'you',
    close: () => reader.close(),
    async act(turn: AgentTurn): Promise<AgentReply> {
      say(`\n${turn.game.text(turn.observation)}`);
      if (turn.refusal) say(`Refused: ${turn.refusal.message}`);
      else if (turn.legalActions) say(`Your actions: ${turn.legalActions.map((action) => turn.game.formatAction(action)).join(' ')}`);
      for (;;) {
        output.write(`${turn.role}> `);
        const next = await lines.next();
        const line = next.done ? 'quit' : next.value;
        if (line.trim() === 'quit') {
          onQuit();
          return { text: '' };
        }
        if (line.trim() === '?' || line.trim() === 'help') {
          say(`${turn.game.rules(turn.role, turn.options)}\nType an action, "?" for this, or "quit".`);
          continue;
        }
        const problem = problemWith(turn, line);
        if (problem === null) return { text: line };
        say(`${problem} Type "?" for the rules.`);
      }
    },
  };
}

/** Why this line is no legal action, as far as it can be told from here; `null` when it may be sent. */
function problemWith(turn: AgentTurn, line: string): string | null {
  const read = readAction(turn.game, turn.observation, line);
  if (!read.ok) return `${read.message}.`;
  const problem = actionSpec(turn.game, turn.options, turn.variant).check(read.action);
  if (problem) return `${problem.pointer || 'action'}: ${problem.message}.`;
  const text = canonicalJson(read.action);
  if (turn.legalActions && !turn.legalActions.some((action) => canonicalJson(action) === text)) return 'That is not legal now.';
  return null;
}
