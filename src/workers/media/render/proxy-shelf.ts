import type { Source } from '../source/source.ts';

/** A visible time of a file, in seconds from its start. */
export type SeenTime = { readonly file: string; readonly seconds: number };

/** The same frame in a proxy. */
export type ProxyPlace = { readonly id: string; readonly seconds: number };

/** Proxies: small files that replace others where frames are needed quickly, in a preview but never in an export. */
export interface ProxyShelf {
  /** Sets the visible times, around which proxies are created. */
  note(seen: readonly SeenTime[]): void;
  /**
   * Returns the proxy of a time; null if there is none. `isMoving` says whether the following frames are shown next, one by one.
   */
  find(seen: SeenTime, isMoving: boolean): ProxyPlace | null;
  /** Opens a proxy; null if it no longer exists. */
  open(id: string): Promise<Source | null>;
  /** Removes a proxy that cannot be decoded. */
  drop(id: string): void;
}
