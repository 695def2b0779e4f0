import { expect } from 'vitest';
import { decodeFrames, decodeSound, findLag, frameTimes, probe } from './native.ts';

/** The rules for a result without a cutout: it equals the source, upright, in square pixels, with all of its tracks. */
export type Truth = {
  readonly size: readonly [width: number, height: number];
  /** Channels of the audio; null if the result has none. */
  readonly channels: number | null;
  /**
   * The time at which the result starts, on the source's clock as ffprobe reads it; `start`: the start of the file. 0
   * by default.
   */
  readonly startsAt?: number | 'start';
  /** Frame times for files that ffprobe reads wrongly. */
  readonly times?: readonly number[];
  /** The number of frames at the end of a broken file that ffmpeg only guesses. */
  readonly guessedFrames?: number;
  /** Colours are converted to SDR: they only have to be close to those of ffmpeg's conversion. */
  readonly isToneMapped?: boolean;
  /** The maximum mean difference of the frames, in levels of 255. */
  readonly tolerance?: number;
  readonly hasAlpha?: boolean;
  /** Filters that turn ffmpeg's frames into the expected ones. */
  readonly filter?: string;
};

const soundRate = 4000;
/** Frame times are exact to the millisecond, the resolution of WebM. */
const timeTolerance = 0.0011;
const pictureTolerance = 6;
const toneMapTolerance = 22;
const toneMap =
  'zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=mobius:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p';

/** Compares `result`, a WebM, with the first `seconds` of `source`, by native ffmpeg. */
export async function judgeVideo(source: string, result: string, seconds: number | null, truth: Truth): Promise<void> {
  const made = await probe(result);
  const video = made.streams.find((stream) => stream.codec_type === 'video');
  expect([video?.width, video?.height]).toEqual(truth.size);
  const stated = truth.startsAt === 'start' ? (await probe(source)).format.start_time : truth.startsAt;
  const span = { startsAt: Number(stated ?? 0), seconds };
  await judgeTimes(source, result, span, truth);
  await judgePictures(source, result, seconds, truth);
  await judgeSound(source, result, span, truth);
}

type Span = { readonly startsAt: number; readonly seconds: number | null };

async function judgeTimes(source: string, result: string, { startsAt, seconds }: Span, truth: Truth): Promise<void> {
  const stated = (truth.times ?? (await frameTimes(source, seconds))).map((time) => time - startsAt);
  const wanted = stated.filter((time) => seconds === null || time < seconds - 1e-6);
  const times = await frameTimes(result, null);
  const least = wanted.length - (truth.guessedFrames ?? 0);
  expect({ count: times.length, isEnough: times.length >= least && times.length <= wanted.length }).toEqual({
    count: times.length,
    isEnough: true,
  });
  const worst = Math.max(...times.map((time, index) => Math.abs(time - (wanted[index] ?? Number.NaN))));
  expect(worst).toBeLessThan(timeTolerance);
}

/**
 * Compares every frame at a small size: a rotated or late frame, or one of another range or matrix, differs clearly.
 */
async function judgePictures(source: string, result: string, seconds: number | null, truth: Truth): Promise<void> {
  const [width, height] = truth.size;
  const scale = Math.min(1, 64 / Math.max(width, height));
  const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale), ...(seconds && { seconds }) };
  const filter = truth.isToneMapped ? toneMap : truth.filter;
  const from = await decodeFrames(source, { ...size, pixels: 'rgb24', ...(filter && { filter }) });
  const to = await decodeFrames(result, { ...size, pixels: 'rgb24', decoder: 'libvpx-vp9' });
  const alpha = await judgeAlpha(source, result, size, truth);
  const skipped = truth.times ? from.length - to.length : 0;
  const errors = to.map((frame, index) => visibleDifference(frame, from[index + skipped] ?? frame, alpha[index] ?? []));
  const tolerance = truth.tolerance ?? (truth.isToneMapped ? toneMapTolerance : pictureTolerance);
  expect(Math.max(...errors)).toBeLessThan(tolerance);
  if (truth.isToneMapped) {
    const share = saturation(to[0]) / saturation(from[0]);
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeLessThan(1.3);
  }
}

/** Returns the alpha of the result's frames. */
async function judgeAlpha(
  source: string,
  result: string,
  size: { width: number; height: number; seconds?: number },
  truth: Truth,
): Promise<Uint8Array[]> {
  const alpha = { ...size, pixels: 'gray', filter: 'alphaextract' } as const;
  const to = await decodeFrames(result, { ...alpha, decoder: 'libvpx-vp9' });
  if (!truth.hasAlpha) {
    expect(Math.min(...to.map((frame) => Math.min(...frame)))).toBeGreaterThan(250);
    return to;
  }
  const from = await decodeFrames(source, { ...alpha, ...(source.endsWith('.webm') && { decoder: 'libvpx-vp9' }) });
  const errors = to.map((frame, index) => meanDifference(frame, from[index] ?? frame));
  expect(Math.max(...errors)).toBeLessThan(2);
  expect(Math.min(...(to[0] ?? []))).toBeLessThan(5);
  return to;
}

async function judgeSound(source: string, result: string, { startsAt, seconds }: Span, truth: Truth): Promise<void> {
  const sound = (await probe(result)).streams.find((stream) => stream.codec_type === 'audio');
  expect(sound?.channels ?? null).toBe(truth.channels);
  if (!sound) {
    return;
  }
  const length = Math.min(seconds ?? 3, 3);
  const before = await decodeSound(source, soundRate, length, startsAt);
  const after = await decodeSound(result, soundRate, length);
  // Silence and a steady tone have no position that can be measured.
  if (hasPlace(before)) {
    expect(Math.abs(findLag(before, after, soundRate, 0.2))).toBeLessThan(0.025);
  }
}

function hasPlace(samples: Int16Array): boolean {
  const step = soundRate / 20;
  const levels = Array.from({ length: Math.floor(samples.length / step) }, (_, index) =>
    Math.sqrt(samples.subarray(index * step, (index + 1) * step).reduce((sum, value) => sum + value * value, 0) / step),
  );
  return levels.some((level, index) => level > 300 && level > 4 * (levels[index - 1] ?? level));
}

/** The difference of two images, R, G and B, weighted by alpha. */
function visibleDifference(a: Uint8Array, b: Uint8Array, alpha: ArrayLike<number>): number {
  return (
    a.reduce((sum, value, at) => sum + (Math.abs(value - (b[at] ?? 0)) * (alpha[Math.floor(at / 3)] ?? 0)) / 255, 0) /
    a.length
  );
}

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

/** Returns the mean distance between the largest and the smallest of R, G and B. */
function saturation(rgb: Uint8Array = new Uint8Array()): number {
  let sum = 0;
  for (let at = 0; at < rgb.length; at += 3) {
    const pixel = rgb.subarray(at, at + 3);
    sum += Math.max(...pixel) - Math.min(...pixel);
  }
  return (3 * sum) / rgb.length;
}
