/**
 * A cache of one read that starts while its view's code is loading, by id. `take` returns it once, because the data may
 * change later; another read replaces it.
 */
export function createReadAhead<T>(read: (id: string) => Promise<T>): {
  readonly begin: (id: string) => void;
  readonly take: (id: string) => Promise<T>;
} {
  let begun: { readonly id: string; readonly answer: Promise<T> } | null = null;
  return {
    begin: (id) => {
      // Also replaces a read that was never taken: it may be outdated, or have failed.
      begun = { id, answer: read(id) };
      // It may reject before it is taken; the caller of `take` receives the rejection.
      begun.answer.catch(() => undefined);
    },
    take: (id) => {
      const found = begun;
      begun = null;
      return found?.id === id ? found.answer : read(id);
    },
  };
}
