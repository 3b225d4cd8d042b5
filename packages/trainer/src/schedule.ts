/**
 * How settings move over a run: pure functions of progress. Progress runs from 0 at the start of self-play to 1 at the end of the run,
 * by updates where the run has a limit of updates, else by training time.
 */

/** Linear ramp over the first updates of a phase: (i+1)/n, at most 1. `index` counts from 0. */
export function ramp(index: number, updates: number): number {
  return updates <= 0 ? 1 : Math.min(1, (index + 1) / updates);
}

/** lr(p) = peak · (1 + (end − 1)·p) */
export function linearDecay(peak: number, end: number, progress: number): number {
  return peak * (1 + (end - 1) * clamp(progress));
}

/** c(p) = start·(end/start)^p; linear where one of them is 0. */
export function geometric(start: number, end: number, progress: number): number {
  const p = clamp(progress);
  if (start > 0 && end > 0) return start * (end / start) ** p;
  return start * (1 - p) + end * p;
}

function clamp(progress: number): number {
  return Math.min(1, Math.max(0, progress));
}
