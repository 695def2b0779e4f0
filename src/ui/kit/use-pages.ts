import type { OffcutError } from '#client/offcut-error.ts';
import { useAction } from './use-action.ts';
import { useLoad, type Loaded } from './use-load.ts';

type PageOf<T> = { readonly data: readonly T[]; readonly nextCursor: string | null };

/** A paginated list: its rows so far, and `more`, null at the end. */
export type Pages<T> = {
  readonly loaded: Loaded<readonly T[]>;
  readonly again: () => void;
  /** Reads new rows at the top; a failure is ignored, because the next read repeats it. */
  readonly refresh: () => void;
  readonly more: (() => void) | null;
  /** The generation of the last requested page. */
  readonly error: OffcutError | null;
  readonly isBusy: boolean;
};

/** Reads the first page when the component mounts, and the next one at each `more`. `read` receives the cursor of a page. */
export function usePages<T extends { readonly id: string }>(
  read: (query: { cursor?: string }, signal?: AbortSignal) => Promise<PageOf<T>>,
): Pages<T> {
  const { loaded, again, set } = useLoad(async (signal) => read({}, signal));
  const { run, isBusy, error } = useAction();
  const cursor = loaded.state === 'ready' ? loaded.data.nextCursor : null;
  const readNext = async (): Promise<void> => {
    if (cursor !== null) {
      const next = await read({ cursor });
      // New rows at the top stay.
      set((before) => withOlder(before, cursor, next));
    }
  };
  const readFirst = async (): Promise<void> => {
    const first = await read({});
    set((before) => withNewer(before, first));
  };
  return {
    loaded: loaded.state === 'ready' ? { state: 'ready', data: loaded.data.data } : loaded,
    again,
    // Before the first page has loaded there is no list to extend: the page is read again.
    refresh: loaded.state === 'ready' ? () => void readFirst().catch(() => undefined) : again,
    more: cursor === null ? null : () => run(readNext),
    error,
    isBusy,
  };
}

/** Appends the next page to a list, unless the list has another cursor by now. */
export const withOlder = <T>(before: PageOf<T>, cursor: string, next: PageOf<T>): PageOf<T> =>
  before.nextCursor === cursor ? { data: [...before.data, ...next.data], nextCursor: next.nextCursor } : before;

/**
 * Adds the new rows of the first page, which was read again, to a list; returns that page alone if it does not overlap the
 * list.
 */
export function withNewer<T extends { readonly id: string }>(before: PageOf<T>, first: PageOf<T>): PageOf<T> {
  const known = new Set(before.data.map(({ id }) => id));
  const isWhole = first.nextCursor === null || first.data.some(({ id }) => known.has(id));
  const newer = first.data.filter(({ id }) => !known.has(id));
  // An outdated answer starts further down.
  const isOlder = first.data[0] !== undefined && before.data.findIndex(({ id }) => id === first.data[0]?.id) > 0;
  if (isOlder) {
    return before;
  }
  return isWhole ? { ...before, data: [...newer, ...before.data] } : first;
}
