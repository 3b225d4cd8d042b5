/** Progress of work that reports far more often than anybody can read: at most a line per interval. */

/** How long a line stands at least before the next one, in milliseconds. */
const INTERVAL_MS = 500;

/** Passes on a line when the last one is long enough ago; the line is only made then. */
export function spacedLines(say: (line: string) => void, now: () => number = Date.now): (line: () => string) => void {
  let last = now();
  return (line) => {
    if (now() - last < INTERVAL_MS) return;
    last = now();
    say(line());
  };
}
