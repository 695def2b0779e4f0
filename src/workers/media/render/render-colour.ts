import { usualColorSpace, type PictureColour } from '../picture/colour.ts';

/** What the frames of a canvas without any video are. */
export const usualColour: PictureColour = { matrix: 'bt709', tags: usualColorSpace('bt709') };

/**
 * The colour of a canvas, which is that of its first video, so that what is not touched stays as it is. It is always said, as a picture
 * of another size would be taken for something else.
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

/** Whether a decoded frame says of its colours exactly what `colour` says. */
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
