import { highPass, lowPass, type Coefficients } from './biquad.ts';

/** The lower bound of speech; below it there are only hum and handling noise. */
const lowestHertz = 80;
/** The range of the energy of an "s" or an "f". */
const fricativeHertz = [4000, 8000] as const;

/** The filters of one channel. */
export class ChannelFilter {
  readonly #wide: Coefficients;
  readonly #above: Coefficients;
  readonly #below: Coefficients;
  /** The states of the three filters, in the transposed second direct form. */
  readonly #memory = new Float64Array(6);
  /** The sums of the squares since the last reset. */
  wideSum = 0;
  highSum = 0;

  constructor(sampleRate: number) {
    this.#wide = highPass(lowestHertz, sampleRate);
    this.#above = highPass(fricativeHertz[0], sampleRate);
    this.#below = lowPass(fricativeHertz[1], sampleRate);
  }

  /** Adds the powers of the samples from `from` to `to`. */
  add(samples: Float32Array, from: number, to: number): void {
    const [w0, w1, w2, w3, w4] = this.#wide;
    const [a0, a1, a2, a3, a4] = this.#above;
    const [b0, b1, b2, b3, b4] = this.#below;
    let [m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0] = this.#memory;
    let { wideSum, highSum } = this;
    for (let i = from; i < to; i += 1) {
      const sample = samples[i] ?? 0;
      const wide = w0 * sample + m0;
      m0 = w1 * sample - w3 * wide + m1;
      m1 = w2 * sample - w4 * wide;
      const above = a0 * sample + m2;
      m2 = a1 * sample - a3 * above + m3;
      m3 = a2 * sample - a4 * above;
      const high = b0 * above + m4;
      m4 = b1 * above - b3 * high + m5;
      m5 = b2 * above - b4 * high;
      wideSum += wide * wide;
      highSum += high * high;
    }
    this.#memory.set([m0, m1, m2, m3, m4, m5]);
    this.wideSum = wideSum;
    this.highSum = highSum;
  }
}
