/**
 * Reading of letters and integers in action texts, the same in every game: ASCII only, and no spelling of a number but its plain one.
 * Games use both in `readToken`. Nothing here knows an action.
 */

/** The text with `A`-`Z` as `a`-`z` and every other character as it is (no `ſ`, no Turkish i). */
export function foldAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The integer that a text spells as `0` or `[1-9][0-9]*`; `null` for anything else (`04`, `+4`, `4.0`, `1e0`, full-width digits). */
export function readInteger(text: string): number | null {
  if (!/^(?:0|[1-9][0-9]*)$/.test(text)) return null;
  return Math.min(Number(text), Number.MAX_VALUE); // longer than any number: still an integer, and outside every schema's bounds
}
