import type { RgbFactors } from './colour.ts';
import { limitRange } from './range.ts';
import type { Planes } from './planes.ts';
import { fromRgb, type PackedRgb } from './rgba.ts';

/**
 * The conversion by which a decoder that returns RGB created it from the YUV of the stream. It allows restoring the planes of the
 * stream.
 */
export type RgbOrigin = {
  /** The factors of the decoder, which may differ from the matrix that the container names. */
  readonly factors: RgbFactors;
  /** Whether the values of the stream are full range, 0..255. */
  readonly isFullRange: boolean;
  /** Whether the decoder respects full range. If not, it treats the values as limited range, and clips both ends. */
  readonly isRangeKept: boolean;
};

/** Returns the index of red in a pixel of four bytes, for the RGB formats of WebCodecs; null for all others. */
export function findRed(format: string | null): 0 | 2 | null {
  if (format === 'RGBA' || format === 'RGBX') {
    return 0;
  }
  return format === 'BGRA' || format === 'BGRX' ? 2 : null;
}

/** Fills `planes` with the YUV of the stream, in limited range. */
export function toStreamPlanes(rgb: PackedRgb, origin: RgbOrigin, planes: Planes): void {
  fromRgb(rgb, planes, origin.factors);
  if (origin.isFullRange && !origin.isRangeKept) {
    limitRange(planes);
  }
}

/**
 * Maps green that was stretched from limited range back to luma. The ends represent all clipped values: of alpha, mostly 0 and 255.
 */
const unstretched = Uint8Array.from({ length: 256 }, (_, green) =>
  green === 0 || green === 255 ? green : Math.round(16 + (green * 219) / 255),
);

/** Returns the luma of a frame without colours, with the original values of the stream. */
export function toStreamLuma(
  { bytes, offset, stride }: PackedRgb,
  { isFullRange, isRangeKept }: RgbOrigin,
  luma: Uint8Array,
  width: number,
): void {
  const isExact = isFullRange && isRangeKept;
  for (let at = 0, row = offset + 1; at < luma.length; row += stride) {
    for (let from = row; from < row + 4 * width; from += 4) {
      const green = bytes[from] ?? 0;
      luma[at++] = isExact ? green : (unstretched[green] ?? 0);
    }
  }
}
