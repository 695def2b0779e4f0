import type { Memory } from '#core/checkpoint.ts';

/** Luma is counted in bins of 8 levels. */
const binCount = 32;
/** The least mean change of luma, in levels, and the least share of pixels that change their bin, of a cut. */
const leastChange = 14;
const leastShift = 0.3;
/** A cut also stands out from the changes just before it by this factor: fast motion alone changes much all the time. */
const leastContrast = 2.5;

/**
 * Finds hard cuts in a row of small luma pictures: both the place of the light and its histogram change at once, and much
 * more than in the frames before.
 */
export class SceneCuts {
  readonly #before: Float32Array;
  #histogram = new Float32Array(binCount);
  #nextHistogram = new Float32Array(binCount);
  #usualChange = 0;
  #isFirst = true;

  /** `size` is the number of pixels of the pictures. */
  constructor(size: number) {
    this.#before = new Float32Array(size);
  }

  /** Whether `luma`, 0..255, starts another scene than the picture before. The first picture starts none. */
  isCut(luma: ArrayLike<number>): boolean {
    const change = this.#replace(luma);
    const shift = this.#shift();
    [this.#histogram, this.#nextHistogram] = [this.#nextHistogram, this.#histogram];
    const isCut =
      !this.#isFirst &&
      change > leastChange &&
      shift > leastShift &&
      change > leastContrast * Math.min(this.#usualChange, leastChange);
    this.#usualChange = isCut || this.#isFirst ? 0 : this.#usualChange * 0.7 + change * 0.3;
    this.#isFirst = false;
    return isCut;
  }

  save(): Memory {
    const numbers = [Number(this.#isFirst), this.#usualChange];
    return { numbers, arrays: [this.#before.slice(), this.#histogram.slice()] };
  }

  restore({ numbers: [isFirst, usualChange = 0], arrays: [before, histogram] }: Memory): void {
    this.#isFirst = isFirst === 1;
    this.#usualChange = usualChange;
    this.#before.set(before ?? []);
    this.#histogram.set(histogram ?? []);
  }

  /** The mean absolute change of luma; keeps the new picture and counts its histogram. */
  #replace(luma: ArrayLike<number>): number {
    const before = this.#before;
    const histogram = this.#nextHistogram.fill(0);
    let sum = 0;
    for (let i = 0; i < before.length; i++) {
      const light = luma[i] ?? 0;
      sum += Math.abs(light - (before[i] ?? 0));
      before[i] = light;
      const bin = (light * binCount) >> 8;
      histogram[bin] = (histogram[bin] ?? 0) + 1;
    }
    return sum / before.length;
  }

  /** The share of pixels, 0..1, that the two histograms do not have in common. */
  #shift(): number {
    let sum = 0;
    for (let bin = 0; bin < binCount; bin++) {
      sum += Math.abs((this.#nextHistogram[bin] ?? 0) - (this.#histogram[bin] ?? 0));
    }
    return sum / (2 * this.#before.length);
  }
}
