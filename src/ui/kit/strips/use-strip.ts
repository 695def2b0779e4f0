import type { CSSProperties } from 'preact';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import type { StripCache } from './strip-cache.ts';
import { paintSoon } from './paint-soon.ts';

/** The position of a strip in its parent, in CSS pixels. A width of 0 means that it has no layout yet. */
export type Box = { readonly left: number; readonly width: number; readonly height: number };

/** An image that fills a box and consists of cached parts. */
export type Strip<T> = {
  readonly box: Box;
  readonly keep: StripCache<T>;
  /** The parts that the strip needs, as far as known; called again whenever a part has loaded. */
  readonly keysFor: () => readonly string[];
  /** Draws the strip into the element; some parts may not be loaded. */
  readonly paint: (element: HTMLElement) => void;
};

/**
 * Returns a `ref` callback that keeps an element painted: with the cached parts at render, and again when a part has
 * loaded. A strip consists of elements with background images, not of a canvas or an `<svg>`: each of those that becomes
 * visible makes the browser rebuild the page's layers. Its size is passed in, not observed: a resize observer fires after
 * layout, so the strip would be painted one frame later than its surroundings.
 */
export function useStrip<T>(strip: Strip<T>): (element: HTMLElement | null) => void {
  const painter = useMemo(() => new Painter<T>(), []);
  useLayoutEffect(() => painter.show(strip));
  return painter.attach;
}

export const getStyle = ({ left, width, height }: Box): CSSProperties => ({
  ...(left !== 0 && { marginLeft: `${left}px` }),
  inlineSize: `${width}px`,
  blockSize: `${height}px`,
});

/** Keeps one element painted. */
class Painter<T> {
  /** The requested parts, each with the function that cancels its request. */
  readonly #wishes = new Map<string, () => void>();
  #element: HTMLElement | null = null;
  #strip: Strip<T> | null = null;
  #takeBack = (): void => undefined;

  /** Stops when the element is null. */
  readonly attach = (element: HTMLElement | null): void => {
    this.#element = element;
    if (!element) {
      this.#takeBack();
      this.#keepWishes([]);
    }
  };

  show(strip: Strip<T>): void {
    this.#strip = strip;
    this.#ask();
    this.#paint();
  }

  #ask(): void {
    this.#keepWishes(this.#strip && isSeen(this.#strip.box) ? this.#strip.keysFor() : []);
  }

  #keepWishes(keys: readonly string[]): void {
    // New requests start before old ones are canceled, so that shared parts are not read again.
    for (const key of keys) {
      if (this.#strip && !this.#wishes.has(key)) {
        this.#wishes.set(key, this.#strip.keep.want(key, this.#hear));
      }
    }
    for (const [key, takeBack] of this.#wishes) {
      if (!keys.includes(key)) {
        this.#wishes.delete(key);
        takeBack();
      }
    }
  }

  /** Many strips may wait for one part. */
  readonly #hear = (): void => {
    this.#ask();
    this.#takeBack = paintSoon(this.#paint);
  };

  readonly #paint = (): void => {
    this.#takeBack();
    if (this.#element && this.#strip && isSeen(this.#strip.box)) {
      this.#strip.paint(this.#element);
    }
  };
}

/** A strip narrower than a pixel, such as the rest of a trimmed clip, shows nothing. */
const isSeen = ({ width, height }: Box): boolean => width >= 1 && height >= 1;
