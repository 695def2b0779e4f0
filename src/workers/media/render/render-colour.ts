import { usualColorSpace, type PictureColour } from '../picture/colour.ts';

/** The colour of a canvas without any video. */
export const usualColour: PictureColour = { matrix: 'bt709', tags: usualColorSpace('bt709') };

/**
 * Returns the colour of a canvas, which is that of its first video, so that unedited frames stay unchanged. It is always tagged,
 * because players interpret untagged frames by their size.
 */
export function toCanvasColour({ matrix, tags }: PictureColour): PictureColour {
  return {
    matrix,
    tags: tags?.matrix ? { ...usualColorSpace(matrix), ...withoutNulls(tags) } : usualColorSpace(matrix),
  };
}

function withoutNulls(tags: VideoColorSpaceInit): VideoColorSpaceInit {
  return Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== null && value !== undefined));
}

/** Returns whether a decoded frame has exactly the tags of `colour`. */
export function isColourOf(
  { matrix, primaries, transfer, fullRange }: VideoColorSpace,
  colour: PictureColour,
): boolean {
  const { tags } = colour;
  return (
    tags !== null &&
    matrix === tags.matrix &&
    primaries === tags.primaries &&
    transfer === tags.transfer &&
    fullRange === tags.fullRange
  );
}
