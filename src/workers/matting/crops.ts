import type { Size } from '#core/lib/size.ts';
import type { Edges } from '#workers/matting/regions.ts';
import type { Box } from '#workers/matting/resample.ts';
import type { Track } from '#workers/matting/tracks.ts';

/** A crop of an image. `isMirrored` means that the networks receive it mirrored. */
export type Crop = { readonly box: Box; readonly isMirrored: boolean };

/** The whole image, as it is or mirrored, or a crop of a figure, close or with more of its surroundings. */
export type CropKind = 'whole' | 'mirrored' | 'near' | 'wide';

/** A crop, and its weight relative to 1 for the whole image. */
export type WeightedCrop = Crop & { readonly kind: CropKind; readonly weight: number };

/**
 * The sizes of crops relative to a figure's box. Mirroring one of them is free: it gained .002 IoU on synthetic
 * scenes.
 */
const kinds = [
  { kind: 'near', factor: 1.35, isMirrored: true },
  { kind: 'wide', factor: 1.8, isMirrored: false },
] as const;
/** The minimum length of a side, as a share of the longer one: the networks were not trained on narrow crops. */
const minAspect = 0.6;
/** The weight of a crop. */
const closerWeight = 1.5;
/** Shares of the image: up to the first a crop has its full weight; from the second on it is omitted, because it is hardly a crop. */
const closeShare = 0.8;
const wholeShare = 0.95;
/** The minimum weight of a crop; below it, it is not worth its time. */
const minWeight = 0.01;
/** The exponent of the window function; a lower one is flatter in the middle. */
const windowPower = 0.3;

/**
 * Lists the further crops of an image of `size`: crops of each figure, without those of weight 0. If there
 * are few, because a figure fills the image, the whole image is added again, mirrored. With `isBothWays` it is always
 * added, and every crop is added mirrored too.
 */
export function listCrops(
  tracks: readonly Pick<Track, keyof Edges | 'strength'>[],
  size: Size,
  isBothWays: boolean,
): WeightedCrop[] {
  const closer = tracks.flatMap((track) =>
    kinds.flatMap(({ kind, factor, isMirrored }) => {
      const box = toBox(track, factor, size);
      const share = (box.width * box.height) / (size.width * size.height);
      const closeness = Math.min(1, Math.max(0, (wholeShare - share) / (wholeShare - closeShare)));
      const weight = closerWeight * track.strength * closeness;
      return weight > minWeight ? [{ kind, box, isMirrored, weight }] : [];
    }),
  );
  const left = 1 - closer.reduce((sum, { weight }) => sum + weight, 0) / (kinds.length * closerWeight);
  const whole = { ...getWhole(size), kind: 'mirrored', isMirrored: true } as const;
  if (isBothWays) {
    const others = closer.map((crop) => ({ ...crop, isMirrored: !crop.isMirrored }));
    return [...closer, ...others, { ...whole, weight: 1 }];
  }
  return left > minWeight ? [...closer, { ...whole, weight: left }] : closer;
}

/** Returns the whole image as a crop. */
export const getWhole = ({ width, height }: Size): WeightedCrop => ({
  kind: 'whole',
  box: { left: 0, top: 0, width, height },
  isMirrored: false,
  weight: 1,
});

function toBox({ left, top, right, bottom }: Edges, factor: number, { width, height }: Size): Box {
  const least = Math.max(right - left, bottom - top) * minAspect;
  const [x, boxWidth] = growSide(left, right, factor, least, width);
  const [y, boxHeight] = growSide(top, bottom, factor, least, height);
  return { left: x, top: y, width: boxWidth, height: boxHeight };
}

function growSide(
  start: number,
  end: number,
  factor: number,
  least: number,
  limit: number,
): [start: number, length: number] {
  const half = (Math.max(end - start, least) * factor) / 2;
  const centre = (start + end) / 2;
  const from = Math.max(Math.round(centre - half), 0);
  return [from, Math.max(1, Math.min(Math.round(centre + half), limit) - from)];
}

/**
 * Returns the window function of a crop along one axis, of `length` pixels from `start` in an image of `limit`: 1 inside, falling to 0
 * towards ends that are not edges of the image.
 */
export function computeWindow(start: number, length: number, limit: number): Float32Array {
  const isFirst = start === 0;
  const isLast = start + length === limit;
  return Float32Array.from({ length }, (_, at) => {
    const place = (at + 1) / (length + 1);
    const isAtPictureEdge = place < 0.5 ? isFirst : isLast;
    return isAtPictureEdge ? 1 : Math.sin(Math.PI * place) ** (2 * windowPower);
  });
}
