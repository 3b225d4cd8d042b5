/**
 * From a model's reply to its answer text: thinking cut out, then the last balanced `\boxed{...}`.
 * The one rule for training, evaluation and play. It names no action: what the answer means is core's `readAction`.
 * A reply that was cut off or left its box empty has no answer; nothing is guessed. Time is linear in the length of the reply.
 */

/** What a reply says. `reasoning` is the whole reply, where the answer is not all of it: for the trace of its owner, never for another seat. */
export type ReplyReading =
  | { readonly ok: true; readonly answer: string; readonly reasoning?: string }
  | { readonly ok: false; readonly kind: 'no-action'; readonly message: string; readonly reasoning?: string };

export interface ReplyRule {
  /** Refuse a reply without any box; default false: then the whole reply, less its thinking, is the answer. */
  readonly requireBox?: boolean;
}

const BOX = '\\boxed{';
const TEXT = '\\text{';
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;

/**
 * Cuts the answer out of a reply.
 * @returns the answer, trimmed inside a box and untouched without one; or why there is none, in words for the retry notice
 */
export function readReply(text: string, { requireBox = false }: ReplyRule = {}): ReplyReading {
  const said = withoutThinking(text);
  const box = lastBox(said);
  if (box === 'none') {
    if (requireBox) return refused('expected the answer in \\boxed{}, got no box', text);
    if (said.trim() === '') return refused('expected an answer, got nothing', text);
    return said === text ? { ok: true, answer: text } : { ok: true, answer: said, reasoning: text };
  }
  if (box === 'unclosed') return refused('expected a closed \\boxed{}, got one that was cut off', text);
  const answer = unwrapped(box);
  return answer === '' ? refused('expected an answer in \\boxed{}, got an empty box', text) : { ok: true, answer, reasoning: text };
}

/**
 * The text outside `<think>...</think>`; without a closing tag all the rest is thinking. A closing tag without its opening one closes thinking that
 * began in the prompt (some chat templates open it there), so everything before it is thinking.
 */
export function withoutThinking(text: string): string {
  let said = '';
  let from = 0;
  let thinking = false;
  for (const tag of text.matchAll(/<(\/?)think>/gi)) {
    if (tag[1] === '/') {
      if (!thinking) said = '';
      thinking = false;
      from = tag.index + tag[0].length;
    } else if (!thinking) {
      said += text.slice(from, tag.index);
      thinking = true;
    }
  }
  return thinking ? said : said + text.slice(from);
}

/** The content of the balanced box that begins last; `unclosed` when a box is still open at the end. Braces after a backslash do not count. */
function lastBox(text: string): string | 'none' | 'unclosed' {
  let boxAt = text.indexOf(BOX);
  if (boxAt < 0) return 'none';
  const open: number[] = []; // where the content of each open box begins; -1 for other braces
  let openBoxes = 0;
  let start = -1;
  let end = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) {
      if (at === boxAt) {
        at += BOX.length - 1;
        open.push(at + 1);
        openBoxes++;
        boxAt = text.indexOf(BOX, at);
      } else if (at + 1 !== boxAt) {
        at++; // an escaped character
      }
    } else if (code === OPEN) {
      open.push(-1);
    } else if (code === CLOSE) {
      const began = open.pop() ?? -1;
      if (began < 0) continue;
      openBoxes--;
      if (began > start) {
        start = began;
        end = at;
      }
    }
  }
  return openBoxes > 0 || start < 0 ? 'unclosed' : text.slice(start, end);
}

/** The content without white space around it and without one `\text{...}` that spans it whole. */
function unwrapped(content: string): string {
  const inner = content.trim();
  if (!inner.startsWith(TEXT)) return inner;
  let depth = 0;
  for (let at = TEXT.length - 1; at < inner.length; at++) {
    const code = inner.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === OPEN) depth++;
    else if (code === CLOSE && --depth === 0) return at === inner.length - 1 ? inner.slice(TEXT.length, -1).trim() : inner;
  }
  return inner;
}

function refused(message: string, text: string): ReplyReading {
  return { ok: false, kind: 'no-action', message, ...(text === '' ? {} : { reasoning: text }) };
}
