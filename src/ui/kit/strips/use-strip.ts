import type { CSSProperties } from 'preact';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import type { StripCache } from './strip-cache.ts';
import { paintSoon } from './paint-soon.ts';

/** Where a strip is in its parent, in CSS pixels. What is 0 wide has no place yet. */
export type Box = { readonly left: number; readonly width: number; readonly height: number };

/** A picture that fills a box and is made of kept parts. */
export type Strip<T> = {
  readonly box: Box;
  readonly keep: StripCache<T>;
  /** What the strip needs, as far as it is known; asked again whenever a part has come. */
  readonly keysFor: () => readonly string[];
  /** Has the element show the strip, of whose parts some may not be there. */
  readonly paint: (element: HTMLElement) => void;
};

/**
 * Keeps the element painted that is given the answer as its `ref`: with what is there when it is rendered, and again when a part
 * has come. A strip is elements with pictures behind them, not a canvas or an `<svg>`: for such a one that comes into view a browser
 * layers the whole page anew. Its size is told, not observed: of what is observed a browser tells after it has laid it out, and the
 * strip would be painted in a later frame than what is around it.
 */
export function useStrip<T>(strip: Strip<T>): (element: HTMLElement | null) => void {
  const painter = useMemo(() => new Painter<T>(), []);
  useLayoutEffect(() => painter.show(strip));
  return painter.attach;
}

export const styleOf = ({ left, width, height }: Box): CSSProperties => ({
  ...(left !== 0 && { marginLeft: `${left}px` }),
  inlineSize: `${width}px`,
  blockSize: `${height}px`,
});

/** Keeps one element painted. */
class Painter<T> {
  /** What was asked for, each with what takes the wish back. */
  readonly #wishes = new Map<string, () => void>();
  #element: HTMLElement | null = null;
  #strip: Strip<T> | null = null;
  #takeBack = (): void => undefined;

  /** Without an element it ends. */
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
    // New wishes come before old ones go, so that what both want is not read again.
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

/** What is narrower than a pixel, as the last bit of a clip that is trimmed, shows nothing. */
const isSeen = ({ width, height }: Box): boolean => width >= 1 && height >= 1;
