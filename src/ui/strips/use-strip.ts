import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Keep } from './keep.ts';
import { paintSoon } from './paint-soon.ts';

/** The size of a box in CSS pixels. */
export type Box = { readonly width: number; readonly height: number };

/** A picture that fills an element and is made of kept parts. */
export type Strip<T, E extends Element> = {
  readonly keep: Keep<T>;
  /** What the strip needs, as far as it is known; asked again whenever a part has come. */
  readonly keysFor: (box: Box) => readonly string[];
  /** Has the element show the strip, of whose parts some may not be there. */
  readonly paint: (element: E, box: Box) => void;
};

/**
 * Keeps the element painted: when the strip changes, its box, or when a part of it has come. A strip is elements with
 * pictures behind them, not a canvas or an `<svg>`: for such a one that comes into view a browser layers the whole page anew.
 */
export function useStrip<T, E extends Element>(element: RefObject<E | null>, strip: Strip<T, E>): void {
  const latest = useRef(strip);
  latest.current = strip;
  const painter = useRef<Painter<T, E> | null>(null);
  useEffect(() => {
    if (!element.current) {
      return undefined;
    }
    painter.current = new Painter(element.current, latest);
    return () => painter.current?.close();
  }, []);
  useLayoutEffect(() => painter.current?.update());
}

/** Keeps one element painted, from the first size that it has. */
class Painter<T, E extends Element> {
  readonly #element: E;
  readonly #latest: { readonly current: Strip<T, E> };
  /** What was asked for, each with what takes the wish back. */
  readonly #wishes = new Map<string, () => void>();
  readonly #stopWatching: () => void;
  #box: Box = { width: 0, height: 0 };
  #takeBack = (): void => undefined;

  constructor(element: E, latest: { readonly current: Strip<T, E> }) {
    this.#element = element;
    this.#latest = latest;
    this.#stopWatching = watchSize(element, (box) => {
      const isNew = this.#box.width === 0;
      this.#box = box;
      this.#ask();
      if (isNew) {
        this.#takeBack = paintSoon(this.#paint);
      } else {
        // An observer is told after layout and before painting: the strip is never seen at its old size.
        this.#paint();
      }
    });
  }

  readonly update = (): void => {
    this.#ask();
    this.#takeBack = paintSoon(this.#paint);
  };

  close(): void {
    this.#takeBack();
    this.#stopWatching();
    for (const stop of this.#wishes.values()) {
      stop();
    }
  }

  #ask(): void {
    const { keep, keysFor } = this.#latest.current;
    const keys = new Set(this.#isSeen ? keysFor(this.#box) : []);
    // New wishes come before old ones go, so that what both want is not read again.
    for (const key of keys) {
      if (!this.#wishes.has(key)) {
        this.#wishes.set(key, keep.want(key, this.update));
      }
    }
    for (const [key, takeBack] of this.#wishes) {
      if (!keys.has(key)) {
        this.#wishes.delete(key);
        takeBack();
      }
    }
  }

  /** What is narrower than a pixel, as the last bit of a clip that is trimmed, shows nothing. */
  get #isSeen(): boolean {
    return this.#box.width >= 1 && this.#box.height >= 1;
  }

  readonly #paint = (): void => {
    this.#takeBack();
    if (this.#isSeen) {
      this.#latest.current.paint(this.#element, this.#box);
    }
  };
}

const watched = new WeakMap<Element, (box: Box) => void>();
let observer: ResizeObserver | null = null;

/** Tells the size of an element, at once and when it changes; one observer serves all. */
function watchSize(element: Element, onSize: (box: Box) => void): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      watched.get(target)?.({ width: contentRect.width, height: contentRect.height });
    }
  });
  watched.set(element, onSize);
  observer.observe(element);
  return () => observer?.unobserve(element);
}
