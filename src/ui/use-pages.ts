import type { ApiError } from './envelope.ts';
import { useAction } from './use-action.ts';
import { useLoad, type Loaded } from './use-load.ts';

type PageOf<T> = { readonly data: readonly T[]; readonly nextCursor: string | null };

/** A list that is read page by page: its rows so far, and `more`, null at the end. */
export type Pages<T> = {
  readonly loaded: Loaded<readonly T[]>;
  readonly again: () => void;
  readonly more: (() => void) | null;
  /** Of the page that was asked for last. */
  readonly error: ApiError | null;
  readonly isBusy: boolean;
};

/** Reads the first page when the component mounts, and the next one at each `more`. `read` gets the cursor of a page. */
export function usePages<T>(read: (query: { cursor?: string }, signal?: AbortSignal) => Promise<PageOf<T>>): Pages<T> {
  const { loaded, again, set } = useLoad(async (signal) => read({}, signal));
  const { run, isBusy, error } = useAction();
  const cursor = loaded.state === 'ready' ? loaded.data.nextCursor : null;
  const readNext = async (): Promise<void> => {
    if (loaded.state === 'ready' && cursor !== null) {
      const next = await read({ cursor });
      set({ data: [...loaded.data.data, ...next.data], nextCursor: next.nextCursor });
    }
  };
  return {
    loaded: loaded.state === 'ready' ? { state: 'ready', data: loaded.data.data } : loaded,
    again,
    more: cursor === null ? null : () => run(readNext),
    error,
    isBusy,
  };
}
