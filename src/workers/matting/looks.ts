import type { Size } from '#core/lib/size.ts';
import type { Edges } from '#workers/matting/regions.ts';
import type { Box } from '#workers/matting/resample.ts';
import type { Track } from '#workers/matting/tracks.ts';

/** A part of a picture to be looked at. `isMirrored` says that networks are shown it the other way around. */
export type Look = { readonly box: Box; readonly isMirrored: boolean };

/** A further look, and what it counts against 1 of the first look at the whole picture. */
export type FurtherLook = Look & { readonly weight: number };

/**
 * How large looks are against a figure's box. Mirroring one of them costs nothing: a second opinion brought .002 IoU on made
 * scenes.
 */
const kinds = [
  { factor: 1.35, isMirrored: true },
  { factor: 1.8, isMirrored: false },
] as const;
/** The least length of a side, as a share of the longer one: no network was trained on slivers. */
const minAspect = 0.6;
/** What a closer look counts. */
const closerWeight = 1.5;
/** Shares of the picture: up to the first a look counts in full, and from the second on it is no closer and left out. */
const closeShare = 0.8;
const wholeShare = 0.95;
/** A look that counts less than this is not worth its time. */
const minWeight = 0.01;
/** The power of the window; the lower, the flatter in the middle. */
const windowPower = 0.3;

/**
 * Lists the further looks at a picture of `size`: closer ones at each figure, but for those that count nothing. Where they
 * are few, as when somebody fills the picture, there is time to look at the whole once more, mirrored. With `isBothWays` there always
 * is, and every closer look is taken the other way around too.
 */
export function listLooks(
  tracks: readonly Pick<Track, keyof Edges | 'strength'>[],
  size: Size,
  isBothWays: boolean,
): FurtherLook[] {
  const closer = tracks.flatMap((track) =>
    kinds.flatMap(({ factor, isMirrored }) => {
      const box = toBox(track, factor, size);
      const share = (box.width * box.height) / (size.width * size.height);
      const closeness = Math.min(1, Math.max(0, (wholeShare - share) / (wholeShare - closeShare)));
      const weight = closerWeight * track.strength * closeness;
      return weight > minWeight ? [{ box, isMirrored, weight }] : [];
    }),
  );
  const left = 1 - closer.reduce((sum, { weight }) => sum + weight, 0) / (kinds.length * closerWeight);
  const whole = { box: { left: 0, top: 0, width: size.width, height: size.height }, isMirrored: true };
  if (isBothWays) {
    const others = closer.map((look) => ({ ...look, isMirrored: !look.isMirrored }));
    return [...closer, ...others, { ...whole, weight: 1 }];
  }
  return left > minWeight ? [...closer, { ...whole, weight: left }] : closer;
}

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
 * The window of a look along one axis, of `length` pixels from `start` in a picture of `limit`: 1 inside, falling off to 0
 * towards ends that are not the picture's.
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
