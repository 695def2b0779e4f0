/** The coefficients of a second-order filter, normalised to `a0` = 1. */
type Coefficients = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

/** The quality factor of a Butterworth filter. */
const quality = Math.SQRT1_2;
/** The maximum corner frequency, as a share of the sample rate. */
const maxShare = 0.45;

/** Computes a high-pass filter by R. Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter coefficients". */
function highPass(hertz: number, sampleRate: number): Coefficients {
  const { cos, alpha } = getCorner(hertz, sampleRate);
  return scale([(1 + cos) / 2, -(1 + cos), (1 + cos) / 2], cos, alpha);
}

function lowPass(hertz: number, sampleRate: number): Coefficients {
  const { cos, alpha } = getCorner(hertz, sampleRate);
  return scale([(1 - cos) / 2, 1 - cos, (1 - cos) / 2], cos, alpha);
}

function getCorner(hertz: number, sampleRate: number): { cos: number; alpha: number } {
  const angle = 2 * Math.PI * Math.min(hertz / sampleRate, maxShare);
  return { cos: Math.cos(angle), alpha: Math.sin(angle) / (2 * quality) };
}

function scale([b0, b1, b2]: readonly [number, number, number], cos: number, alpha: number): Coefficients {
  const a0 = 1 + alpha;
  return [b0 / a0, b1 / a0, b2 / a0, (-2 * cos) / a0, (1 - alpha) / a0];
}

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
