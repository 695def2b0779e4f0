import type { Size } from './size.ts';

/** The largest pictures of a kind of file, in square pixels as they are shown. */
type SizeLimit = {
  readonly name: string;
  readonly longSidePx: number;
  readonly pixels: number;
  /** What sets the limit. */
  readonly source: string;
};

/** VP9's levels 6 to 6.2 end here. Chromium's encoder (libvpx) was seen to fail from 16,386 pixels a side on. */
const vp9 = { longSidePx: 16_384, pixels: 35_651_584 } as const;

/**
 * What each output format can hold and the encoders here can make, measured in Chromium 156. H.264 ends earlier, at 36,864
 * macroblocks and a side of 8,688 pixels (level 5.2): beyond that an MP4 holds VP9.
 */
const sizeLimits = {
  webm: { name: 'WebM', ...vp9, source: 'VP9, level 6.2' },
  mp4: { name: 'MP4', ...vp9, source: 'H.264 up to level 5.2, and VP9 up to level 6.2 beyond it' },
  mov: { name: 'MOV', longSidePx: 16_384, pixels: 67_108_864, source: 'the memory that a browser gives a page' },
} as const satisfies Record<string, SizeLimit>;

type SizedFormat = keyof typeof sizeLimits;

/**
 * Why pictures of `size` cannot be made in any of `formats`: one sentence with the size, the limit and the way out. Null where one
 * of them holds such pictures.
 */
export function describeOversize(size: Size, formats: readonly SizedFormat[] = ['webm', 'mp4', 'mov']): string | null {
  const limits = formats.map((format) => sizeLimits[format]);
  if (limits.some((limit) => fits(size, limit))) {
    return null;
  }
  const most = limits.map(
    ({ name, longSidePx, pixels }) =>
      `${name} takes at most ${longSidePx} pixels a side and ${toMillions(pixels)} million in all`,
  );
  return `The video's pictures are too large: ${size.width}x${size.height} pixels as they are shown, with the shape of their pixels and their rotation. ${most.join('; ')}. Scale the video down and send it again.`;
}

const fits = ({ width, height }: Size, { longSidePx, pixels }: SizeLimit): boolean =>
  Math.max(width, height) <= longSidePx && width * height <= pixels;

const toMillions = (pixels: number): string => (pixels / 1e6).toFixed(1);
