import type { TrackAnchor } from '#core/analysis/track.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Size } from '#core/lib/size.ts';
import type { Box, Point } from '../input.ts';

/** The side of the box around a point, as a share of the frame's shorter side. */
const pointShare = 0.16;
/** The minimum side of a target in pixels. */
const minSide = 6;
/** The tolerance within which two positions belong to the same frame: the later entry replaces the earlier one. */
const sameSeconds = 0.015;

/** A position that an input names: a box, or the point in its middle. */
type NamedPlace = { readonly atSeconds: number } & ({ readonly box: Box } | { readonly point: Point });

/** Returns the anchor of a given target. Throws VALIDATION_FAILED for a position outside of the frame. */
export function toNamedAnchor(target: NamedPlace, picture: Size): TrackAnchor {
  const { atSeconds } = target;
  if ('box' in target) {
    return { atSeconds, box: requireInside(target.box, picture, 'target.box') };
  }
  const side = pointShare * Math.min(picture.width, picture.height);
  const { x, y } = target.point;
  if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) {
    throw outside('target.point', picture);
  }
  const box = { x: x - side / 2, y: y - side / 2, width: side, height: side };
  return { atSeconds, box: requireInside(box, picture, 'target.point') };
}

/** Returns the first anchor and the corrections, which replace earlier anchors of the same frame. */
export function toAnchors(
  first: TrackAnchor,
  corrections: readonly TrackAnchor[],
  picture: Size,
): readonly TrackAnchor[] {
  const corrected = corrections.map(({ atSeconds, box }, index) => ({
    atSeconds,
    box: requireInside(box, picture, `corrections.${index}.box`),
  }));
  return [...corrected, { atSeconds: first.atSeconds, box: first.box }]
    .filter(({ atSeconds }, index, all) => {
      const later = index === all.length - 1 ? corrected : corrected.slice(index + 1);
      return later.every((other) => Math.abs(other.atSeconds - atSeconds) > sameSeconds);
    })
    .toSorted((one, other) => one.atSeconds - other.atSeconds);
}

/** Returns the part of the box inside the frame. Throws VALIDATION_FAILED, with `path`, if it is too small. */
export function requireInside(box: Box, picture: Size, path: string): Box {
  const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
  const width = Math.min(picture.width, box.x + box.width) - left;
  const height = Math.min(picture.height, box.y + box.height) - top;
  if (width < minSide || height < minSide) {
    throw outside(path, picture);
  }
  return { x: left, y: top, width, height };
}

function outside(path: string, { width, height }: Size): Failure {
  const message = `must be within the frame, which is ${width} by ${height}, and be at least ${minSide} pixels wide and high`;
  return new Failure('VALIDATION_FAILED', { message: `${path} ${message}.`, details: [{ path, message }] });
}
