import { windowedSinc } from './windowed-sinc.ts';

/**
 * The samples on each side from which a peak between two samples is computed. This is more than the 6 of ITU-R BS.1770-4, annex 2:
 * with those, the peaks of noise and cymbals are up to 1 dB too low.
 */
export const peakReach = 16;
const placesBetween = 3;

/** The filters at a quarter, a half and three quarters of the distance to the next sample (ITU-R BS.1770, annex 2). */
const filters = Array.from({ length: placesBetween }, (_, place) => createFilter((place + 1) / (placesBetween + 1)));

function createFilter(at: number): Float64Array {
  const taps = Float64Array.from({ length: 2 * peakReach }, (_, tap) =>
    windowedSinc(tap - (peakReach - 1) - at, peakReach, 1),
  );
  const sum = taps.reduce((total, one) => total + one, 0);
  return taps.map((one) => one / sum);
}

/**
 * Raises each of `peaks` to the level of its sample and of three points between it and the next. Sample `i` is `samples[peakReach +
 * i]`. If neither it nor the next is louder than `floor`, only the sample itself counts.
 */
export function raisePeaks(samples: Float32Array, floor: number, peaks: Float32Array): void {
  for (let i = 0; i < peaks.length; i += 1) {
    const here = Math.abs(samples[i + peakReach] ?? 0);
    const next = Math.abs(samples[i + peakReach + 1] ?? 0);
    const level = Math.max(peaks[i] ?? 0, here);
    peaks[i] = here > floor || next > floor ? Math.max(level, peakAfter(samples, i)) : level;
  }
}

function peakAfter(samples: Float32Array, at: number): number {
  let highest = 0;
  for (const filter of filters) {
    let sum = 0;
    for (let tap = 0; tap < 2 * peakReach; tap += 1) {
      sum += (filter[tap] ?? 0) * (samples[at + 1 + tap] ?? 0);
    }
    highest = Math.max(highest, Math.abs(sum));
  }
  return highest;
}
