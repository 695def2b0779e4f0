import { curveRate } from './onset-curves.ts';

/** The range of tempi that people tap to, in beats per minute. */
export const slowest = 45;
export const fastest = 220;
/** Most music is near this tempo; the spread is in octaves (D. Ellis, "Beat tracking by dynamic programming", 2007). */
export const usualBpm = 118;
const spreadOctaves = 0.8;

/** A tempo, and how well it explains an onset curve. */
export type Tempo = { readonly bpm: number; readonly strength: number };

/**
 * Finds the tempi at the peaks of the autocorrelation at one, two and four periods, weighted by how usual they are. The best is
 * first.
 */
export function findTempi(onsets: Float32Array): Tempo[] {
  const longest = Math.ceil((60 / slowest) * curveRate);
  const correlation = autocorrelate(onsets, 4 * longest + 4);
  const strengths = new Float32Array(longest + 2);
  for (let period = Math.floor((60 / fastest) * curveRate); period <= longest; period++) {
    strengths[period] = getStrength(correlation, period);
  }
  const tempi: Tempo[] = [];
  for (let period = Math.ceil((60 / fastest) * curveRate); period <= longest; period++) {
    const here = strengths[period] ?? 0;
    if (here >= (strengths[period - 1] ?? 0) && here > (strengths[period + 1] ?? 0)) {
      const bpm = (60 * curveRate) / refine(correlation, period);
      tempi.push({ bpm, strength: here * getPrior(bpm) });
    }
  }
  return tempi.toSorted((one, other) => other.strength - one.strength);
}

export const getPrior = (bpm: number): number => Math.exp(-0.5 * (Math.log2(bpm / usualBpm) / spreadOctaves) ** 2);

/** Returns the mean of the correlation at one, two and four periods. These need not be whole lags. */
const getStrength = (correlation: Float32Array, period: number): number =>
  ([1, 2, 4] as const).reduce((sum, times) => sum + highestNear(correlation, times * period, times / 2), 0) / 3;

function highestNear(values: Float32Array, at: number, reach: number): number {
  let highest = 0;
  for (let place = Math.ceil(at - reach); place <= at + reach; place++) {
    highest = Math.max(highest, values[place] ?? 0);
  }
  return highest;
}

/** Refines the period to a fraction of a value, from the peaks at its multiples. */
function refine(correlation: Float32Array, period: number): number {
  let refined = period;
  for (const times of [1, 2, 4]) {
    const near = Math.round(refined * times);
    const reach = times === 1 ? 1 : 2;
    let best = near;
    for (let place = near - reach; place <= near + reach; place++) {
      best = (correlation[place] ?? 0) > (correlation[best] ?? 0) ? place : best;
    }
    const [before, here, after] = [correlation[best - 1] ?? 0, correlation[best] ?? 0, correlation[best + 1] ?? 0];
    const bend = before - 2 * here + after;
    // At the end of the search range, the best lag need not be a peak.
    const shift = bend < 0 ? (0.5 * (before - after)) / bend : 0;
    refined = (best + Math.min(0.5, Math.max(-0.5, shift))) / times;
  }
  return refined;
}

/** Computes the autocorrelation for lags up to `lags`, 1 at lag 0. Each value is the mean of its own products. */
function autocorrelate(values: Float32Array, lags: number): Float32Array {
  const correlation = new Float32Array(lags + 1);
  const power = correlateAt(values, 0);
  for (let lag = 0; lag <= Math.min(lags, values.length - 1); lag++) {
    correlation[lag] = power > 0 ? correlateAt(values, lag) / power : 0;
  }
  return correlation;
}

/** Returns the mean product of values that are `lag` apart. */
export function correlateAt(values: Float32Array, lag: number): number {
  let sum = 0;
  for (let at = lag; at < values.length; at++) {
    sum += (values[at] ?? 0) * (values[at - lag] ?? 0);
  }
  return sum / (values.length - lag);
}

/** Returns the highest correlation of the lags around a fractional lag. */
export const correlateNear = (values: Float32Array, lag: number): number =>
  Math.max(...[-2, -1, 0, 1, 2].map((shift) => correlateAt(values, Math.round(lag) + shift)));
