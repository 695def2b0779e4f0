/**
 * The sums of a plane over all rectangles that start in its corner (F. Crow, "Summed-area tables", 1984): the sum over any
 * window takes four reads. In double precision, as the differences are small and the sums large.
 */
export class Integral {
  readonly #width: number;
  readonly #height: number;
  readonly #sums: Float64Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#sums = new Float64Array((width + 1) * (height + 1));
  }

  /** Sums up `left` alone, or its product with `right`, pixel by pixel. */
  build(left: Float32Array, right?: Float32Array): void {
    const width = this.#width;
    const sums = this.#sums;
    const stride = width + 1;
    for (let y = 0; y < this.#height; y++) {
      const from = y * width;
      const to = (y + 1) * stride + 1;
      let row = 0;
      if (right) {
        for (let x = 0; x < width; x++) {
          row += (left[from + x] ?? 0) * (right[from + x] ?? 0);
          sums[to + x] = row + (sums[to + x - stride] ?? 0);
        }
      } else {
        for (let x = 0; x < width; x++) {
          row += left[from + x] ?? 0;
          sums[to + x] = row + (sums[to + x - stride] ?? 0);
        }
      }
    }
  }

  /**
   * For the rows `[top, bottom)`, the sum of all columns before each: `line` has one entry more than a row, and a window is
   * the difference of two of them.
   */
  readLine(top: number, bottom: number, line: Float64Array): void {
    const sums = this.#sums;
    const above = top * line.length;
    const below = bottom * line.length;
    for (let x = 0; x < line.length; x++) {
      line[x] = (sums[below + x] ?? 0) - (sums[above + x] ?? 0);
    }
  }

  /** The sum over the columns `[left, right)` of the rows `[top, bottom)`. */
  sum(left: number, top: number, right: number, bottom: number): number {
    const sums = this.#sums;
    const above = top * (this.#width + 1);
    const below = bottom * (this.#width + 1);
    return (
      (sums[below + right] ?? 0) - (sums[below + left] ?? 0) - (sums[above + right] ?? 0) + (sums[above + left] ?? 0)
    );
  }
}
