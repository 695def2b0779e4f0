import { iou, mean } from '../test/support/matte-metrics.ts';
import { decodeFrames } from '../test/support/native.ts';
import type { Format } from './native-way.ts';

const size = { width: 320, height: 180 };
/** A pixel whose colour is so far from the green, of 255 a channel on average, is not background. */
const leastDistance = 40;
const green: readonly number[] = [0, 177, 64];

/** The mattes that a result holds: its alpha, or, in an MP4, what is not green. */
export async function readMattes(file: string, format: Format, seconds: number): Promise<Uint8Array[]> {
  if (format === 'mp4') {
    const frames = await decodeFrames(file, { ...size, pixels: 'rgb24', seconds });
    return frames.map(toMatte);
  }
  // ffmpeg reads the alpha of WebM with its own decoder only.
  const decoder = format === 'webm' ? { decoder: 'libvpx-vp9' } : {};
  return decodeFrames(file, { ...size, pixels: 'gray', filter: 'alphaextract', seconds, ...decoder });
}

/** The mean IoU of two sides' mattes, frame by frame; 0 when one has less than 95 % of the other's frames. */
export function compare(one: readonly Uint8Array[], other: readonly Uint8Array[]): number {
  const count = Math.min(one.length, other.length);
  const isWhole = count > 0 && count >= 0.95 * Math.max(one.length, other.length);
  return isWhole ? mean(one.slice(0, count).map((matte, frame) => iou(matte, other[frame] ?? matte))) : 0;
}

function toMatte(rgb: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: rgb.length / 3 }, (_, pixel) => {
    const distance = green.reduce((sum, value, channel) => sum + Math.abs((rgb[3 * pixel + channel] ?? 0) - value), 0);
    return distance > 3 * leastDistance ? 255 : 0;
  });
}
