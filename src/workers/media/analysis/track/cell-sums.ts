import { solve } from './normal-equations.ts';
import type { Size } from '#core/lib/size.ts';

/** A template is compared in this number of cells along each axis. */
const cellsAcross = 5;
export const cellCount = cellsAcross * cellsAcross;

/** The values of a template by pixel, and their weights. */
type Pixels = { readonly values: Float32Array; readonly weights: Float32Array };

/** The selected cells, which are 1. */
export type Cells = Uint8Array;

/** Deviations below which nothing can be compared, in levels. */
const minDeviation = 1;

/** The offsets of the sums of a template's cell: plain, weighted, with the four gradients, the Hessian. */
const own = { count: 0, a: 1, aa: 2, w: 3, wa: 4, waa: 5, gradients: 6, gradientsA: 10, hessian: 14 };
const ownLength = 24;
/** The offsets of the sums of a cell of the sampled values, including their products with the template. */
const read = { b: 0, bb: 1, ab: 2, wb: 3, wbb: 4, wab: 5, gradientsB: 6 };
const readLength = 10;

/**
 * Computes correlations of a template with sampled values, and alignment steps, from sums over cells. Each pixel is read once,
 * whichever cells are selected later.
 */
export class CellSums {
  readonly #pixels: Pixels;
  readonly #size: Size;
  /** The weighted changes by pixel as the template moves right, moves down, grows and turns. */
  readonly #gradients: Float32Array;
  readonly #own: Float64Array;
  readonly #read = new Float64Array(readLength * cellCount);

  constructor(size: Size, pixels: Pixels) {
    this.#size = size;
    this.#pixels = pixels;
    const steepest = toSteepest(size, pixels.values);
    this.#gradients = steepest.map((value, at) => value * (pixels.weights[at >> 2] ?? 0));
    this.#own = this.#sumOwn(steepest);
  }

  /**
   * Returns whether a cell has a contrast of at least `minContrast` levels. The corners of the box are outside its ellipse and
   * have none.
   */
  isTextured(cell: number, minContrast: number): boolean {
    const [count, a, aa] = [this.#of(own.count, cell), this.#of(own.a, cell), this.#of(own.aa, cell)];
    const [column, row] = [cell % cellsAcross, Math.floor(cell / cellsAcross)];
    const isCorner = column % (cellsAcross - 1) === 0 && row % (cellsAcross - 1) === 0;
    return !isCorner && aa / count - (a / count) ** 2 > minContrast ** 2;
  }

  /** Sums the sampled values. */
  add(values: Float32Array): void {
    this.#read.fill(0);
    this.#eachRun((cell, from, to) => this.#addRun(values, readLength * cell, from, to));
  }

  #addRun(values: Float32Array, into: number, from: number, to: number): void {
    const gradients = this.#gradients;
    const { values: mine, weights } = this.#pixels;
    let [b, bb, ab, wb, wbb, wab, right, down, grown, turned] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (let at = from; at < to; at++) {
      const [value, one, weight] = [values[at] ?? 0, mine[at] ?? 0, weights[at] ?? 0];
      b += value;
      bb += value * value;
      ab += one * value;
      wb += weight * value;
      wbb += weight * value * value;
      wab += weight * one * value;
      right += (gradients[4 * at] ?? 0) * value;
      down += (gradients[4 * at + 1] ?? 0) * value;
      grown += (gradients[4 * at + 2] ?? 0) * value;
      turned += (gradients[4 * at + 3] ?? 0) * value;
    }
    addTo(this.#read, into, [b, bb, ab, wb, wbb, wab, right, down, grown, turned]);
  }

  /** Returns the ZNCC of each cell separately. */
  cellCorrelations(): Float32Array {
    return Float32Array.from({ length: cellCount }, (_, cell) => {
      const [count, a, aa] = [this.#of(own.count, cell), this.#of(own.a, cell), this.#of(own.aa, cell)];
      const at = readLength * cell;
      const [b = 0, bb = 0, ab = 0] = this.#read.subarray(at, at + 3);
      const [spread, other] = [aa - (a * a) / count, bb - (b * b) / count];
      return spread < count || other < count ? 0 : (ab - (a * b) / count) / Math.sqrt(spread * other);
    });
  }

  /** Returns the weighted ZNCC over all pixels, or over the selected cells. */
  correlation(cells: Cells | null): number {
    const { weight, mean, deviation, otherMean, otherDeviation } = this.#getMoments(cells);
    if (deviation < minDeviation || otherDeviation < minDeviation) {
      return 0;
    }
    const product = this.#sumRead(read.wab, cells) / weight;
    return (product - mean * otherMean) / (deviation * otherDeviation);
  }

  /** Returns the alignment step over the selected cells, in pixels of the template; null if there is no solution. */
  step(cells: Cells): Float64Array | null {
    const { mean, deviation, otherMean, otherDeviation } = this.#getMoments(cells);
    if (deviation < minDeviation || otherDeviation < minDeviation) {
      return null;
    }
    const gain = deviation / otherDeviation;
    const errors = Float64Array.from({ length: 4 }, (_, k) => {
      const gradients = this.#getOwnSum(own.gradients + k, cells);
      const ofOther = this.#sumRead(read.gradientsB + k, cells) - otherMean * gradients;
      return gain * ofOther - (this.#getOwnSum(own.gradientsA + k, cells) - mean * gradients);
    });
    const hessian = new Float64Array(16);
    let at = own.hessian;
    for (let row = 0; row < 4; row++) {
      for (let column = row; column < 4; column++) {
        hessian[4 * row + column] = this.#getOwnSum(at, cells);
        at++;
      }
    }
    return solve(hessian, errors);
  }

  #getMoments(cells: Cells | null) {
    const weight = this.#getOwnSum(own.w, cells);
    const means = (sum: number, squares: number): readonly [number, number] => {
      const mean = weight > 0 ? sum / weight : 0;
      return [mean, weight > 0 ? Math.sqrt(Math.max(0, squares / weight - mean * mean)) : 0];
    };
    const [mean, deviation] = means(this.#getOwnSum(own.wa, cells), this.#getOwnSum(own.waa, cells));
    const [otherMean, otherDeviation] = means(this.#sumRead(read.wb, cells), this.#sumRead(read.wbb, cells));
    return { weight, mean, deviation, otherMean, otherDeviation };
  }

  #of(name: number, cell: number): number {
    return this.#own[ownLength * cell + name] ?? 0;
  }

  #getOwnSum(name: number, cells: Cells | null): number {
    return getSum(this.#own, ownLength, name, cells);
  }

  #sumRead(name: number, cells: Cells | null): number {
    return getSum(this.#read, readLength, name, cells);
  }

  #sumOwn(steepest: Float32Array): Float64Array {
    const sums = new Float64Array(ownLength * cellCount);
    const { values, weights } = this.#pixels;
    const gradients = this.#gradients;
    this.#eachRun((cell, from, to) => {
      const add = (name: number, value: number): void => {
        sums[ownLength * cell + name] = (sums[ownLength * cell + name] ?? 0) + value;
      };
      for (let at = from; at < to; at++) {
        const [value, weight] = [values[at] ?? 0, weights[at] ?? 0];
        add(own.count, 1);
        add(own.a, value);
        add(own.aa, value * value);
        add(own.w, weight);
        add(own.wa, weight * value);
        add(own.waa, weight * value * value);
        let product = own.hessian;
        for (let row = 0; row < 4; row++) {
          const gradient = gradients[4 * at + row] ?? 0;
          add(own.gradients + row, gradient);
          add(own.gradientsA + row, gradient * value);
          for (let column = row; column < 4; column++) {
            add(product, gradient * (steepest[4 * at + column] ?? 0));
            product++;
          }
        }
      }
    });
    return sums;
  }

  /** Visits the pixels of each cell, as horizontal runs. */
  #eachRun(visit: (cell: number, from: number, to: number) => void): void {
    const { width, height } = this.#size;
    for (let y = 0; y < height; y++) {
      const row = cellsAcross * Math.floor((y * cellsAcross) / height);
      for (let column = 0; column < cellsAcross; column++) {
        const [from, to] = [column, column + 1].map((one) => Math.ceil((one * width) / cellsAcross));
        visit(row + column, y * width + (from ?? 0), y * width + (to ?? 0));
      }
    }
  }
}

function getSum(sums: Float64Array, length: number, name: number, cells: Cells | null): number {
  let sum = 0;
  for (let cell = 0; cell < cellCount; cell++) {
    sum += !cells || cells[cell] ? (sums[length * cell + name] ?? 0) : 0;
  }
  return sum;
}

function addTo(sums: Float64Array, into: number, values: readonly number[]): void {
  for (let at = 0; at < values.length; at++) {
    sums[into + at] = (sums[into + at] ?? 0) + (values[at] ?? 0);
  }
}

function toSteepest({ width, height }: Size, values: Float32Array): Float32Array {
  const steepest = new Float32Array(4 * width * height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const across = ((values[at + 1] ?? 0) - (values[at - 1] ?? 0)) / 2;
      const down = ((values[at + width] ?? 0) - (values[at - width] ?? 0)) / 2;
      const [u, v] = [x + 0.5 - width / 2, y + 0.5 - height / 2];
      steepest.set([across, down, across * u + down * v, down * u - across * v], 4 * at);
    }
  }
  return steepest;
}
