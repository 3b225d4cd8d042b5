/**
 * Which known name somebody meant by an unknown one, by edit distance. For hints in errors only; nothing acts on it.
 */

/** The candidate with the fewest single-letter edits from `word`, or `null` when there is none that is near (over half of it differs). */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const wanted = word.slice(0, 64).toLowerCase();
  let best: string | null = null;
  let fewest = Infinity;
  for (const candidate of candidates) {
    const edits = editDistance(wanted, candidate.slice(0, 64).toLowerCase());
    if (edits < fewest && edits <= Math.max(wanted.length, candidate.length) / 2) {
      best = candidate;
      fewest = edits;
    }
  }
  return best;
}

/** ` Did you mean "x"?` with its leading space, or nothing. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const name = nearest(word, candidates);
  return name === null ? '' : ` Did you mean "${name}"?`;
}

/** Levenshtein distance: insertions, deletions and replacements that turn `from` into `to`. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] as number) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}
