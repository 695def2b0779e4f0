import type { Source } from '../source/source.ts';

/** A time of a file that is seen, in seconds from its start. */
export type SeenTime = { readonly file: string; readonly seconds: number };

/** Where the same picture is in a proxy. */
export type ProxyPlace = { readonly id: string; readonly seconds: number };

/** Small files that stand in for others where frames have to be there soon: in a preview, never in an export. */
export interface ProxyShelf {
  /** The times that are seen now, around which proxies are made. */
  note(seen: readonly SeenTime[]): void;
  /** The proxy that shows a time; null where there is none. `isMoving` tells that what comes next is shown after it, one by one. */
  find(seen: SeenTime, isMoving: boolean): ProxyPlace | null;
  /** Null for what is not there any more. */
  open(id: string): Promise<Source | null>;
  /** Gives up one that cannot be shown: from now on there is none. */
  drop(id: string): void;
}
