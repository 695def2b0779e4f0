import type { Region } from '#core/analysis/footage.ts';
import type { Picture } from '#core/lib/picture.ts';

/** The level, of 255, below which a pixel must stay throughout the video to count as part of a border. */
const darkest = 28;
/** The maximum share of pixels of a border line that are ever lighter, and the minimum share for the first line behind a border. */
const maxLit = 0.01;
const minLit = 0.5;
/** The number of lines at an edge that mix border and content. */
const edgeLines = 2;
/** The maximum width of a border, as a share of the frame. */
const widest = 0.3;
/**
 * The maximum width of each of two equally wide opposite borders, as around a portrait film in a landscape one. The first line
 * behind each must be lit along this share: a window in a dark room lights less of it.
 */
const widestOfPair = 0.42;
const minLitOfPair = 0.8;
/** The maximum difference in width of a pair of borders, in lines, because the edges of a film can be between lines of a sample. */
const pairLines = 2;

/** The region within the borders, as shares of the frame, and the mean light of the borders, 0 to 1: black is not always 0. */
export type Bordered = { readonly inside: Region; readonly borderLight: number };

/**
 * Finds black borders that are part of all frames of a video, as around films of another aspect ratio. A person in front of a black
 * wall has no border: the content does not begin along a line there.
 */
export class Borders {
  /** The maximum level of each pixel over all samples. */
  #lightest: Uint8Array | null = null;
  /** The sum of the levels of each pixel. */
  #sums = new Uint32Array();
  #samples = 0;
  #width = 0;
  #height = 0;

  /** Adds the next sample; all samples have the same size. */
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

  /** Returns the borders, or null if there are none. */
  find(): Bordered | null {
    const [width, height] = [this.#width, this.#height];
    const column = (x: number): number => this.#litShare(x, width, height);
    const row = (y: number): number => this.#litShare(y * width, 1, width);
    const [left, right] = findBorders(column, width);
    const [top, bottom] = findBorders(row, height);
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

  /** Returns the mean light of these pixels, without the mixed lines at the edges. */
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

  /** Returns the lit share of a line of `count` pixels. */
  #litShare(start: number, step: number, count: number): number {
    let lit = 0;
    for (let at = 0; at < count; at++) {
      lit += (this.#lightest?.[start + at * step] ?? 0) > darkest ? 1 : 0;
    }
    return lit / count;
  }
}

type LitShareOf = (line: number) => number;

/** Returns the number of lines of the borders at both ends, including their edge lines; 0 where there is no border. */
function findBorders(getLitShare: LitShareOf, lines: number): [number, number] {
  const one = getEdge(getLitShare, lines);
  const other = getEdge((line) => getLitShare(lines - 1 - line), lines);
  const isPair =
    Math.abs(one.dark - other.dark) <= pairLines && Math.min(one.litBehind, other.litBehind) >= minLitOfPair;
  const most = lines * (isPair ? widestOfPair : widest);
  const toBorder = ({ dark, litBehind }: Edge): number =>
    dark > 0 && dark <= most && litBehind >= minLit ? dark + edgeLines : 0;
  const [near, far] = [toBorder(one), toBorder(other)];
  // In an image of a few lines, the edge lines may leave nothing.
  return near + far < lines ? [near, far] : [0, 0];
}

/** The number of dark lines from an end, and the lit share of the first line entirely behind them. */
type Edge = { readonly dark: number; readonly litBehind: number };

function getEdge(getLitShare: LitShareOf, lines: number): Edge {
  let dark = 0;
  while (dark < lines && getLitShare(dark) <= maxLit) {
    dark++;
  }
  return { dark, litBehind: getLitShare(dark + edgeLines) };
}
