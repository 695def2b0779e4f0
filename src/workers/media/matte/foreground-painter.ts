import type { Planes } from '../picture/planes.ts';
import type { Foreground, Screen } from './foreground.ts';
import { cell } from './guided-filter.ts';

/** What is known of the colours of a frame. */
export type FoundColours = Pick<Foreground, 'kinds' | 'subject' | 'background' | 'hueLimits' | 'screen' | 'fill'>;

/**
 * Gives a picture the subject's colours alone. At the edge each pixel gets the subject's share of what it shows; what is
 * background takes the subject's colour near the edge, so that no fringe comes up when the result is scaled, and one even
 * colour further out, which costs no bits.
 */
export class ForegroundPainter {
  readonly #gridWidth: number;
  readonly #isDecontaminating: boolean;
  /** The first chroma column of each cell, and one past the last; and the row of cells of each chroma row. */
  readonly #columnStarts: Int32Array;
  readonly #rows: Int32Array;

  constructor(
    full: { width: number; height: number },
    grid: { width: number; height: number },
    isDecontaminating: boolean,
  ) {
    const chromaWidth = (full.width + 1) >> 1;
    const chromaHeight = (full.height + 1) >> 1;
    this.#gridWidth = grid.width;
    this.#isDecontaminating = isDecontaminating;
    this.#columnStarts = Int32Array.from({ length: grid.width + 1 }, (_, at) =>
      Math.ceil((at * chromaWidth) / grid.width),
    );
    this.#rows = Int32Array.from({ length: chromaHeight }, (_, y) => Math.floor((y * grid.height) / chromaHeight));
  }

  /** Changes `planes` in place. */
  paint(planes: Planes, alpha: Uint8ClampedArray, foreground: FoundColours): void {
    for (let y = 0; y < planes.chromaHeight; y++) {
      this.#paintRow(planes, alpha, foreground, y);
    }
  }

  /** One row of chroma and its two rows of luma, in runs of cells of one kind. */
  #paintRow(planes: Planes, alpha: Uint8ClampedArray, foreground: FoundColours, y: number): void {
    const { kinds, subject, background } = foreground;
    const firstCell = (this.#rows[y] ?? 0) * this.#gridWidth;
    let from = 0;
    while (from < this.#gridWidth) {
      const kind = kinds[firstCell + from] ?? 0;
      let to = from + 1;
      while (to < this.#gridWidth && kinds[firstCell + to] === kind) {
        to++;
      }
      const left = this.#columnStarts[from] ?? 0;
      const right = this.#columnStarts[to] ?? 0;
      if (kind === cell.background) {
        this.#fillRow(planes, y, left, right, foreground.fill);
      } else if (kind === cell.edge) {
        for (let at = from; at < to; at++) {
          const colours = [subject, background] as const;
          this.#paintCell(planes, alpha, y, at, firstCell + at, colours);
          if (this.#isDecontaminating && foreground.screen) {
            this.#takeHue(planes, y, at, foreground.screen, foreground.hueLimits[firstCell + at] ?? 0);
          }
        }
      }
      from = to;
    }
  }

  #fillRow(planes: Planes, y: number, left: number, right: number, [luma, u, v]: Foreground['fill']): void {
    const chroma = y * planes.chromaWidth;
    planes.u.fill(u, chroma + left, chroma + right);
    planes.v.fill(v, chroma + left, chroma + right);
    for (let row = 2 * y; row < Math.min(planes.height, 2 * y + 2); row++) {
      planes.y.fill(luma, row * planes.width + 2 * left, row * planes.width + Math.min(planes.width, 2 * right));
    }
  }

  #paintCell(
    planes: Planes,
    alpha: Uint8ClampedArray,
    y: number,
    column: number,
    at: number,
    [subject, background]: readonly [Foreground['subject'], Foreground['background']],
  ): void {
    const right = this.#columnStarts[column + 1] ?? 0;
    for (let x = this.#columnStarts[column] ?? 0; x < right; x++) {
      const sum = squareSum(planes, alpha, x, y);
      if (sum === 0) {
        fillSquare(planes, x, y, subject, at);
      } else if (sum < 1020 && this.#isDecontaminating) {
        const chroma = y * planes.chromaWidth + x;
        paintPixel(planes.u, chroma, sum / 1020, subject[1][at] ?? 0, background[1][at] ?? 0);
        paintPixel(planes.v, chroma, sum / 1020, subject[2][at] ?? 0, background[2][at] ?? 0);
        paintSquare(planes, alpha, x, y, subject[0][at] ?? 0, background[0][at] ?? 0);
      }
    }
  }

  /** Takes the light of a screen off one cell: chroma leans no further to its hue than the subject does further in. */
  #takeHue({ u, v, chromaWidth }: Planes, y: number, column: number, screen: Screen, limit: number): void {
    const end = y * chromaWidth + (this.#columnStarts[column + 1] ?? 0);
    for (let at = y * chromaWidth + (this.#columnStarts[column] ?? 0); at < end; at++) {
      const lean = ((u[at] ?? 0) - 128) * screen.u + ((v[at] ?? 0) - 128) * screen.v;
      if (lean > limit) {
        const excess = screen.strength * (lean - limit);
        u[at] = (u[at] ?? 0) - excess * screen.u + 0.5;
        v[at] = (v[at] ?? 0) - excess * screen.v + 0.5;
      }
    }
  }
}

/** The sum of alpha over the four pixels of one chroma pixel; beyond an odd border the last ones count twice. */
function squareSum({ width, height }: Planes, alpha: Uint8ClampedArray, x: number, y: number): number {
  const at = 2 * y * width + 2 * x;
  const right = 2 * x + 1 < width ? 1 : 0;
  const down = 2 * y + 1 < height ? width : 0;
  return (alpha[at] ?? 0) + (alpha[at + right] ?? 0) + (alpha[at + down] ?? 0) + (alpha[at + down + right] ?? 0);
}

/** The four pixels of one chroma pixel, where all are background; beyond an odd border the last ones are written twice. */
function fillSquare(planes: Planes, x: number, y: number, [luma, blue, red]: Foreground['subject'], at: number): void {
  const { width } = planes;
  const chroma = y * planes.chromaWidth + x;
  const first = 2 * y * width + 2 * x;
  const right = 2 * x + 1 < width ? 1 : 0;
  const down = 2 * y + 1 < planes.height ? width : 0;
  const value = toByte(luma[at] ?? 0);
  planes.u[chroma] = toByte(blue[at] ?? 0);
  planes.v[chroma] = toByte(red[at] ?? 0);
  planes.y[first] = value;
  planes.y[first + right] = value;
  planes.y[first + down] = value;
  planes.y[first + down + right] = value;
}

function paintSquare(
  { y: luma, width, height }: Planes,
  alpha: Uint8ClampedArray,
  x: number,
  y: number,
  subject: number,
  background: number,
): void {
  const right = Math.min(width, 2 * x + 2);
  for (let row = 2 * y; row < Math.min(height, 2 * y + 2); row++) {
    for (let at = row * width + 2 * x; at < row * width + right; at++) {
      paintPixel(luma, at, (alpha[at] ?? 0) / 255, subject, background);
    }
  }
}

/**
 * What the pixel shows beyond the mixture of both colours belongs to the subject, as far as it is subject. Where that goes
 * towards the background it may as well be a share that is too high, and would be the old background's: that part counts
 * little before the pixel is nearly all subject.
 */
function paintPixel(plane: Uint8Array, at: number, share: number, subject: number, background: number): void {
  const across = background - subject;
  const beyond = (plane[at] ?? 0) - background + share * across;
  const lean = across > 0 ? clamp(beyond, 0, across) : clamp(beyond, across, 0);
  const square = share * share;
  const colour = subject + share * beyond - (share - square * square) * lean;
  plane[at] = toByte(colour);
}

const clamp = (value: number, low: number, high: number): number => (value < low ? low : value > high ? high : value);

/** Rounded when it is stored as a byte. */
const toByte = (colour: number): number => clamp(colour, 0, 255) + 0.5;
