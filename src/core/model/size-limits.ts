import type { OutputFormat } from './formats.ts';
import type { Size } from '../lib/size.ts';

/** The maximum frame size of a format, in square pixels as displayed. */
type SizeLimit = {
  readonly name: string;
  readonly longSidePx: number;
  readonly pixels: number;
  /** The reason for the limit. */
  readonly source: string;
};

/** The maximum of VP9's levels 6 to 6.2. Chromium's encoder (libvpx) failed in tests from 16,386 pixels per side. */
const vp9 = { longSidePx: 16_384, pixels: 35_651_584 } as const;

/**
 * The maximum frame size of each output format, measured in Chromium 156. H.264 ends at 36,864 macroblocks and 8,688 pixels per
 * side (level 5.2): beyond that an MP4 contains VP9. ProRes itself could contain larger frames, but a run of 8192x8192 failed.
 */
const sizeLimits = {
  webm: { name: 'WebM', ...vp9, source: 'VP9, level 6.2' },
  mp4: { name: 'MP4', ...vp9, source: 'H.264 up to level 5.2, and VP9 up to level 6.2 beyond it' },
  mov: { name: 'MOV', ...vp9, source: 'the largest frames that the other stages of a run processed in tests' },
} as const satisfies Record<OutputFormat, SizeLimit>;

/** Explains why frames of `size` cannot be written in `format`: the size, the limit and a solution. Null if they can be. */
export function describeOversize(size: Size, format: OutputFormat): string | null {
  const limit = sizeLimits[format];
  return fits(size, limit)
    ? null
    : tell(
        size,
        `${limit.name} supports at most ${limit.longSidePx} pixels per side and ${toMillions(limit.pixels)} million in total`,
      );
}

/** Explains the same for frames that are too large for all formats. */
export function describeOversizeForAll(size: Size): string | null {
  const limits = Object.values(sizeLimits);
  const longSidePx = Math.max(...limits.map((limit) => limit.longSidePx));
  const pixels = Math.max(...limits.map((limit) => limit.pixels));
  return limits.some((limit) => fits(size, limit))
    ? null
    : tell(
        size,
        `No format supports more than ${longSidePx} pixels per side and ${toMillions(pixels)} million in total`,
      );
}

/**
 * The minimum width and height, in pixels, of a video in which a subject is searched. In tests with the shipped models, a person
 * was found at 32 pixels per side and not at 16, and neither a person nor an object at 3.
 */
export const minSubjectSidePx = 16;

/** Explains why a video is too small for a recipe: the size and the minimum per side. Null if it is large enough. */
export function describeUndersize({ width, height }: Size, minSidePx: number): string | null {
  return Math.min(width, height) >= minSidePx
    ? null
    : `The video is too small: ${width}x${height} pixels. At least ${minSidePx} pixels per side are needed to find a subject. Choose a larger video.`;
}

const tell = ({ width, height }: Size, limit: string): string =>
  `The video's frames are too large: ${width}x${height} pixels as displayed, with pixel aspect ratio and rotation. ${limit}. Scale the video down and send it again.`;

const fits = ({ width, height }: Size, { longSidePx, pixels }: SizeLimit): boolean =>
  Math.max(width, height) <= longSidePx && width * height <= pixels;

const toMillions = (pixels: number): string => (pixels / 1e6).toFixed(1);

/** The maximum size of a decoded image: its pixels take half a gigabyte, and the cameras of phones do not exceed it. */
const pictureLimit = { longSidePx: 16_384, pixels: 120_000_000 } as const;

/** Explains why an image of this size cannot be used: the size, the limit and a solution. Null if it can be used. */
export function describeOversizePicture(size: Size): string | null {
  const { longSidePx, pixels } = pictureLimit;
  const isWithin = Math.max(size.width, size.height) <= longSidePx && size.width * size.height <= pixels;
  return isWithin
    ? null
    : `The image is too large: ${size.width}x${size.height} pixels. The maximum is ${longSidePx} pixels per side and ${toMillions(pixels)} million in total. Scale it down and send it again.`;
}
