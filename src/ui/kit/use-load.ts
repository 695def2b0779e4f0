import { useCallback, useEffect, useState } from 'preact/hooks';
import type { OffcutError } from '#client/offcut-error.ts';
import { toError } from '#ui/app/to-error.ts';
import { comesFirst } from '#ui/app/turns.ts';

/** The state of data that a page reads from the API. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly data: T }
  | { readonly state: 'failed'; readonly error: OffcutError };

/**
 * Reads data when the component mounts, when `key` changes and when `again` is called. Old data stays visible until the
 * next answer. `set` changes the shown data without a read. The reads of a page take priority over the engine's start,
 * unless the engine has to answer them.
 */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  key = '',
  { needsEngine = false } = {},
): { loaded: Loaded<T>; again: () => void; set: (change: (before: T) => T) => void } {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const answer = load(controller.signal);
    (needsEngine ? answer : comesFirst(answer)).then(
      (data) => controller.signal.aborted || setLoaded({ state: 'ready', data }),
      (thrown: unknown) => controller.signal.aborted || setLoaded({ state: 'failed', error: toError(thrown) }),
    );
    return () => controller.abort();
    // `load` is a new function in every render, so `key` identifies the data.
  }, [key, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  const set = useCallback(
    (change: (before: T) => T) =>
      setLoaded((now) => (now.state === 'ready' ? { state: 'ready', data: change(now.data) } : now)),
    [],
  );
  return { loaded, again, set };
}
