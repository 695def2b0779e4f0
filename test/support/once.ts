/**
 * Returns a function that creates a state on its first call and then returns the same one. Tests of a file share a
 * state that they only read, so each of them can also run alone.
 */
export function once<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create().catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    return created;
  };
}
