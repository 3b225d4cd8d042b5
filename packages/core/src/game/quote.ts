/**
 * Messages of players as quoted text for other readers: one line, and nothing in it can pass for the game's own words or for another speaker.
 * It changes how a message is shown, never what is stored or told; a game shows it after the role of its speaker.
 */

/** Names of speakers other than the game's roles that a message could imitate. */
const NOTICES = ['spectator', 'system', 'user', 'assistant', 'developer', 'tool', 'game', 'engine', 'server', 'arena', 'referee', 'notice', 'observation', 'error'];

const LINE_ENDS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
// Control characters, and the marks that turn the direction of the text around.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const MARKS = /["\\[\]<>]/g;

/**
 * Makes the function with which a game of these roles quotes messages; made once, at module level.
 * Line ends become one space, control characters go, and brackets, tags, quotes and a speaker's colon get a backslash: `"Take \[Accept\]."`.
 */
export function messageQuoter(roles: readonly string[]): (message: string) => string {
  const names = [...roles, ...NOTICES].map((name) => name.replaceAll(/[^\w-]/g, String.raw`\$&`)).join('|');
  const speakers = new RegExp(String.raw`\b(${names})(\s*):`, 'gi');
  return (message) => `"${message.replace(LINE_ENDS, ' ').replace(CONTROLS, '').replace(MARKS, String.raw`\$&`).replace(speakers, String.raw`$1$2\:`)}"`;
}
