/** A rate as whole numbers: `frames` in `seconds`. */
export type RationalRate = { readonly frames: number; readonly seconds: number };

/** Rates of broadcasting are by 1000/1001 slower than the whole number that they are called by. */
const broadcastBases = [24, 30, 48, 60, 120];

/** The rate that a number stands for: 29.97 is 30000/1001. */
export function toRationalRate(frameRate: number): RationalRate {
  const base = broadcastBases.find((one) => Math.abs(frameRate - (one * 1000) / 1001) < 0.006);
  if (base !== undefined) {
    return { frames: base * 1000, seconds: 1001 };
  }
  const whole = Math.round(frameRate);
  return Math.abs(frameRate - whole) < 0.0005
    ? { frames: whole, seconds: 1 }
    : { frames: Math.round(frameRate * 1000), seconds: 1000 };
}
