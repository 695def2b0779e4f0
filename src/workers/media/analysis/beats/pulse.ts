import { curveRate, type OnsetCurves } from './onset-curves.ts';
import { correlateAt, correlateNear, fastest, findTempi, getPrior, slowest, usualBpm, type Tempo } from './tempo.ts';
import { trackBeats } from './track-beats.ts';

/** The weight of each register: bass drums carry the beat, cymbals are often between the beats. */
const weights = { bass: 1, middle: 0.8, treble: 0.35 } as const;
/** The duration of the moving mean that is subtracted from a curve. */
const meanSeconds = 0.4;
/** The weight of a backbeat in the choice of the tempo. */
const backbeatWeight = 4;
/** The number of neighbouring beats on each side for the line fit, and the maximum deviation from the line of steady beats. */
const steadyReach = 4;
const steadySeconds = 0.02;

/**
 * Thresholds of the share of onsets that repeat at beat distance. By chance the share is up to `chanceAtAll`, and more in short
 * audio; music with a steady beat exceeds that by at least `steadyShare`.
 */
const chanceAtAll = 0.08;
const chanceOfFrames = 3;
const steadyShare = 0.2;

/** Beats at a nearly constant tempo. Times are in seconds. */
export type Pulse = {
  readonly bpm: number;
  readonly beats: readonly number[];
  /** The onset curve from which the beats were found, normalised to a deviation of 1. */
  readonly onsets: Float32Array;
  /** The share of the onsets that repeats after one, two or four beats, 0 to 1. */
  readonly regularity: number;
  /**
   * The confidence, 0 to 1: the share of the onsets that falls on the beats and repeats. It is low for noise and for a changing
   * tempo.
   */
  readonly confidence: number;
};

/** Finds the beats at the most likely tempo, or at a given one. Without onsets, the beats have a usual tempo. */
export function findPulse(curves: OnsetCurves, bpm: number | null): Pulse {
  const onsets = combine(curves);
  const tempo = bpm ?? chooseTempo(findTempi(onsets), curves) ?? usualBpm;
  const beats = steady(trackBeats(onsets, tempo).map((place) => place / curveRate));
  const regularity = getRegularity(onsets, 60 / getTempo(beats, tempo));
  const chance = chanceAtAll + chanceOfFrames / Math.sqrt(Math.max(1, onsets.length));
  const share = Math.min(1, Math.max(0, (regularity - chance) / steadyShare));
  return { bpm: tempo, beats, onsets, regularity, confidence: share * shareOnBeats(beats, onsets) };
}

/** Combines all registers into one curve whose deviation is 1; zeros if there are no onsets. */
function combine(curves: OnsetCurves): Float32Array {
  const combined = new Float32Array(curves.all.length);
  for (const [register, weight] of Object.entries(weights)) {
    const curve = normalise(curves[register === 'bass' || register === 'middle' ? register : 'treble']);
    curve?.forEach((value, at) => (combined[at] = (combined[at] ?? 0) + weight * value));
  }
  return normalise(smooth(combined)) ?? combined;
}

/** Subtracts the moving mean and divides by the deviation; null for a flat curve. */
function normalise(curve: Float32Array): Float32Array | null {
  const reach = Math.round((meanSeconds * curveRate) / 2);
  const sums = new Float64Array(curve.length + 1);
  curve.forEach((value, at) => (sums[at + 1] = (sums[at] ?? 0) + value));
  const raised = curve.map((value, at) => {
    const [from, to] = [Math.max(0, at - reach), Math.min(curve.length, at + reach + 1)];
    return Math.max(0, value - ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from));
  });
  const power = raised.reduce((sum, value) => sum + value * value, 0) / Math.max(1, raised.length);
  return power > 1e-9 ? raised.map((value) => value / Math.sqrt(power)) : null;
}

/** Smooths a curve over about 30 ms, because players are not exact. */
const smooth = (curve: Float32Array): Float32Array =>
  curve.map(
    (value, at) =>
      0.5 * value +
      0.2 * ((curve[at - 1] ?? 0) + (curve[at + 1] ?? 0)) +
      0.05 * ((curve[at - 2] ?? 0) + (curve[at + 2] ?? 0)),
  );

/**
 * Returns the best tempo, or half or double of it. Backbeats, such as snare drums, decide: they repeat after two beats, but not
 * after one.
 */
function chooseTempo(tempi: readonly Tempo[], { bass, middle }: OnsetCurves): number | null {
  const best = tempi[0];
  if (!best) {
    return null;
  }
  const [low, high] = [normalise(bass), normalise(middle)];
  const backbeat = smooth((high ?? middle).map((value, at) => Math.max(0, value - (low?.[at] ?? 0))));
  const power = correlateAt(backbeat, 0);
  const getScore = (bpm: number): number => {
    const beat = (60 * curveRate) / bpm;
    const after = (beats: number): number => (power > 0 ? correlateNear(backbeat, beats * beat) / power : 0);
    return getPrior(bpm) * (1 + backbeatWeight * Math.max(0, after(2) - after(1)));
  };
  const family = [best.bpm / 2, best.bpm, 2 * best.bpm].filter((bpm) => bpm >= slowest && bpm <= fastest);
  const scores = family.map(getScore);
  return family[scores.indexOf(Math.max(...scores))] ?? best.bpm;
}

/** Returns the tempo of the beats in beats per minute, from the mean of the middle half of the distances between them. */
export function getTempo(beats: readonly number[], bpm: number): number {
  const gaps = beats
    .slice(1)
    .map((beat, at) => beat - (beats[at] ?? 0))
    .toSorted((one, other) => one - other);
  const middle = gaps.slice(Math.floor(gaps.length * 0.25), Math.ceil(gaps.length * 0.75));
  return middle.length > 0 ? 60 / (middle.reduce((sum, gap) => sum + gap, 0) / middle.length) : bpm;
}

/** Moves beats that are nearly on a straight line onto the line, because the curve is coarser than human hearing. */
const steady = (beats: readonly number[]): number[] =>
  beats.map((beat, at) => {
    const around = beats.slice(Math.max(0, at - steadyReach), at + steadyReach + 1);
    const own = at - Math.max(0, at - steadyReach);
    const { value, deviation } = lineThrough(around, own);
    return deviation < steadySeconds ? Math.max(0, value) : beat;
  });

/** Fits a straight line to values. Returns its value at an index, and the deviation of the values from it. */
function lineThrough(values: readonly number[], place: number): { value: number; deviation: number } {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [across, apart] = [0, 0];
  values.forEach((value, at) => {
    across += (at - middle) * (value - mean);
    apart += (at - middle) ** 2;
  });
  const slope = apart > 0 ? across / apart : 0;
  const errors = values.map((value, at) => value - mean - slope * (at - middle));
  const deviation = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / values.length);
  return { value: mean + slope * (place - middle), deviation };
}

export function highestNear(curve: Float32Array, place: number): number {
  return Math.max(...[-3, -2, -1, 0, 1, 2, 3].map((shift) => curve[place + shift] ?? 0));
}

/** Returns the share of onsets on beats, scaled so that chance is 0. */
function shareOnBeats(beats: readonly number[], onsets: Float32Array): number {
  const onBeat =
    beats.reduce((sum, beat) => sum + highestNear(onsets, Math.round(beat * curveRate)), 0) / Math.max(1, beats.length);
  // The curve's deviation is 1; beats of a clear pulse reach three times that.
  return Math.min(1, Math.max(0, (onBeat - 0.5) / 2.5));
}

/** Returns the mean of the two highest autocorrelations of the onsets at one, two and four beats. */
function getRegularity(onsets: Float32Array, beatSeconds: number): number {
  const mean = onsets.reduce((sum, value) => sum + value, 0) / Math.max(1, onsets.length);
  const centred = onsets.map((value) => value - mean);
  const power = correlateAt(centred, 0);
  const lags = [1, 2, 4].map((beats) => beats * beatSeconds * curveRate).filter((lag) => lag < 0.75 * onsets.length);
  const [first = 0, second = first] = lags
    .map((lag) => (power > 1e-9 ? correlateNear(centred, lag) / power : 0))
    .toSorted((one, other) => other - one);
  return Math.min(1, Math.max(0, (first + second) / 2));
}
