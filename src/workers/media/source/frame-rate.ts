import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import { Failure } from '#core/lib/failure.ts';

/** The frame rates that cameras, editors and broadcasters use. */
const usualRates = [
  24_000 / 1001,
  24,
  25,
  30_000 / 1001,
  30,
  48_000 / 1001,
  48,
  50,
  60_000 / 1001,
  60,
  120_000 / 1001,
  120,
] as const;
/** The frame rate of a video with one frame, or whose container states an invalid one. */
const fallbackRate = 30;
/** The maximum frame rate of cameras and containers in use. Frames that are closer together have damaged timestamps. */
const maxRate = 1000;
/** The resolution of the coarsest clocks in use (Matroska, WebM, FLV). */
const clockSeconds = 0.001;
/** Frames that are closer together than this count as one. */
const minIntervalSeconds = 0.5 / maxRate;
/** A rate this close to a usual one, as a share of it, is replaced by that one. */
const snapShare = 0.002;
/** An interval fits a multiple of the frame duration if it differs by at most this share of one, plus two ticks of the clock. */
const jitterShare = 0.1;
/** The share of intervals that must fit for a constant rate. */
const minFittingShare = 0.8;
/** The maximum gap in frames; longer gaps do not count. */
const maxDroppedFrames = 8;
/**
 * The number of packets to read: enough to distinguish 29.97 from 30 on a millisecond clock, without reading minutes of a file that
 * has no index.
 */
const maxPackets = 600;

/** Returns the frame rate of a track, by the timestamps of its first packets. Throws UNSUPPORTED_MEDIA if they are invalid. */
export async function readFrameRate(track: InputVideoTrack): Promise<number> {
  const times: number[] = [];
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true });
  for await (const { timestamp } of packets) {
    times.push(timestamp);
    if (times.length === maxPackets) {
      break;
    }
  }
  const frameRate = estimateFrameRate(times);
  if (frameRate === null) {
    throw new Failure('UNSUPPORTED_MEDIA', {
      message: `The video's timestamps are damaged: most of its frames have the same time, or are less than ${1 / maxRate} s apart. Export or download the video again.`,
    });
  }
  return frameRate;
}

/**
 * Returns the frame rate in frames per second, rounded to a thousandth, for timestamps in seconds and in any order. Null if they
 * are invalid: most are equal, or closer together than 1 ms.
 *
 * - One frame: 30.
 * - Frames on a regular grid, some of which may be missing: the grid's rate.
 * - A variable frame rate: the rate of the median interval.
 * A result within 0.2 % of a usual rate, or within the error that a clock of 1 ms causes, becomes that rate.
 */
export function estimateFrameRate(timestamps: readonly number[]): number | null {
  const times = timestamps.filter((time) => Number.isFinite(time)).toSorted((one, other) => one - other);
  if (times.length < 2) {
    return timestamps.length > 1 ? null : fallbackRate;
  }
  const all = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const intervals = all.filter((interval) => interval >= minIntervalSeconds && interval <= Number.MAX_VALUE);
  if (2 * intervals.length < all.length || intervals.length === 0) {
    return null;
  }
  const rates = [quantile(intervals, 0.1), quantile(intervals, 0.5)].map((unit) => fitGrid(intervals, unit));
  const fitting = rates.find((rate) => rate !== null);
  if (fitting) {
    return snapRate(fitting.rate, clockSeconds / fitting.seconds);
  }
  const median = quantile(intervals, 0.5);
  return snapRate(1 / median, clockSeconds / median);
}

/**
 * Returns the frame rate for the two that ffprobe states, as numbers: the average, and the lowest at which all timestamps can be
 * written. The second is the clock's own rate if timestamps are irregular.
 */
export function chooseStatedRate(average: number, base: number): number {
  const isSane = (rate: number): boolean => rate > 0 && rate <= maxRate;
  if (!isSane(average)) {
    return isSane(base) ? snapRate(base, 0) : fallbackRate;
  }
  // An average is inexact if the duration from which it is computed includes a long last frame.
  const isConfirmed = isSane(base) && Math.abs(base / average - 1) < 0.05 && isUsual(base);
  return snapRate(isConfirmed ? base : average, 0);
}

/** The rate of a grid, and the time over which it was measured. */
type Grid = { readonly rate: number; readonly seconds: number };

/** Measures the grid whose frames are about `roughSeconds` long; null if too few intervals fit it. */
function fitGrid(intervals: readonly number[], roughSeconds: number): Grid | null {
  const single = intervals.filter((interval) => Math.abs(interval - roughSeconds) <= 0.5 * roughSeconds);
  const unit = sum(single) / single.length;
  let [frames, seconds, fitting] = [0, 0, 0];
  for (const interval of intervals) {
    const steps = Math.round(interval / unit);
    const isOff = steps < 1 || Math.abs(interval - steps * unit) > 2 * clockSeconds + jitterShare * unit;
    if (!isOff) {
      fitting += 1;
    }
    if (!isOff && steps <= maxDroppedFrames) {
      frames += steps;
      seconds += interval;
    }
  }
  return seconds > 0 && fitting >= minFittingShare * intervals.length ? { rate: frames / seconds, seconds } : null;
}

/** Returns the nearest usual rate if it is close enough, or else the rate itself, rounded to a thousandth. */
function snapRate(rate: number, errorShare: number): number {
  const nearest = findNearestUsual(rate);
  const isNear = Math.abs(rate / nearest - 1) <= Math.max(snapShare, errorShare);
  const snapped = isNear ? nearest : rate;
  return snapped < 1 ? snapped : Math.round(snapped * 1000) / 1000;
}

const isUsual = (rate: number): boolean => Math.abs(rate / findNearestUsual(rate) - 1) <= snapShare / 10;

const findNearestUsual = (rate: number): number =>
  usualRates.reduce((best, one) => (Math.abs(one - rate) < Math.abs(best - rate) ? one : best));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
