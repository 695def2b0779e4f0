import type { Rhythm } from '#core/analysis/rhythm.ts';
import { findDrops } from './find-drops.ts';
import { curveRate, type OnsetCurves } from './onset-curves.ts';
import { correlateAt, correlateNear, fastest, findTempi, priorOf, slowest, type Tempo } from './tempo.ts';
import { trackBeats } from './track-beats.ts';

/** How much each register counts: bass drums carry the beat, cymbals are often between the beats. */
const weights = { bass: 1, middle: 0.8, treble: 0.35 } as const;
/** What rises is measured against its mean over this long. */
const meanSeconds = 0.4;
/** Tempi that people would tap to; alternates outside are none. */
const tappable = { least: 40, most: 240 } as const;
/** How much a backbeat speaks for the tempo that it fits. */
const backbeatWeight = 4;
/** Beats to each side that the place of one is judged by, and how far they may lie off a straight line to be steady. */
const steadyReach = 4;
const steadySeconds = 0.02;

/** The beats of a piece of music. `bpm`, where it is known, is believed. Null where nothing happens in it. */
export function findRhythm(curves: OnsetCurves, bpm: number | null): Rhythm | null {
  const onsets = combine(curves);
  const tempi = onsets ? findTempi(onsets) : [];
  const tempo = bpm ?? chooseTempo(tempi, curves);
  if (!onsets || tempo === null) {
    return null;
  }
  const beats = steady(trackBeats(onsets, tempo).map((place) => place / curveRate));
  const found = bpm ?? tempoOf(beats, tempo);
  const firstBar = findFirstBar(beats, curves);
  return {
    durationSeconds: onsets.length / curveRate,
    bpm: found,
    tempoAlternates: [found / 2, 2 * found].filter((one) => one >= tappable.least && one <= tappable.most),
    confidence: confidenceOf(beats, onsets),
    beats,
    firstBar,
    drops: findDrops(beats, firstBar, curves),
  };
}

/** One curve of all registers whose deviation is 1; null for silence. */
function combine(curves: OnsetCurves): Float32Array | null {
  const combined = new Float32Array(curves.all.length);
  for (const [register, weight] of Object.entries(weights)) {
    const curve = normalise(curves[register === 'bass' || register === 'middle' ? register : 'treble']);
    curve?.forEach((value, at) => (combined[at] = (combined[at] ?? 0) + weight * value));
  }
  return normalise(smooth(combined));
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
function tempoOf(beats: readonly number[], bpm: number): number {
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

/** Of the four places in a bar the one with the most bass, as bars begin with a bass drum and a new chord. */
function findFirstBar(beats: readonly number[], { bass, middle }: OnsetCurves): number {
  const sums = [0, 0, 0, 0];
  beats.forEach((beat, at) => {
    const place = Math.round(beat * curveRate);
    sums[at % 4] = (sums[at % 4] ?? 0) + highestNear(bass, place) - 0.25 * highestNear(middle, place);
  });
  return sums.indexOf(Math.max(...sums));
}

function highestNear(curve: Float32Array, place: number): number {
  return Math.max(...[-3, -2, -1, 0, 1, 2, 3].map((shift) => curve[place + shift] ?? 0));
}

/** The share of all onsets that falls on beats, against what would by chance. */
function confidenceOf(beats: readonly number[], onsets: Float32Array): number {
  const onBeat =
    beats.reduce((sum, beat) => sum + highestNear(onsets, Math.round(beat * curveRate)), 0) / Math.max(1, beats.length);
  // The curve's deviation is 1, and beats of a clear pulse reach three times that.
  return Math.min(1, Math.max(0, (onBeat - 0.5) / 2.5));
}
