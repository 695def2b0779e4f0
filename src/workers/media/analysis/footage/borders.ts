import type { Region } from '#core/analysis/footage.ts';
import type { Picture } from '#core/runners.ts';

/** What never gets lighter than this, of 255, may be a border. */
const darkest = 28;
/** Of a line of a border no more than this is lighter at any time; of the first line behind it at least so much is at some time. */
const mostLit = 0.01;
const leastLit = 0.5;
/** The lines at the edge itself are a mix of both. */
const edgeLines = 2;
/** A border is no wider than this, as a share of the picture. */
const widest = 0.3;

/**
 * Finds black borders that are part of all pictures of a video, as of films of another shape. Somebody before a black wall has none:
 * the picture does not begin along a line there.
 */
export class Borders {
  /** The lightest that each pixel of a sample has been. */
  #lightest: Uint8Array | null = null;
  #width = 0;
  #height = 0;

  /** Looks at the next sample; all have one size. */
  add({ width, height, rgb }: Picture): void {
    const lightest = (this.#lightest ??= new Uint8Array(width * height));
    [this.#width, this.#height] = [width, height];
    for (let at = 0, from = 0; at < lightest.length; at++, from += 3) {
      const level = Math.max(rgb[from] ?? 0, rgb[from + 1] ?? 0, rgb[from + 2] ?? 0);
      if (level > (lightest[at] ?? 0)) {
        lightest[at] = level;
      }
    }
  }

  /** What is within the borders, as shares of the picture; null where there are none. */
  find(): Region | null {
    const [width, height] = [this.#width, this.#height];
    const column = (x: number): number => this.#litShare(x, width, height);
    const row = (y: number): number => this.#litShare(y * width, 1, width);
    const [left, right] = [borderOf(column, width), borderOf((x) => column(width - 1 - x), width)];
    const [top, bottom] = [borderOf(row, height), borderOf((y) => row(height - 1 - y), height)];
    return left + right + top + bottom === 0
      ? null
      : {
          x: left / width,
          y: top / height,
          width: (width - left - right) / width,
          height: (height - top - bottom) / height,
        };
  }

  /** Of a line of so many pixels. */
  #litShare(start: number, step: number, count: number): number {
    let lit = 0;
    for (let at = 0; at < count; at++) {
      lit += (this.#lightest?.[start + at * step] ?? 0) > darkest ? 1 : 0;
    }
    return lit / count;
  }
}

/** How many lines a border has, with those at its edge; 0 where it is none. */
function borderOf(litShareOf: (line: number) => number, lines: number): number {
  let border = 0;
  while (border < lines && litShareOf(border) <= mostLit) {
    border++;
  }
  const isBorder = border > 0 && border <= widest * lines && litShareOf(border + edgeLines) >= leastLit;
  return isBorder ? border + edgeLines : 0;
}
