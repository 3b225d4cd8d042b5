/**
 * The errors of agents: a table from stable code to message template and hint, and the one class that carries them.
 * A model's unusable reply is not an error: `readReply` returns it as data.
 */
import { CodedError } from '@spiral-arena/core';
import type { CodedErrorInit, ErrorTable } from '@spiral-arena/core';

export const AGENTS_ERRORS = {
  AGENTS_SPEC_INVALID: { message: 'not an agent: expected {expected}, got "{got}"', hint: 'Write `NAME`, `NAME?key=value&key=value` or `model:PATH?key=value`.' },
  AGENTS_AGENT_UNKNOWN: { message: '{game} has no agent "{agent}"', hint: 'Agents here: {known}.{suggestion}' },
  AGENTS_PARAM_UNKNOWN: { message: 'the agent {agent} has no parameter "{param}"', hint: 'Parameters: {known}.{suggestion}' },
  AGENTS_PARAM_INVALID: { message: 'parameter {param} of the agent {agent}: {problem}', hint: 'Give it as `{agent}?{param}=VALUE`.' },
  AGENTS_ACTIONS_OPEN: { message: 'the agent {agent} needs a list of legal actions, and {game} has none in this turn', hint: 'Use an agent of the game, or a variant with a closed action space.' },
  AGENTS_SEARCH_UNFIT: { message: 'the agent {agent} cannot play {game}: {reason}', hint: 'Use `mcts`, which also takes chance and hidden information, or an agent of the game.' },
  AGENTS_NOT_SOLVABLE: { message: '{game} cannot be solved exactly: {reason}', hint: 'Choose options under which actions and chance can be listed, or compare by matches instead.' },
  AGENTS_TREE_TOO_LARGE: { message: 'the tree of {game} has more than {limit} nodes', hint: 'Raise the limit (`--limit`), choose smaller options or a smaller variant, or compare by matches instead.' },
  AGENTS_POLICY_INVALID: { message: 'the policy at {key}: expected {expected}, got {got}', hint: 'Give one probability per legal action, in the order of the list, with sum 1.' },
} as const satisfies ErrorTable;

export type AgentsErrorCode = keyof typeof AGENTS_ERRORS;

/** An error of agents. */
export class AgentsError extends CodedError {
  override readonly name = 'AgentsError';
  constructor(code: AgentsErrorCode, init: CodedErrorInit = {}) {
    super(AGENTS_ERRORS, code, init);
  }
}
