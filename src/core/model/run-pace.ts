import * as z from 'zod';
import type { MediaFacts } from '../protocol/engine-tasks.ts';

/** The work of a run, known before it starts: the frames of its videos, and their mean size in pixels. */
export type Workload = { readonly frameCount: number; readonly pixels: number };

/** A measured run on this device. `startSeconds` of its `workSeconds` do not depend on the frames. */
export type RunSample = Workload & { readonly startSeconds: number; readonly workSeconds: number };

const timeRange = z.object({ startSeconds: z.number(), endSeconds: z.number() });

/** The number of runs that an estimate uses: so many that one unusual run has little influence. */
export const maxSamples = 8;
/** The weight of a run relative to the next one, so that estimates follow a device or a version that becomes faster. */
const ageWeight = 0.7;
/** The number of frames from which on a run has its full weight. */
const longFrames = 500;
/**
 * The time of a frame of one megapixel that depends on its size, relative to the rest, which is mostly inference. Measured
 * (docs/benchmarks/long-runs.md); runs of several sizes on the device correct it.
 */
const firstSizeRatio = { fast: 1.2, best: 0.3 };

/**
 * Returns the work of a run on files with these facts; null if the duration, size or frame rate of one of them is unknown. `input`
 * is the body of the run; its `trim` shortens the files.
 */
export function toWorkload(
  facts: readonly (MediaFacts | null | undefined)[],
  input: Readonly<Record<string, unknown>>,
): Workload | null {
  const trim = timeRange.safeParse(input['trim']).data;
  let [frameCount, pixels] = [0, 0];
  for (const one of facts) {
    const { durationSeconds, width, height, frameRate } = one ?? {};
    if (!durationSeconds || !width || !height || !frameRate) {
      return null;
    }
    const { startSeconds, endSeconds } = trim ?? { startSeconds: 0, endSeconds: durationSeconds };
    const frames = Math.max(0, Math.min(endSeconds, durationSeconds) - startSeconds) * frameRate;
    frameCount += frames;
    pixels += frames * width * height;
  }
  return frameCount > 0 ? { frameCount, pixels: pixels / frameCount } : null;
}

/**
 * Predicts the seconds of a run from measured runs, the oldest first; null without any. The time is that of the start,
 * plus that of the frames, which is a linear function of their size. `pace` is that of the recipe.
 */
export function predictSeconds(
  samples: readonly RunSample[],
  { frameCount, pixels }: Workload,
  pace: string,
): number | null {
  if (samples.length === 0) {
    return null;
  }
  const starts = samples.map(({ startSeconds }) => startSeconds).toSorted((one, other) => one - other);
  const startSeconds = starts[(starts.length - 1) >> 1] ?? 0;
  return (
    startSeconds +
    frameCount * predictFrameSeconds(samples, pixels / 1e6, firstSizeRatio[pace === 'fast' ? 'fast' : 'best'])
  );
}

function predictFrameSeconds(samples: readonly RunSample[], megapixels: number, sizeRatio: number): number {
  const points = samples.map((one, at): Point => ({
    size: one.pixels / 1e6,
    seconds: Math.max(0, one.workSeconds - one.startSeconds) / one.frameCount,
    // A long run says more than a short one, whose start and end weigh more.
    weight: ageWeight ** (samples.length - 1 - at) * Math.min(1, Math.sqrt(one.frameCount / longFrames)),
  }));
  const fits = sizeRatioSteps.map((step) => fit(points, sizeRatio * 2 ** step, step));
  const best = fits.reduce((one, other) => (other.loss < one.loss ? other : one));
  return best.seconds * (1 + best.ratio * megapixels);
}

type Point = { readonly size: number; readonly seconds: number; readonly weight: number };

/** The ratios that are tried, in powers of two of the measured one. */
const sizeRatioSteps = Array.from({ length: 17 }, (_, at) => (at - 8) / 4);
/** The variance of the time of equal runs, relative to it: other programs use the same cores. */
const timeVariance = 0.04;

/**
 * Fits the seconds of a frame without pixels for one size ratio. The loss is that of the relative errors, plus that of a ratio which
 * differs from the measured one: two runs alone, of which one was disturbed, do not say much about the ratio.
 */
function fit(points: readonly Point[], ratio: number, step: number) {
  const scaled = points
    .map((one) => ({ weight: one.weight, seconds: one.seconds / (1 + ratio * one.size) }))
    .toSorted((one, other) => one.seconds - other.seconds);
  const seconds = findMedian(scaled);
  const errors = scaled.map((one) => one.weight * (seconds > 0 ? one.seconds / seconds - 1 : 0) ** 2);
  return { ratio, seconds, loss: errors.reduce((sum, one) => sum + one, 0) / timeVariance + step ** 2 };
}

/** Returns the weighted median of a rising list: a disturbed run has no influence on it, unlike on a mean. */
function findMedian(rising: readonly { readonly weight: number; readonly seconds: number }[]): number {
  const half = rising.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  const middle = rising.find(({ weight }) => (sum += weight) >= half);
  return middle?.seconds ?? 0;
}
