/** The filter that models the acoustic effect of the head, which raises high frequencies, at 48 kHz (ITU-R BS.1770, table 1). */
const shelf = {
  b0: 1.535_124_859_586_97,
  b1: -2.691_696_189_406_38,
  b2: 1.198_392_810_852_85,
  a1: -1.690_659_293_182_41,
  a2: 0.732_480_774_215_85,
} as const;
/** The high-pass that models the ear's low sensitivity to bass, at 48 kHz (table 2). */
const highPass = { b0: 1, b1: -2, b2: 1, a1: -1.990_047_454_833_98, a2: 0.990_072_250_366_21 } as const;

/** K-weighting of one channel. */
export class KWeighting {
  /** The states of the two filters, in the transposed second direct form. */
  readonly #memory = new Float64Array(4);

  /** Returns the sum of the squares of the weighted samples from `from` to `to`. */
  addUp(samples: Float32Array, from: number, to: number): number {
    let [first = 0, second = 0, third = 0, fourth = 0] = this.#memory;
    let sum = 0;
    for (let i = from; i < to; i += 1) {
      const sample = samples[i] ?? 0;
      const raised = shelf.b0 * sample + first;
      first = shelf.b1 * sample - shelf.a1 * raised + second;
      second = shelf.b2 * sample - shelf.a2 * raised;
      const weighted = highPass.b0 * raised + third;
      third = highPass.b1 * raised - highPass.a1 * weighted + fourth;
      fourth = highPass.b2 * raised - highPass.a2 * weighted;
      sum += weighted * weighted;
    }
    this.#memory.set([first, second, third, fourth]);
    return sum;
  }
}
