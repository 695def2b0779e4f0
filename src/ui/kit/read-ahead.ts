/**
 * What is read while the code that shows it is still on its way: the newest one, by its id. `take` gives it once, as it may have
 * changed by the next time; another is read by then.
 */
export function createReadAhead<T>(read: (id: string) => Promise<T>): {
  readonly begin: (id: string) => void;
  readonly take: (id: string) => Promise<T>;
} {
  let begun: { readonly id: string; readonly answer: Promise<T> } | null = null;
  return {
    begin: (id) => {
      // Also where one is there that nobody took: it may be old, or have failed.
      begun = { id, answer: read(id) };
      // It may fail before anybody takes it, who then hears of it.
      begun.answer.catch(() => undefined);
    },
    take: (id) => {
      const found = begun;
      begun = null;
      return found?.id === id ? found.answer : read(id);
    },
  };
}
