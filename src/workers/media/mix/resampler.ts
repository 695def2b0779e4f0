import { Kernels } from '../kernels/kernels.ts';
import { windowedSinc } from './windowed-sinc.ts';

/** Taps of the filter where the rate rises; where it falls, it is longer by as much. */
const baseTaps = 64;
/** The kernel adds up so many taps in a step. */
const tapsOfStep = 16;
/** So many coefficients a filter may have. */
const mostCoefficients = 2 ** 19;
const mostPhases = 8192;
/** Output frames that are made at once. */
const chunkFrames = 4096;

/** Frames of a source: the first of them, and how many. They may lie outside of it. */
export type FrameRange = { readonly from: number; readonly count: number };

/**
 * Brings samples to another rate by a polyphase filter. What it gives at a place depends on the samples around it alone, so
 * that it does not matter where a block begins.
 */
export class Resampler {
  /** Source frames for an output frame, as a fraction in lowest terms. */
  readonly #over: number;
  readonly #under: number;
  readonly #taps: number;
  readonly #kernels: Kernels;
  /** The filter's coefficients for each place between two source frames. */
  readonly #phases: Float32Array<ArrayBuffer>;
  readonly #source: Float32Array<ArrayBuffer>;
  readonly #output: Float32Array<ArrayBuffer>;

  /** `ratio` is how many source frames make an output frame; what is no short fraction is met to 1 in a million, up to a ratio of 5. */
  constructor(ratio: number) {
    const scale = Math.max(1, ratio);
    this.#taps = tapsOfStep * Math.ceil((baseTaps * scale) / tapsOfStep);
    const mostUnder = Math.min(mostPhases, Math.floor(mostCoefficients / this.#taps));
    [this.#over, this.#under] = toFraction(ratio, mostUnder);
    const sourceFrames = Math.ceil(chunkFrames * ratio) + this.#taps + 1;
    this.#kernels = new Kernels(4 * (this.#under * this.#taps + sourceFrames + chunkFrames) + 1024);
    this.#phases = this.#kernels.floats(this.#under * this.#taps);
    this.#source = this.#kernels.floats(sourceFrames);
    this.#output = this.#kernels.floats(chunkFrames);
    fillPhases(this.#phases, this.#under, this.#taps, 1 / scale);
  }

  /** What of the source goes into `count` output frames from `first` on; output frame 0 lies at source frame 0. */
  needs(first: number, count: number): FrameRange {
    const before = this.#taps / 2 - 1;
    const from = this.#sourceFrame(first) - before;
    return { from, count: this.#sourceFrame(first + count - 1) - before + this.#taps - from };
  }

  /** Makes `count` output frames from `first` on; `source` holds what they need. */
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

/** The filter at each of `count` places between two frames; of each the coefficients add up to 1, so that a level is kept. */
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

/** The best fraction whose lower part is at most `most`, by continued fractions. */
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
