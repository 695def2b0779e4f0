import { curveRate, type OnsetCurves } from './onset-curves.ts';
import { correlateAt, correlateNear, fastest, findTempi, priorOf, slowest, usualBpm, type Tempo } from './tempo.ts';
import { trackBeats } from './track-beats.ts';

/** How much each register counts: bass drums carry the beat, cymbals are often between the beats. */
const weights = { bass: 1, middle: 0.8, treble: 0.35 } as const;
/** What rises is measured against its mean over this long. */
const meanSeconds = 0.4;
/** How much a backbeat speaks for the tempo that it fits. */
const backbeatWeight = 4;
/** Beats to each side that the place of one is judged by, and how far they may lie off a straight line to be steady. */
const steadyReach = 4;
const steadySeconds = 0.02;

/**
 * Onsets that come again after beats, as a share of all: by chance up to `chanceAtAll`, and more in short audio; music of a steady
 * beat reaches the sum of that and `steadyShare`.
 */
const chanceAtAll = 0.08;
const chanceOfFrames = 3;
const steadyShare = 0.2;

/** Beats at a tempo that hardly changes. Times in seconds. */
export type Pulse = {
  readonly bpm: number;
  readonly beats: readonly number[];
  /** The onsets that the beats were found in; their deviation is 1. */
  readonly onsets: Float32Array;
  /** How much of the onsets comes again after one, two or four beats, 0 to 1. */
  readonly regularity: number;
  /** How much of the onsets falls on the beats and comes again, 0 to 1: low for noise and for a tempo that changes. */
  readonly confidence: number;
};

/** Finds the beats at the most likely tempo, or at a given one. Without onsets they are at a usual tempo. */
export function findPulse(curves: OnsetCurves, bpm: number | null): Pulse {
  const onsets = combine(curves);
  const tempo = bpm ?? chooseTempo(findTempi(onsets), curves) ?? usualBpm;
  const beats = steady(trackBeats(onsets, tempo).map((place) => place / curveRate));
  const regularity = regularityOf(onsets, 60 / tempoOf(beats, tempo));
  const chance = chanceAtAll + chanceOfFrames / Math.sqrt(Math.max(1, onsets.length));
  const share = Math.min(1, Math.max(0, (regularity - chance) / steadyShare));
  return { bpm: tempo, beats, onsets, regularity, confidence: share * shareOnBeats(beats, onsets) };
}

/** One curve of all registers whose deviation is 1; zeros where nothing happens. */
function combine(curves: OnsetCurves): Float32Array {
  const combined = new Float32Array(curves.all.length);
  for (const [register, weight] of Object.entries(weights)) {
    const curve = normalise(curves[register === 'bass' || register === 'middle' ? register : 'treble']);
    curve?.forEach((value, at) => (combined[at] = (combined[at] ?? 0) + weight * value));
  }
  return normalise(smooth(combined)) ?? combined;
}

/** Less its moving mean, and divided by its deviation; null where it is flat. */
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

/** Over about 30 ms, as players are not exact. */
const smooth = (curve: Float32Array): Float32Array =>
  curve.map(
    (value, at) =>
      0.5 * value +
      0.2 * ((curve[at - 1] ?? 0) + (curve[at + 1] ?? 0)) +
      0.05 * ((curve[at - 2] ?? 0) + (curve[at + 2] ?? 0)),
  );

/**
 * The best tempo, or half or double of it. What is struck on every second beat, as snare drums are, tells them apart: it comes
 * again after two beats, and not after one.
 */
function chooseTempo(tempi: readonly Tempo[], { bass, middle }: OnsetCurves): number | null {
  const best = tempi[0];
  if (!best) {
    return null;
  }
  const [low, high] = [normalise(bass), normalise(middle)];
  const backbeat = smooth((high ?? middle).map((value, at) => Math.max(0, value - (low?.[at] ?? 0))));
  const power = correlateAt(backbeat, 0);
  const scoreOf = (bpm: number): number => {
    const beat = (60 * curveRate) / bpm;
    const after = (beats: number): number => (power > 0 ? correlateNear(backbeat, beats * beat) / power : 0);
    return priorOf(bpm) * (1 + backbeatWeight * Math.max(0, after(2) - after(1)));
  };
  const family = [best.bpm / 2, best.bpm, 2 * best.bpm].filter((bpm) => bpm >= slowest && bpm <= fastest);
  const scores = family.map(scoreOf);
  return family[scores.indexOf(Math.max(...scores))] ?? best.bpm;
}

/** The beats' own pace: the median of what lies between them. */
export function tempoOf(beats: readonly number[], bpm: number): number {
  const gaps = beats
    .slice(1)
    .map((beat, at) => beat - (beats[at] ?? 0))
    .toSorted((one, other) => one - other);
  const middle = gaps.slice(Math.floor(gaps.length * 0.25), Math.ceil(gaps.length * 0.75));
  return middle.length > 0 ? 60 / (middle.reduce((sum, gap) => sum + gap, 0) / middle.length) : bpm;
}

/** Beats that lie nearly on a straight line are put on it: the curve is coarser than the ear. */
const steady = (beats: readonly number[]): number[] =>
  beats.map((beat, at) => {
    const around = beats.slice(Math.max(0, at - steadyReach), at + steadyReach + 1);
    const own = at - Math.max(0, at - steadyReach);
    const { value, deviation } = lineThrough(around, own);
    return deviation < steadySeconds ? Math.max(0, value) : beat;
  });

/** The value at a place of the straight line through values, and how far they deviate from it. */
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

/** The share of all onsets that falls on beats, against what would by chance. */
function shareOnBeats(beats: readonly number[], onsets: Float32Array): number {
  const onBeat =
    beats.reduce((sum, beat) => sum + highestNear(onsets, Math.round(beat * curveRate)), 0) / Math.max(1, beats.length);
  // The curve's deviation is 1, and beats of a clear pulse reach three times that.
  return Math.min(1, Math.max(0, (onBeat - 0.5) / 2.5));
}

/** The mean of the two highest correlations of the onsets with themselves one, two and four beats later. */
function regularityOf(onsets: Float32Array, beatSeconds: number): number {
  const mean = onsets.reduce((sum, value) => sum + value, 0) / Math.max(1, onsets.length);
  const centred = onsets.map((value) => value - mean);
  const power = correlateAt(centred, 0);
  const lags = [1, 2, 4].map((beats) => beats * beatSeconds * curveRate).filter((lag) => lag < 0.75 * onsets.length);
  const [first = 0, second = first] = lags
    .map((lag) => (power > 1e-9 ? correlateNear(centred, lag) / power : 0))
    .toSorted((one, other) => other - one);
  return Math.min(1, Math.max(0, (first + second) / 2));
}
