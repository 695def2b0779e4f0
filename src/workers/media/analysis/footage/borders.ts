import type { Region } from '#core/analysis/footage.ts';
import type { Picture } from '#core/picture.ts';

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
 * Of two that face each other and are as wide, as around an upright film in a wide one, each may be this wide; a window in a dark room
 * does not reach along so much of the line behind them.
 */
const widestOfPair = 0.42;
const leastLitOfPair = 0.8;
/** Lines by which borders that are as wide may differ: the edges of a film lie between lines of a sample. */
const pairLines = 2;

/** What is within borders, as shares of the picture, and the mean light of the borders, 0 to 1: black is not always 0. */
export type Bordered = { readonly inside: Region; readonly borderLight: number };

/**
 * Finds black borders that are part of all pictures of a video, as of films of another shape. Somebody before a black wall has none:
 * the picture does not begin along a line there.
 */
export class Borders {
  /** The lightest that each pixel of a sample has been. */
  #lightest: Uint8Array | null = null;
  /** The sum of what each pixel has been. */
  #sums = new Uint32Array();
  #samples = 0;
  #width = 0;
  #height = 0;

  /** Looks at the next sample; all have one size. */
  add({ width, height, rgb }: Picture): void {
    const lightest = (this.#lightest ??= new Uint8Array(width * height));
    if (this.#samples === 0) {
      this.#sums = new Uint32Array(width * height);
    }
    this.#samples++;
    [this.#width, this.#height] = [width, height];
    for (let at = 0, from = 0; at < lightest.length; at++, from += 3) {
      const level = Math.max(rgb[from] ?? 0, rgb[from + 1] ?? 0, rgb[from + 2] ?? 0);
      this.#sums[at] = (this.#sums[at] ?? 0) + level;
      if (level > (lightest[at] ?? 0)) {
        lightest[at] = level;
      }
    }
  }

  /** Null where there are none. */
  find(): Bordered | null {
    const [width, height] = [this.#width, this.#height];
    const column = (x: number): number => this.#litShare(x, width, height);
    const row = (y: number): number => this.#litShare(y * width, 1, width);
    const [left, right] = bordersOf(column, width);
    const [top, bottom] = bordersOf(row, height);
    if (left + right + top + bottom === 0) {
      return null;
    }
    const inside = {
      x: left / width,
      y: top / height,
      width: (width - left - right) / width,
      height: (height - top - bottom) / height,
    };
    const isOutside = (at: number): boolean => {
      const [x, y] = [at % width, Math.floor(at / width)];
      return x < left || x >= width - right || y < top || y >= height - bottom;
    };
    return { inside, borderLight: this.#meanLight(isOutside) };
  }

  /** Of these pixels without the lines at the edge, which are a mix. */
  #meanLight(isOutside: (at: number) => boolean): number {
    let [sum, count] = [0, 0];
    this.#lightest?.forEach((lightest, at) => {
      if (lightest <= darkest && isOutside(at)) {
        sum += this.#sums[at] ?? 0;
        count++;
      }
    });
    return sum / Math.max(1, count * this.#samples) / 255;
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

type LitShareOf = (line: number) => number;

/** How many lines the borders at both ends have, with those at their edges; 0 where one is none. */
function bordersOf(litShareOf: LitShareOf, lines: number): [number, number] {
  const one = edgeOf(litShareOf, lines);
  const other = edgeOf((line) => litShareOf(lines - 1 - line), lines);
  const isPair =
    Math.abs(one.dark - other.dark) <= pairLines && Math.min(one.litBehind, other.litBehind) >= leastLitOfPair;
  const most = lines * (isPair ? widestOfPair : widest);
  const toBorder = ({ dark, litBehind }: Edge): number =>
    dark > 0 && dark <= most && litBehind >= leastLit ? dark + edgeLines : 0;
  const [near, far] = [toBorder(one), toBorder(other)];
  // Of a picture of a few lines their edges may leave nothing.
  return near + far < lines ? [near, far] : [0, 0];
}

/** How many lines from an end on are dark, and the lit share of the first line that is wholly behind them. */
type Edge = { readonly dark: number; readonly litBehind: number };

function edgeOf(litShareOf: LitShareOf, lines: number): Edge {
  let dark = 0;
  while (dark < lines && litShareOf(dark) <= mostLit) {
    dark++;
  }
  return { dark, litBehind: litShareOf(dark + edgeLines) };
}
