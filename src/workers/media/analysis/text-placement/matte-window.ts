import type { TextPlacementOptions } from '#core/analysis/text-placement.ts';
import type { Size } from '#core/lib/size.ts';
import { readHeader, readMattes, type SmallMatte } from './matte-file.ts';

/** A time window in a file of mattes. */
export type MatteWindow = {
  readonly mattes: Blob;
  /** The size of the mattes. */
  readonly grid: Size;
  /** The start of the window in the time of the file, and its duration. */
  readonly fromSeconds: number;
  readonly lengthSeconds: number;
};

/** Frames this close to an edge of the window count as beginning at the edge. */
const halfFrameSeconds = 1 / 240;

export async function openWindow(
  mattes: Blob,
  { window, mattesStartSeconds }: Pick<TextPlacementOptions, 'window' | 'mattesStartSeconds'>,
): Promise<MatteWindow> {
  const fromSeconds = window.startSeconds - mattesStartSeconds;
  const lengthSeconds = window.endSeconds - window.startSeconds;
  return { mattes, grid: await readHeader(mattes), fromSeconds, lengthSeconds };
}

/** Reads the requested mattes of the window; their times are relative to its start. */
export async function* readWindow(
  { mattes, grid, fromSeconds, lengthSeconds }: MatteWindow,
  isWanted: (startSeconds: number) => boolean = () => true,
): AsyncGenerator<SmallMatte, void> {
  const isWithin = (seconds: number): boolean =>
    seconds > -halfFrameSeconds && seconds < lengthSeconds - halfFrameSeconds;
  const isRead = (seconds: number): boolean => isWithin(seconds - fromSeconds) && isWanted(seconds - fromSeconds);
  for await (const matte of readMattes(mattes, grid, isRead)) {
    yield { ...matte, startSeconds: matte.startSeconds - fromSeconds };
  }
}

/** Reads about `count` mattes of the window, at even distances in time. */
export async function sampleMattes(window: MatteWindow, count: number): Promise<SmallMatte[]> {
  const stepSeconds = window.lengthSeconds / count;
  let nextSeconds = 0;
  const isDue = (seconds: number): boolean => {
    if (seconds + 1e-6 < nextSeconds) {
      return false;
    }
    nextSeconds = Math.max(nextSeconds + stepSeconds, seconds + stepSeconds / 2);
    return true;
  };
  return collect(readWindow(window, isDue));
}

/** Returns the matte at each of `times`, which rise. */
export async function mattesAt(window: MatteWindow, times: readonly number[]): Promise<SmallMatte[]> {
  const found: SmallMatte[] = [];
  for await (const matte of readWindow(window)) {
    const endSeconds = matte.startSeconds + matte.durationSeconds;
    while (found.length < times.length && (times[found.length] ?? 0) < endSeconds) {
      found.push(matte);
    }
    if (found.length === times.length) {
      break;
    }
  }
  return found;
}

async function collect(mattes: AsyncIterable<SmallMatte>): Promise<SmallMatte[]> {
  const all: SmallMatte[] = [];
  for await (const matte of mattes) {
    all.push(matte);
  }
  return all;
}

/** Halves a matte, whose size is even. */
export function halved(alpha: Uint8Array, { width, height }: Size): Uint8Array {
  const half = new Uint8Array((width >> 1) * (height >> 1));
  for (let to = 0, from = 0; to < half.length; from += 2 * width) {
    for (let x = 0, at = from; x < width >> 1; x++, to++, at += 2) {
      const above = (alpha[at] ?? 0) + (alpha[at + 1] ?? 0);
      const below = (alpha[at + width] ?? 0) + (alpha[at + width + 1] ?? 0);
      half[to] = (above + below + 2) >> 2;
    }
  }
  return half;
}
