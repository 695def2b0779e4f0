import type { NoRhythm, Rhythm } from '#core/analysis/rhythm.ts';
import { findDrops } from './find-drops.ts';
import { curveRate, type OnsetCurves } from './onset-curves.ts';
import { findPulse, highestNear, getTempo, type Pulse } from './pulse.ts';
import { findTempoRatios } from './tempo-curve.ts';
import { warpCurves } from './warp-curves.ts';

/** The range of tempi that people tap to; alternative tempi outside it are left out. */
const tappable = { min: 40, max: 240 } as const;
/** The power below which audio is silent: the power of a tone at -71 dB of full scale. */
const silentPower = 1e-5;
/** The minimum duration of audio for which a tempo is estimated. */
const minSeconds = 1;
/** The minimum regularity, and the minimum gain in regularity over a constant tempo, for beats that follow a changing tempo. */
const minGain = 0.1;
const minRegularity = 0.2;
/** The factor on the confidence of beats at a changing tempo. */
const changingShare = 0.75;
/** The number of beats from which the tempo at a time is computed. */
const beatsOfTempo = 4;

/** Finds the beats of a piece of music. `bpm` is its tempo if known. */
export function findRhythm(curves: OnsetCurves, bpm: number | null): Rhythm | NoRhythm {
  const durationSeconds = curves.all.length / curveRate;
  if (!curves.power.some((power) => power > silentPower)) {
    return 'silent';
  }
  if (bpm === null && durationSeconds < minSeconds) {
    return 'short';
  }
  const plain = findPulse(curves, bpm);
  const followed = bpm === null ? followTempo(curves, plain) : null;
  const { beats, confidence, bpm: tempo } = followed ?? plain;
  const found = bpm ?? getTempo(beats, tempo);
  const firstBar = findFirstBar(beats, curves);
  return {
    durationSeconds,
    bpm: found,
    tempoAlternates: [found / 2, 2 * found].filter((one) => one >= tappable.min && one <= tappable.max),
    tempoRange: followed && getRange(beats),
    confidence,
    beats: [...beats],
    firstBar,
    drops: findDrops(beats, firstBar, curves),
  };
}

/** Finds the beats of music whose tempo changes; null if beats of a constant tempo explain the music equally well. */
function followTempo(curves: OnsetCurves, plain: Pulse): Pulse | null {
  const ratios = findTempoRatios(plain.onsets);
  if (!ratios) {
    return null;
  }
  const { curves: even, toOriginal } = warpCurves(curves, ratios);
  const pulse = findPulse(even, null);
  if (pulse.regularity < Math.max(minRegularity, plain.regularity + minGain)) {
    return null;
  }
  const beats = pulse.beats.map((beat) => toOriginal(beat * curveRate) / curveRate);
  return { ...pulse, beats, confidence: changingShare * pulse.confidence };
}

function getRange(beats: readonly number[]): Rhythm['tempoRange'] {
  const tempi = beats
    .slice(beatsOfTempo)
    .map((beat, at) => (60 * beatsOfTempo) / (beat - (beats[at] ?? 0)))
    .filter((bpm) => Number.isFinite(bpm));
  return tempi.length === 0 ? null : { minBpm: Math.min(...tempi), maxBpm: Math.max(...tempi) };
}

/** Returns which of the four positions in a bar has the most bass, because bars begin with a bass drum and a new chord. */
function findFirstBar(beats: readonly number[], { bass, middle }: OnsetCurves): number {
  const sums = [0, 0, 0, 0];
  beats.forEach((beat, at) => {
    const place = Math.round(beat * curveRate);
    sums[at % 4] = (sums[at % 4] ?? 0) + highestNear(bass, place) - 0.25 * highestNear(middle, place);
  });
  return sums.indexOf(Math.max(...sums));
}
