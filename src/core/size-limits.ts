import type { OutputFormat } from './formats.ts';
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
 * What each output format can hold and can be made here, measured in Chromium 156. H.264 ends earlier, at 36,864 macroblocks and a
 * side of 8,688 pixels (level 5.2): beyond that an MP4 holds VP9. ProRes itself could hold more, but a run of 8192x8192 failed.
 */
const sizeLimits = {
  webm: { name: 'WebM', ...vp9, source: 'VP9, level 6.2' },
  mp4: { name: 'MP4', ...vp9, source: 'H.264 up to level 5.2, and VP9 up to level 6.2 beyond it' },
  mov: { name: 'MOV', ...vp9, source: 'the largest pictures that the other stages of a run were seen to take' },
} as const satisfies Record<OutputFormat, SizeLimit>;

/** Why pictures of `size` cannot be made in `format`: the size, the limit and the way out. Null where they can be. */
export function describeOversize(size: Size, format: OutputFormat): string | null {
  const limit = sizeLimits[format];
  return fits(size, limit)
    ? null
    : tell(
        size,
        `${limit.name} takes at most ${limit.longSidePx} pixels a side and ${toMillions(limit.pixels)} million in all`,
      );
}

/** The same for pictures that fit into none of the formats. */
export function describeOversizeForAll(size: Size): string | null {
  const limits = Object.values(sizeLimits);
  const longSidePx = Math.max(...limits.map((limit) => limit.longSidePx));
  const pixels = Math.max(...limits.map((limit) => limit.pixels));
  return limits.some((limit) => fits(size, limit))
    ? null
    : tell(size, `No format here takes more than ${longSidePx} pixels a side and ${toMillions(pixels)} million in all`);
}

const tell = ({ width, height }: Size, limit: string): string =>
  `The video's pictures are too large: ${width}x${height} pixels as they are shown, with the shape of their pixels and their rotation. ${limit}. Scale the video down and send it again.`;

const fits = ({ width, height }: Size, { longSidePx, pixels }: SizeLimit): boolean =>
  Math.max(width, height) <= longSidePx && width * height <= pixels;

const toMillions = (pixels: number): string => (pixels / 1e6).toFixed(1);

/** The largest pictures that are decoded: beyond that their pixels take half a gigabyte, and phones' cameras end there. */
const pictureLimit = { longSidePx: 16_384, pixels: 120_000_000 } as const;

/** Why a picture of this size cannot be used: the size, the limit and the way out. Null where it can be. */
export function describeOversizePicture(size: Size): string | null {
  const { longSidePx, pixels } = pictureLimit;
  const isWithin = Math.max(size.width, size.height) <= longSidePx && size.width * size.height <= pixels;
  return isWithin
    ? null
    : `The picture is too large: ${size.width}x${size.height} pixels. At most ${longSidePx} pixels a side and ${toMillions(pixels)} million in all can be shown. Scale it down and send it again.`;
}
