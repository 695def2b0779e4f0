import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rgbFactors, type Matrix } from '#workers/media/picture/colour.ts';

const run = promisify(execFile);

/** A video whose pixels are known. `tags` are the colour properties that the stream and the file state. */
export type KnownClip = {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly encoder: string;
  readonly tags?: 'bt709' | 'smpte170m';
  readonly isFullRange?: boolean;
  readonly hasAlpha?: boolean;
};

/** Writes five equal frames of it. */
export async function makeKnownClip(folder: string, clip: KnownClip): Promise<string> {
  const { file, width, height, encoder, tags, isFullRange = false, hasAlpha = false } = clip;
  const raw = join(folder, `${file}.yuv`);
  await writeFile(raw, toPlanes(clip));
  const target = join(folder, file);
  const range = isFullRange ? 'pc' : 'tv';
  const colours = tags ? `-colorspace ${tags} -color_primaries ${tags} -color_trc ${tags} -color_range ${range}` : '';
  const marks = tags ? `setparams=range=${range}:colorspace=${tags}:color_primaries=${tags}:color_trc=${tags}` : 'null';
  const format = hasAlpha ? 'yuva420p' : 'yuv420p';
  const input = `-f rawvideo -pix_fmt ${format} -s ${width}x${height} -r 25 -stream_loop 4 -i`;
  const output = `-vf ${marks} ${colours} ${encoder}`;
  const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
  await run('ffmpeg', ['-v', 'error', '-y', ...words(input), raw, ...words(output), target]);
  return target;
}

/**
 * Luma rises from left to right, blue difference from top to bottom, red difference from left to right, alpha
 * downwards.
 */
const levels = (x: number, y: number): { y: number; u: number; v: number; alpha: number } => ({
  y: 40 + 160 * x,
  u: 90 + 80 * y,
  v: 100 + 60 * x,
  alpha: Math.round(255 * y),
});

function toPlanes({ width, height, hasAlpha = false }: KnownClip): Uint8Array {
  const [chromaWidth, chromaHeight] = [(width + 1) >> 1, (height + 1) >> 1];
  const plane = (columns: number, rows: number, level: 'y' | 'u' | 'v' | 'alpha'): number[] =>
    Array.from({ length: columns * rows }, (_, at) =>
      Math.round(levels((at % columns) / (columns - 1), Math.floor(at / columns) / (rows - 1))[level]),
    );
  return Uint8Array.from([
    ...plane(width, height, 'y'),
    ...plane(chromaWidth, chromaHeight, 'u'),
    ...plane(chromaWidth, chromaHeight, 'v'),
    ...(hasAlpha ? plane(width, height, 'alpha') : []),
  ]);
}

/** Returns the expected colour of a point, as shares of width and height: red, green, blue and alpha. */
function toShown(clip: KnownClip, x: number, y: number): [number, number, number, number] {
  const matrix: Matrix = clip.tags === 'bt709' ? 'bt709' : 'bt601';
  const { luma, redV, greenU, greenV, blueU } = rgbFactors(matrix);
  const stored = levels(x, y);
  // The factors are those of limited range.
  const [lumaScale, chromaScale] = clip.isFullRange ? [219 / 255, 224 / 255] : [1, 1];
  const light = luma * lumaScale * (stored.y - (clip.isFullRange ? 0 : 16));
  const [u, v] = [chromaScale * (stored.u - 128), chromaScale * (stored.v - 128)];
  const rgb = [light + redV * v, light - greenU * u - greenV * v, light + blueU * u] as const;
  const alpha = clip.hasAlpha ? stored.alpha : 255;
  return [...(rgb.map((value) => Math.max(0, Math.min(255, value))) as [number, number, number]), alpha];
}

/**
 * Returns the mean and the maximum difference of pixels from the expected ones: colours weighted by their alpha, and
 * alpha itself.
 */
export function compareShown(
  clip: KnownClip,
  rgba: ArrayLike<number>,
  { width, height }: { readonly width: number; readonly height: number },
): { readonly mean: number; readonly most: number } {
  let [sum, most] = [0, 0];
  for (let at = 0; at < width * height; at++) {
    const expected = toShown(clip, ((at % width) + 0.5) / width, (Math.floor(at / width) + 0.5) / height);
    for (let channel = 0; channel < 4; channel++) {
      const weigh = (value: number, alpha: number): number => (channel === 3 ? value : (value * alpha) / 255);
      const shown = weigh(rgba[4 * at + channel] ?? 0, rgba[4 * at + 3] ?? 0);
      const difference = Math.abs(shown - weigh(expected[channel] ?? 0, expected[3]));
      sum += difference;
      most = Math.max(most, difference);
    }
  }
  return { mean: sum / (4 * width * height), most };
}
