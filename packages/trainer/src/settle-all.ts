/** Waits for work that goes on side by side, so that none is under way when the caller goes on, also after a failure. @throws the first failure */
export async function settleAll<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
