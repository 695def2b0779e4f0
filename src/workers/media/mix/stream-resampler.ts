import { Resampler } from './resampler.ts';

/** Resamples one channel block by block. The output does not depend on block boundaries. */
export class StreamResampler {
  readonly #resampler: Resampler;
  /** Input frames per output frame. */
  readonly #ratio: number;
  /** Input frames that later output needs, the first of which is frame `#from` of the input. Silence precedes the input. */
  #held: Float32Array;
  #from: number;
  /** The output frames so far. */
  #done = 0;
  #inputFrames = 0;

  constructor(fromRate: number, toRate: number) {
    this.#ratio = fromRate / toRate;
    this.#resampler = new Resampler(this.#ratio);
    this.#from = Math.min(0, this.#resampler.needs(0, 1).from);
    this.#held = new Float32Array(-this.#from);
  }

  /** Adds the next frames and returns the output frames that no later input changes. */
  add(samples: Float32Array): Float32Array {
    this.#inputFrames += samples.length;
    return this.#push(samples);
  }

  /** Returns the remaining output frames, so that the output has the duration of the input. */
  finish(): Float32Array {
    const left = Math.round(this.#inputFrames / this.#ratio) - this.#done;
    const { from, count } = this.#resampler.needs(this.#done, Math.max(1, left));
    const missing = from + count - (this.#from + this.#held.length);
    return this.#push(new Float32Array(Math.max(0, missing))).subarray(0, Math.max(0, left));
  }

  #push(samples: Float32Array): Float32Array {
    const all = new Float32Array(this.#held.length + samples.length);
    all.set(this.#held);
    all.set(samples, this.#held.length);
    const count = this.#countReady(this.#from + all.length);
    const output =
      count > 0
        ? this.#resampler.run(all.subarray(this.#resampler.needs(this.#done, 1).from - this.#from), this.#done, count)
        : new Float32Array();
    this.#done += count;
    const from = Math.min(this.#resampler.needs(this.#done, 1).from, this.#from + all.length);
    this.#held = all.slice(from - this.#from);
    this.#from = from;
    return output;
  }

  /** Returns the number of output frames that can be computed from input up to the frame `end`. */
  #countReady(end: number): number {
    const { from } = this.#resampler.needs(this.#done, 1);
    let count = Math.max(0, Math.ceil((end - from) / this.#ratio) + 1);
    while (count > 0 && !this.#isReady(count, end)) {
      count -= 1;
    }
    return count;
  }

  #isReady(count: number, end: number): boolean {
    const needed = this.#resampler.needs(this.#done, count);
    return needed.from + needed.count <= end;
  }
}
