import { iou, mean } from '#test/support/matte-metrics.ts';
import { decodeFrames } from '#test/support/native.ts';
import type { Format } from './native-way.ts';

const size = { width: 320, height: 180 };
/** The minimum mean distance from green, of 255 a channel, of a pixel that is not background. */
const minDistance = 40;
const green: readonly number[] = [0, 177, 64];

/** Reads the mattes of a result: its alpha or, in an MP4, all pixels that are not green. */
export async function readMattes(file: string, format: Format, seconds: number): Promise<Uint8Array[]> {
  if (format === 'mp4') {
    const frames = await decodeFrames(file, { ...size, pixels: 'rgb24', seconds });
    return frames.map(toMatte);
  }
  // Only this ffmpeg decoder reads the alpha of WebM.
  const decoder = format === 'webm' ? { decoder: 'libvpx-vp9' } : {};
  return decodeFrames(file, { ...size, pixels: 'gray', filter: 'alphaextract', seconds, ...decoder });
}

/** Returns the mean IoU of two sides' mattes over all frames. It is 0 if their numbers of frames differ by more than 5 %. */
export function compare(one: readonly Uint8Array[], other: readonly Uint8Array[]): number {
  const count = Math.min(one.length, other.length);
  const isWhole = count > 0 && count >= 0.95 * Math.max(one.length, other.length);
  return isWhole ? mean(one.slice(0, count).map((matte, frame) => iou(matte, other[frame] ?? matte))) : 0;
}

function toMatte(rgb: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: rgb.length / 3 }, (_, pixel) => {
    const distance = green.reduce((sum, value, channel) => sum + Math.abs((rgb[3 * pixel + channel] ?? 0) - value), 0);
    return distance > 3 * minDistance ? 255 : 0;
  });
}
