/** The coefficients of a second-order filter, normalised to `a0` = 1. */
export type Coefficients = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

/** The quality factor of a Butterworth filter. */
const quality = Math.SQRT1_2;
/** The maximum corner frequency, as a share of the sample rate. */
const maxShare = 0.45;

/** Computes a high-pass filter by R. Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter coefficients". */
export function highPass(hertz: number, sampleRate: number): Coefficients {
  const { cos, alpha } = getCorner(hertz, sampleRate);
  return scale([(1 + cos) / 2, -(1 + cos), (1 + cos) / 2], cos, alpha);
}

export function lowPass(hertz: number, sampleRate: number): Coefficients {
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
