/** A filter of second order. */
type Coefficients = {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
};

/** How a head raises high tones, at 48 kHz (ITU-R BS.1770, table 1). */
const shelf: Coefficients = {
  b0: 1.535_124_859_586_97,
  b1: -2.691_696_189_406_38,
  b2: 1.198_392_810_852_85,
  a1: -1.690_659_293_182_41,
  a2: 0.732_480_774_215_85,
};
/** How little an ear takes of low ones, at 48 kHz (table 2). */
const highPass: Coefficients = { b0: 1, b1: -2, b2: 1, a1: -1.990_047_454_833_98, a2: 0.990_072_250_366_21 };

/** One channel as it is heard. */
export class KWeighting {
  readonly #shelf = new Biquad(shelf);
  readonly #highPass = new Biquad(highPass);

  /** The sum of the squares of the weighted samples from `from` to `to`. */
  addUp(samples: Float32Array, from: number, to: number): number {
    let sum = 0;
    for (let i = from; i < to; i += 1) {
      const weighted = this.#highPass.next(this.#shelf.next(samples[i] ?? 0));
      sum += weighted * weighted;
    }
    return sum;
  }
}

class Biquad {
  readonly #coefficients: Coefficients;
  #first = 0;
  #second = 0;

  constructor(coefficients: Coefficients) {
    this.#coefficients = coefficients;
  }

  /** In the transposed second direct form. */
  next(sample: number): number {
    const { b0, b1, b2, a1, a2 } = this.#coefficients;
    const output = b0 * sample + this.#first;
    this.#first = b1 * sample - a1 * output + this.#second;
    this.#second = b2 * sample - a2 * output;
    return output;
  }
}
