import type { Rhythm } from '#core/analysis/rhythm.ts';
import { curveRate, type OnsetCurves } from './onset-curves.ts';

/** The number of beats before and after a bar that are compared. */
const span = 8;
/** The minimum rise of the bass at a drop, in dB. */
const minRise = 3;
const maxDrops = 12;

/**
 * Finds the bars at which the bass and the onset density rise against the two bars before, best first. The score is higher after a
 * stretch of falling bass, and for a rise within one bar.
 */
export function findDrops(beats: readonly number[], firstBar: number, curves: OnsetCurves): Rhythm['drops'] {
  const bass = beats.map((_, at) => meanBetween(curves.bassPower, beats[at], beats[at + 1]));
  const onsets = beats.map((_, at) => meanBetween(curves.all, beats[at], beats[at + 1]));
  const floor = 1e-4 * Math.max(1e-12, ...bass);
  const found: { atSeconds: number; score: number }[] = [];
  for (let at = firstBar % 4; at < beats.length; at += 4) {
    if (at < span / 2 || at + span / 2 > beats.length) {
      continue;
    }
    const [after, before] = [bass.slice(at, at + span), bass.slice(Math.max(0, at - span), at)];
    const rise = toDb(mean(after), floor) - toDb(mean(before), floor);
    const density = mean(onsets.slice(at, at + span)) / Math.max(1e-6, mean(onsets.slice(Math.max(0, at - span), at)));
    const earlier = bass.slice(Math.max(0, at - 3 * span), Math.max(0, at - span));
    const fell = earlier.length === 0 ? 0 : Math.max(0, toDb(mean(earlier), floor) - toDb(mean(before), floor));
    const step = toDb(mean(after.slice(0, 4)), floor) - toDb(mean(before.slice(-4)), floor);
    if (rise >= minRise && step > 0) {
      const score =
        Math.min(rise, 24) +
        Math.min(step, 24) +
        4 * Math.min(2, Math.log2(Math.max(0.25, density))) +
        0.3 * Math.min(fell, 12);
      found.push({ atSeconds: beats[at] ?? 0, score });
    }
  }
  return found.toSorted((one, other) => other.score - one.score).slice(0, maxDrops);
}

const toDb = (power: number, floor: number): number => 10 * Math.log10(power + floor);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function meanBetween(curve: Float32Array, from = 0, to = from + 0.5): number {
  const [start, end] = [
    Math.round(from * curveRate),
    Math.max(Math.round(from * curveRate) + 1, Math.round(to * curveRate)),
  ];
  let sum = 0;
  for (let at = start; at < end; at++) {
    sum += curve[at] ?? 0;
  }
  return sum / (end - start);
}
