import * as z from 'zod';
import type { MediaFacts } from '../protocol/engine-tasks.ts';

/** The work of a run, known before it starts: the frames of its videos, and their mean size in pixels. */
export type Workload = { readonly frameCount: number; readonly pixels: number };

/** A measured run on this device. `startSeconds` of its `workSeconds` passed before its first frame was ready. */
export type RunSample = Workload & { readonly startSeconds: number; readonly workSeconds: number };

const timeRange = z.object({ startSeconds: z.number(), endSeconds: z.number() });

/** The number of runs that an estimate uses: so many that one unusual run has little influence. */
export const maxSamples = 8;
/** The weight of a run relative to the next one, so that estimates follow a device or a version that becomes faster. */
const ageWeight = 0.7;
/** A larger range of sizes shows how the time of a frame depends on its size. */
const minSizeRange = 1.5;
/**
 * The time of a frame of one megapixel that depends on its size, relative to the rest, between .1 at `best` and .35 at `fast`
 * (docs/benchmarks/long-runs.md). It only applies until runs of two sizes are measured on the device.
 */
const firstSizeRatio = 0.2;

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
 * Predicts the seconds of a run from measured runs, the oldest first; null without any. The time is that before the first frame,
 * plus that of the frames, which is a linear function of their size.
 */
export function predictSeconds(samples: readonly RunSample[], { frameCount, pixels }: Workload): number | null {
  if (samples.length === 0) {
    return null;
  }
  const starts = samples.map(({ startSeconds }) => startSeconds).toSorted((one, other) => one - other);
  const startSeconds = starts[(starts.length - 1) >> 1] ?? 0;
  return startSeconds + frameCount * predictFrameSeconds(samples, pixels / 1e6);
}

function predictFrameSeconds(samples: readonly RunSample[], megapixels: number): number {
  const points = samples.map((one, at) => ({
    size: one.pixels / 1e6,
    seconds: Math.max(0, one.workSeconds - one.startSeconds) / one.frameCount,
    // A long run says more than a short one, whose start and end weigh more.
    weight: ageWeight ** (samples.length - 1 - at) * Math.sqrt(one.frameCount),
  }));
  const total = points.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (value: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + point.weight * value(point), 0) / total;
  const sizes = points.map(({ size }) => size);
  if (Math.max(...sizes) < minSizeRange * Math.min(...sizes)) {
    const scale = (size: number): number => 1 + firstSizeRatio * size;
    return mean(({ size, seconds }) => (seconds * scale(megapixels)) / scale(size));
  }
  const [size, seconds] = [mean((one) => one.size), mean((one) => one.seconds)];
  const slope = mean((one) => (one.size - size) * (one.seconds - seconds)) / mean((one) => (one.size - size) ** 2);
  // Neither part of the time can be negative.
  const bounded = Math.min(Math.max(0, slope), seconds / size);
  return seconds + bounded * (megapixels - size);
}
