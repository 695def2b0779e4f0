import { valueAt } from '#core/timeline/animate.ts';
import type { Size } from '#core/size.ts';
import type { Framing } from './reframe.ts';
import type { SeenSample } from './face-tracks.ts';

/** Where a title is, from top to bottom, in pixels of the canvas. */
export type TitlePlace = { readonly y: number; readonly height: number };

/** A face as it is seen on a canvas. */
type FaceOnCanvas = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** The middle of a title and its height as shares of the canvas: where it is best first. The last one is smaller, below faces that are large. */
const places = {
  wide: [
    { middle: 0.5, height: 0.34 },
    { middle: 0.75, height: 0.3 },
    { middle: 0.25, height: 0.3 },
    { middle: 0.8, height: 0.22 },
  ],
  tall: [
    { middle: 0.5, height: 0.26 },
    { middle: 0.73, height: 0.24 },
    { middle: 0.24, height: 0.24 },
    { middle: 0.81, height: 0.2 },
  ],
} as const;
/** So much of a face may be under a title, as a share of its height, on the mean of the samples. */
const mostCovered = 0.12;

/**
 * The middle, unless a title would cover faces there: then where it covers least of them. Where nobody has looked for faces it is
 * below the middle, as faces seldom are.
 */
export function placeTitle(canvas: Size, framing: Framing, seen: readonly SeenSample[]): TitlePlace {
  const [middle, lower, upper, lowest] = places[canvas.width > canvas.height ? 'wide' : 'tall'];
  const isKnown = seen.every(({ sample }) => sample.faces !== null);
  const all = (isKnown ? [middle, lower, upper, lowest] : [lower, middle, upper]).map((place) => ({
    y: place.middle * canvas.height,
    height: place.height * canvas.height,
  }));
  const faces = seen.flatMap((one) => facesOn(canvas, framing, one));
  return findFree(all, faces, { left: 0, right: canvas.width }) ?? { y: canvas.height / 2, height: canvas.height / 4 };
}

/** The plate of a point: where it is as a rule, how high it may be and how low, in pixels of the canvas. */
export type PointPlate = TitlePlace & {
  readonly left: number;
  readonly right: number;
  readonly highest: number;
  readonly lowest: number;
};

/** The middle of a point from top to bottom: where it is as a rule, unless it would cover faces there. */
export function placePoint(canvas: Size, framing: Framing, seen: readonly SeenSample[], plate: PointPlate): number {
  const all = [plate.y, plate.lowest, plate.highest].map((y) => ({ y, height: plate.height }));
  const faces = seen.flatMap((one) => facesOn(canvas, framing, one));
  return findFree(all, faces, plate)?.y ?? plate.y;
}

type Across = { readonly left: number; readonly right: number };

/** The first place that leaves faces free, or the one that covers least of them. */
function findFree(all: readonly TitlePlace[], faces: readonly FaceOnCanvas[], across: Across): TitlePlace | undefined {
  const covered = all.map((place) => ({ place, share: coveredShare(place, faces, across) }));
  const free = covered.find(({ share }) => share <= mostCovered);
  const [least] = covered.toSorted((one, other) => one.share - other.share);
  return free?.place ?? least?.place;
}

function facesOn(canvas: Size, framing: Framing, { atSeconds, sample }: SeenSample): FaceOnCanvas[] {
  const left = valueAt(framing.x, atSeconds) - framing.width / 2;
  const top = valueAt(framing.y, atSeconds) - framing.height / 2;
  return (sample.faces ?? []).flatMap(({ x, y, width, height }) => {
    const middle = left + (x + width / 2) * framing.width;
    const isSeen = middle > 0 && middle < canvas.width;
    const across = { left: left + x * framing.width, right: left + (x + width) * framing.width };
    return isSeen ? [{ ...across, top: top + y * framing.height, bottom: top + (y + height) * framing.height }] : [];
  });
}

/** As a share of the height of each face that words reach from the left or the right. */
function coveredShare({ y, height }: TitlePlace, faces: readonly FaceOnCanvas[], across: Across): number {
  const shares = faces.map(({ left, right, top, bottom }) => {
    const both = Math.min(bottom, y + height / 2) - Math.max(top, y - height / 2);
    const isReached = Math.min(right, across.right) > Math.max(left, across.left);
    return isReached ? Math.max(0, both) / (bottom - top) : 0;
  });
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}
