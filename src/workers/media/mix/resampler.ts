import { Kernels } from '../kernels/kernels.ts';
import { windowedSinc } from './windowed-sinc.ts';

/** The taps of the filter for a rising sample rate; for a falling one it is longer in proportion. */
const baseTaps = 64;
/** The taps that the kernel sums per step. */
const tapsOfStep = 16;
/** The maximum number of coefficients and phases of a filter. */
const maxCoefficients = 2 ** 19;
const maxPhases = 8192;
/** The output frames that are computed at once. */
const chunkFrames = 4096;

/** A range of frames of a source: the first frame and their number. It may be outside of the source. */
export type FrameRange = { readonly from: number; readonly count: number };

/**
 * Resamples audio by a polyphase filter. Its output depends only on the samples around each frame, so block boundaries do not
 * matter.
 */
export class Resampler {
  /** Source frames per output frame, as a fraction in lowest terms. */
  readonly #over: number;
  readonly #under: number;
  readonly #taps: number;
  readonly #kernels: Kernels;
  /** The filter's coefficients for each position between two source frames. */
  readonly #phases: Float32Array<ArrayBuffer>;
  readonly #source: Float32Array<ArrayBuffer>;
  readonly #output: Float32Array<ArrayBuffer>;

  /**
   * `ratio` is the number of source frames per output frame. Ratios that are not a short fraction are approximated to 1 in a
   * million, up to a ratio of 5.
   */
  constructor(ratio: number) {
    const scale = Math.max(1, ratio);
    this.#taps = tapsOfStep * Math.ceil((baseTaps * scale) / tapsOfStep);
    const mostUnder = Math.min(maxPhases, Math.floor(maxCoefficients / this.#taps));
    [this.#over, this.#under] = toFraction(ratio, mostUnder);
    const sourceFrames = Math.ceil(chunkFrames * ratio) + this.#taps + 1;
    this.#kernels = new Kernels(4 * (this.#under * this.#taps + sourceFrames + chunkFrames) + 1024);
    this.#phases = this.#kernels.floats(this.#under * this.#taps);
    this.#source = this.#kernels.floats(sourceFrames);
    this.#output = this.#kernels.floats(chunkFrames);
    fillPhases(this.#phases, this.#under, this.#taps, 1 / scale);
  }

  /** Returns the source frames needed for `count` output frames from `first` on; output frame 0 is at source frame 0. */
  needs(first: number, count: number): FrameRange {
    const before = this.#taps / 2 - 1;
    const from = this.#sourceFrame(first) - before;
    return { from, count: this.#sourceFrame(first + count - 1) - before + this.#taps - from };
  }

  /** Computes `count` output frames from `first` on; `source` contains the frames that `needs` returns. */
  run(source: Float32Array, first: number, count: number): Float32Array<ArrayBuffer> {
    const output = new Float32Array(count);
    const { from: start } = this.needs(first, 1);
    for (let done = 0; done < count; done += chunkFrames) {
      const frames = Math.min(chunkFrames, count - done);
      const { from, count: needed } = this.needs(first + done, frames);
      this.#source.set(source.subarray(from - start, from - start + needed));
      this.#convolve(first + done, frames);
      output.set(this.#output.subarray(0, frames), done);
    }
    return output;
  }

  #convolve(first: number, count: number): void {
    const phase = first * this.#over - this.#sourceFrame(first) * this.#under;
    this.#kernels.run.resampleSound(
      this.#source,
      this.#phases,
      this.#taps / 4,
      phase,
      this.#over,
      this.#under,
      this.#output,
      count,
    );
  }

  #sourceFrame(output: number): number {
    return Math.floor((output * this.#over) / this.#under);
  }
}

/**
 * Computes the filter at each of `count` positions between two frames. The coefficients of each sum to 1, which keeps the level.
 */
function fillPhases(phases: Float32Array, count: number, taps: number, cutoff: number): void {
  for (let phase = 0; phase < count; phase += 1) {
    const coefficients = Array.from({ length: taps }, (_, tap) =>
      windowedSinc(tap - (taps / 2 - 1) - phase / count, taps / 2, cutoff),
    );
    const sum = coefficients.reduce((total, one) => total + one, 0);
    phases.set(
      coefficients.map((one) => one / sum),
      phase * taps,
    );
  }
}

/** Returns the best fraction with a denominator of at most `most`, by continued fractions. */
function toFraction(value: number, most: number): [over: number, under: number] {
  let [over, under, lastOver, lastUnder] = [Math.floor(value), 1, 1, 0];
  let rest = value - over;
  while (Math.abs(over / under - value) > 1e-12) {
    const next = Math.floor(1 / rest);
    if (next * under + lastUnder > most) {
      break;
    }
    [over, lastOver] = [next * over + lastOver, over];
    [under, lastUnder] = [next * under + lastUnder, under];
    rest = 1 / rest - next;
  }
  return [over, under];
}
