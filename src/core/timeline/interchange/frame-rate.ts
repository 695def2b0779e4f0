/** A frame rate in whole numbers: `frames` in `seconds`. */
export type RationalRate = { readonly frames: number; readonly seconds: number };

/** The nominal frame rates of broadcasting, which are 1001/1000 of the actual ones. */
const broadcastBases = [24, 30, 48, 60, 120];

/** Returns the exact frame rate for a rounded one: 29.97 is 30000/1001. */
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
