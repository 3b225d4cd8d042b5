/**
 * JSON in which no object names a key twice. `JSON.parse` keeps the last of two equal keys without a word,
 * which lets one file mean different things to different readers.
 */

/** @throws SyntaxError when the text is not JSON or repeats a key */
export function parseJsonOnce(text: string): unknown {
  const value: unknown = JSON.parse(text); // from here on the text is known to be JSON
  const seen: (Set<string> | null)[] = []; // per open bracket: the keys so far, or null in a list
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[[\]{}]/g)) {
    if (token === '{' || token === '[') seen.push(token === '{' ? new Set() : null);
    else if (token === '}' || token === ']') seen.pop();
    else if (token.endsWith(':')) {
      const key = JSON.parse(token.slice(0, -1)) as string;
      const keys = seen.at(-1);
      if (keys?.has(key)) throw new SyntaxError(`the key ${JSON.stringify(key)} stands twice in one object`);
      keys?.add(key);
    }
  }
  return value;
}
