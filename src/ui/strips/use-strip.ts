import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { theme } from '../theme.ts';
import type { Keep } from './keep.ts';

/** The size of a box in CSS pixels. */
export type Box = { readonly width: number; readonly height: number };

/** A picture that fills a canvas and is made of kept parts. */
export type Strip<T> = {
  readonly keep: Keep<T>;
  /** What the strip needs, as far as it is known; asked again whenever a part has come. */
  readonly keysFor: (box: Box) => readonly string[];
  /** Draws on a canvas whose units are CSS pixels. */
  readonly paint: (context: CanvasRenderingContext2D, box: Box) => void;
};

/** Keeps the canvas painted: when the strip changes, its box, the theme, or when a part of it has come. */
export function useStrip<T>(canvas: RefObject<HTMLCanvasElement | null>, strip: Strip<T>): void {
  const latest = useRef(strip);
  latest.current = strip;
  const painter = useRef<Painter<T> | null>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) {
      return undefined;
    }
    painter.current = new Painter(element, latest);
    return () => painter.current?.close();
  }, []);
  useLayoutEffect(() => painter.current?.update());
}

/** Keeps one canvas painted, from the first size that it has. */
class Painter<T> {
  readonly #element: HTMLCanvasElement;
  readonly #latest: { readonly current: Strip<T> };
  /** What was asked for, each with what takes the wish back. */
  readonly #wishes = new Map<string, () => void>();
  readonly #stops: readonly (() => void)[];
  #box: Box = { width: 0, height: 0 };
  #frame = 0;

  constructor(element: HTMLCanvasElement, latest: { readonly current: Strip<T> }) {
    this.#element = element;
    this.#latest = latest;
    const onSize = (box: Box): void => {
      this.#box = box;
      this.#ask();
      // An observer is told after layout and before painting: the strip is never seen at its old size.
      this.#paint();
    };
    this.#stops = [watchSize(element, onSize), watchTheme(() => this.#paintSoon())];
  }

  readonly update = (): void => {
    this.#ask();
    this.#paintSoon();
  };

  close(): void {
    cancelAnimationFrame(this.#frame);
    for (const stop of [...this.#stops, ...this.#wishes.values()]) {
      stop();
    }
  }

  #ask(): void {
    const { keep, keysFor } = this.#latest.current;
    const keys = new Set(this.#box.width > 0 ? keysFor(this.#box) : []);
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

  #paintSoon(): void {
    this.#frame ||= requestAnimationFrame(() => this.#paint());
  }

  #paint(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const context = fit(this.#element, this.#box);
    if (context) {
      this.#latest.current.paint(context, this.#box);
    }
  }
}

/** The context of a canvas that has as many pixels as its box has on the screen, cleared. */
function fit(element: HTMLCanvasElement, { width, height }: Box): CanvasRenderingContext2D | null {
  const ratio = Math.min(2, devicePixelRatio);
  const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  const context = pixels.width > 0 && pixels.height > 0 ? element.getContext('2d') : null;
  if (!context) {
    return null;
  }
  if (element.width !== pixels.width || element.height !== pixels.height) {
    element.width = pixels.width;
    element.height = pixels.height;
  }
  context.setTransform(pixels.width / width, 0, 0, pixels.height / height, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
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

function watchTheme(onChange: () => void): () => void {
  const device = matchMedia('(prefers-color-scheme: dark)');
  device.addEventListener('change', onChange);
  const stop = theme.subscribe(onChange);
  return () => {
    device.removeEventListener('change', onChange);
    stop();
  };
}
