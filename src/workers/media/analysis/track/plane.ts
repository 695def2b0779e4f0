/** An image of one value per pixel, row by row: luma as floats. */
export type Plane = { readonly width: number; readonly height: number; readonly data: Float32Array };

/** Luma of one frame, 0..255, row by row. */
export type Luma = { readonly width: number; readonly height: number; readonly data: Uint8Array };

/** The number of levels of a pyramid, including the full one; the smallest is an eighth of it. */
export const levelCount = 4;

/** The minimum width of a level, in pixels. */
const minSide = 16;

/**
 * A frame at full, half, quarter and eighth size. Each level is smoothed by [1 4 6 4 1] / 16 before every second pixel is taken (P.
 * Burt, E. Adelson, "The Laplacian pyramid as a compact image code", 1983). `fill` reuses the buffers.
 */
export class Pyramid {
  readonly levels: readonly Plane[];
  readonly #rows: Float32Array;

  constructor(width: number, height: number) {
    const levels: Plane[] = [];
    for (let level = 0; level < levelCount; level++) {
      const [w, h] = [Math.ceil(width / 2 ** level), Math.ceil(height / 2 ** level)];
      if (level === 0 || Math.min(w, h) >= minSide) {
        levels.push({ width: w, height: h, data: new Float32Array(w * h) });
      }
    }
    this.levels = levels;
    this.#rows = new Float32Array(Math.ceil(width / 2) * height);
  }

  get base(): Plane {
    return this.level(0);
  }

  /** Returns the level, or the smallest one if there are fewer. */
  level(index: number): Plane {
    const plane = this.levels[Math.min(index, this.levels.length - 1)];
    return plane ?? { width: 0, height: 0, data: new Float32Array(0) };
  }

  fill({ data }: Pick<Luma, 'data'>): void {
    this.base.data.set(data);
    for (let level = 1; level < this.levels.length; level++) {
      halve(this.level(level - 1), this.level(level), this.#rows);
    }
  }
}

/** Halves a plane. `rows` is a buffer for the image halved in width only. */
function halve(from: Plane, to: Plane, rows: Float32Array): void {
  const { width, height, data } = from;
  const half = to.width;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const end = (width - 1) >> 1;
    rows[y * half] = tapEdge(data, row, 0, width);
    for (let at = row + 2, into = y * half + 1; into < y * half + end; at += 2, into++) {
      const near = (data[at - 1] ?? 0) + (data[at + 1] ?? 0);
      rows[into] = ((data[at - 2] ?? 0) + (data[at + 2] ?? 0) + 4 * near + 6 * (data[at] ?? 0)) / 16;
    }
    for (let x = end; x < half; x++) {
      rows[y * half + x] = tapEdge(data, row, 2 * x, width);
    }
  }
  const last = height - 1;
  for (let y = 0; y < to.height; y++) {
    const [a, b] = [half * Math.max(0, 2 * y - 2), half * Math.max(0, 2 * y - 1)];
    const [c, d, e] = [half * 2 * y, half * Math.min(last, 2 * y + 1), half * Math.min(last, 2 * y + 2)];
    for (let x = 0; x < half; x++) {
      const near = (rows[b + x] ?? 0) + (rows[d + x] ?? 0);
      to.data[y * half + x] = ((rows[a + x] ?? 0) + (rows[e + x] ?? 0) + 4 * near + 6 * (rows[c + x] ?? 0)) / 16;
    }
  }
}

/** Filters at the start or end of a row, where the edge pixel is repeated. */
function tapEdge(data: Float32Array, row: number, x: number, width: number): number {
  const value = (step: number): number => data[row + Math.min(width - 1, Math.max(0, x + step))] ?? 0;
  return (value(-2) + value(2) + 4 * (value(-1) + value(1)) + 6 * value(0)) / 16;
}

/** Returns the bilinear value between pixels; outside the plane, that of the nearest edge. */
export function sample({ width, height, data }: Plane, x: number, y: number): number {
  const left = Math.min(Math.max(x, 0), width - 1.001);
  const top = Math.min(Math.max(y, 0), height - 1.001);
  const [column, row] = [Math.floor(left), Math.floor(top)];
  const [right, down] = [left - column, top - row];
  const at = row * width + column;
  const upper = (data[at] ?? 0) * (1 - right) + (data[at + 1] ?? 0) * right;
  const lower = (data[at + width] ?? 0) * (1 - right) + (data[at + width + 1] ?? 0) * right;
  return upper * (1 - down) + lower * down;
}
