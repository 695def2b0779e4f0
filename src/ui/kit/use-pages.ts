import type { ApiError } from '#ui/app/envelope.ts';
import { useAction } from './use-action.ts';
import { useLoad, type Loaded } from './use-load.ts';

type PageOf<T> = { readonly data: readonly T[]; readonly nextCursor: string | null };

/** A list that is read page by page: its rows so far, and `more`, null at the end. */
export type Pages<T> = {
  readonly loaded: Loaded<readonly T[]>;
  readonly again: () => void;
  /** Reads what has come on top since; what fails is of no matter, as it comes with the next. */
  readonly refresh: () => void;
  readonly more: (() => void) | null;
  /** Of the page that was asked for last. */
  readonly error: ApiError | null;
  readonly isBusy: boolean;
};

/** Reads the first page when the component mounts, and the next one at each `more`. `read` gets the cursor of a page. */
export function usePages<T extends { readonly id: string }>(
  read: (query: { cursor?: string }, signal?: AbortSignal) => Promise<PageOf<T>>,
): Pages<T> {
  const { loaded, again, set } = useLoad(async (signal) => read({}, signal));
  const { run, isBusy, error } = useAction();
  const cursor = loaded.state === 'ready' ? loaded.data.nextCursor : null;
  const readNext = async (): Promise<void> => {
    if (cursor !== null) {
      const next = await read({ cursor });
      // What has come on top meanwhile stays there.
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
    // Before the first page has come there is nothing to put it on: that page is read anew.
    refresh: loaded.state === 'ready' ? () => void readFirst().catch(() => undefined) : again,
    more: cursor === null ? null : () => run(readNext),
    error,
    isBusy,
  };
}

/** A list with its next page, unless it goes on elsewhere by now. */
export const withOlder = <T>(before: PageOf<T>, cursor: string, next: PageOf<T>): PageOf<T> =>
  before.nextCursor === cursor ? { data: [...before.data, ...next.data], nextCursor: next.nextCursor } : before;

/** A list with what its first page has on top of it, as it is read again; that page alone, where it does not reach down to the list. */
export function withNewer<T extends { readonly id: string }>(before: PageOf<T>, first: PageOf<T>): PageOf<T> {
  const known = new Set(before.data.map(({ id }) => id));
  const isWhole = first.nextCursor === null || first.data.some(({ id }) => known.has(id));
  const newer = first.data.filter(({ id }) => !known.has(id));
  // An answer that was overtaken begins further down.
  const isOlder = first.data[0] !== undefined && before.data.findIndex(({ id }) => id === first.data[0]?.id) > 0;
  if (isOlder) {
    return before;
  }
  return isWhole ? { ...before, data: [...newer, ...before.data] } : first;
}
