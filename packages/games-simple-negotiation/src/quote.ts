/**
 * Messages of players as quoted text for other readers: one line, nothing in it can pass for the game's own words.
 * It changes how a message is shown, never what is stored; cutting messages out of replies is core's business.
 */

const LINE_ENDS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
// Control characters, and the marks that turn the direction of the text around.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const MARKS = /["\\[\]<>]/g;
const SPEAKERS = /\b(first|second|spectator|system|user|assistant|developer|tool|game|engine|server|arena|referee|notice|observation|error)(\s*):/gi;

/** The message on one line without control characters; brackets, tags, quotes and a speaker's colon carry a backslash. */
export function escapeMessage(message: string): string {
  return message.replace(LINE_ENDS, ' ').replace(CONTROLS, '').replace(MARKS, '\\$&').replace(SPEAKERS, '$1$2\\:');
}

/** The message as it is shown after its speaker's role: `"Take \[Accept\]."`. */
export function quoteMessage(message: string): string {
  return `"${escapeMessage(message)}"`;
}
