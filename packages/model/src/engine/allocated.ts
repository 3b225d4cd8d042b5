/** What `make` allocates, or `null` where there is no memory for it. Other errors are thrown. */
export function allocated<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
