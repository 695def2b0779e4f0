import { Integral } from './integral.ts';

type Window = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** Sums of a window are this exact; below it, a matte of 0 (or of what is missing to 255) is nothing. */
const nothing = 0.5;

/**
 * The fast guided filter of K. He and J. Sun ("Fast Guided Filter", arXiv 1505.00996): within a window the matte is taken
 * for a straight line of the picture's luma, `alpha = slope * luma + offset`. The lines are found at a small size, averaged
 * over the windows that meet in a pixel, and drawn at full size against the full luma, so that edges fall where the
 * picture's do. Where a window is all background or all subject, which is most of them, there is nothing to find.
 */
export class GuidedFilter {
  /** The lines, one a pixel of the small size; alpha and luma count 0..255. */
  readonly slopes: Float32Array;
  readonly offsets: Float32Array;
  readonly #width: number;
  readonly #height: number;
  readonly #radius: number;
  readonly #smoothness: number;
  readonly #guides: Integral;
  readonly #mattes: Integral;
  readonly #products: Integral;
  readonly #squares: Integral;
  readonly #ownSlopes: Float32Array;
  readonly #ownOffsets: Float32Array;
  readonly #isTouched: Uint8Array;
  readonly #line: Float64Array;

  /** `smoothness` is the variance of luma (levels squared) below which a window counts as flat: epsilon in the paper. */
  constructor(width: number, height: number, radius: number, smoothness: number) {
    const size = width * height;
    this.#width = width;
    this.#height = height;
    this.#radius = radius;
    this.#smoothness = smoothness;
    this.#guides = new Integral(width, height);
    this.#mattes = new Integral(width, height);
    this.#products = new Integral(width, height);
    this.#squares = new Integral(width, height);
    this.#ownSlopes = new Float32Array(size);
    this.#ownOffsets = new Float32Array(size);
    this.#isTouched = new Uint8Array(size);
    this.#line = new Float64Array(width + 1);
    this.slopes = new Float32Array(size);
    this.offsets = new Float32Array(size);
  }

  /** Finds the lines for this guide (luma) and matte, both small and 0..255. */
  fit(guide: Float32Array, matte: Float32Array): void {
    this.#guides.build(guide);
    this.#mattes.build(matte);
    this.#products.build(guide, matte);
    this.#squares.build(guide, guide);
    this.#isTouched.fill(0);
    for (let y = 0; y < this.#height; y++) {
      this.#fitRow(y);
    }
    this.slopes.set(this.#ownSlopes);
    this.offsets.set(this.#ownOffsets);
    for (let i = 0; i < this.#isTouched.length; i++) {
      if (this.#isTouched[i] === 1) {
        this.#average(i);
      }
    }
  }

  /** The lines of the windows around one row of pixels. */
  #fitRow(y: number): void {
    const width = this.#width;
    const radius = this.#radius;
    const top = Math.max(0, y - radius);
    const bottom = Math.min(this.#height, y + radius + 1);
    const line = this.#line;
    this.#mattes.readLine(top, bottom, line);
    for (let x = 0; x < width; x++) {
      const left = x < radius ? 0 : x - radius;
      const right = x + radius < width ? x + radius + 1 : width;
      const alpha = (line[right] ?? 0) - (line[left] ?? 0);
      const count = (right - left) * (bottom - top);
      if (alpha > nothing && alpha < 255 * count - nothing) {
        this.#fitWindow(y * width + x, { left, top, right, bottom }, alpha / count);
      } else {
        this.#ownSlopes[y * width + x] = 0;
        this.#ownOffsets[y * width + x] = alpha <= nothing ? 0 : 255;
      }
    }
  }

  #fitWindow(at: number, { left, top, right, bottom }: Window, meanAlpha: number): void {
    const count = (right - left) * (bottom - top);
    const meanLight = this.#guides.sum(left, top, right, bottom) / count;
    const covariance = this.#products.sum(left, top, right, bottom) / count - meanAlpha * meanLight;
    const variance = this.#squares.sum(left, top, right, bottom) / count - meanLight * meanLight;
    const slope = covariance / (Math.max(0, variance) + this.#smoothness);
    this.#ownSlopes[at] = slope;
    this.#ownOffsets[at] = meanAlpha - slope * meanLight;
    for (let row = top; row < bottom; row++) {
      this.#isTouched.fill(1, row * this.#width + left, row * this.#width + right);
    }
  }

  /** The mean of the lines of all windows that hold this pixel. */
  #average(at: number): void {
    const width = this.#width;
    const x = at % width;
    const y = (at - x) / width;
    const left = Math.max(0, x - this.#radius);
    const top = Math.max(0, y - this.#radius);
    const right = Math.min(width, x + this.#radius + 1);
    const bottom = Math.min(this.#height, y + this.#radius + 1);
    let slope = 0;
    let offset = 0;
    for (let row = top; row < bottom; row++) {
      for (let from = row * width + left; from < row * width + right; from++) {
        slope += this.#ownSlopes[from] ?? 0;
        offset += this.#ownOffsets[from] ?? 0;
      }
    }
    const count = (right - left) * (bottom - top);
    this.slopes[at] = slope / count;
    this.offsets[at] = offset / count;
  }
}
