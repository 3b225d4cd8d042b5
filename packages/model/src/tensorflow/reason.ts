/** The words of something that was thrown, for the `reason` of a coded error: the first line, since native loaders and tools go on for pages. */
export function reasonOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.trim().split('\n')[0] ?? '';
}
