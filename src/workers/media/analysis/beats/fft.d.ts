/** The part of fft.js that is used here. The package contains no types. */
declare module 'fft.js' {
  export default class FFT {
    constructor(size: number);
    createComplexArray(): number[];
    /** Real and imaginary parts in turn; only the first half of `out` is filled. */
    realTransform(out: number[] | Float64Array, input: ArrayLike<number>): void;
  }
}
