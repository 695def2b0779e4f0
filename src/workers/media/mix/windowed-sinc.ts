/** The parameter of the Kaiser window: a stop band attenuation of some 90 dB. */
const beta = 9;
const peak = bessel(beta);

/**
 * Returns a low-pass filter at `at` samples from its centre: a sinc under a Kaiser window of `half` samples to each side. `cutoff`
 * is a share of half the sample rate.
 */
export function windowedSinc(at: number, half: number, cutoff: number): number {
  const share = at / half;
  const window = Math.abs(share) >= 1 ? 0 : bessel(beta * Math.sqrt(1 - share * share)) / peak;
  return window * cutoff * sinc(cutoff * at);
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** Returns the modified Bessel function of the first kind and order zero, by its power series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-17; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
