import { valueAt } from '#core/timeline/animate.ts';
import type { Size } from '#core/lib/size.ts';
import type { Framing } from './reframe.ts';
import type { SeenSample } from './face-tracks.ts';

/** The vertical position of a title, in pixels of the canvas. */
export type TitlePlace = { readonly y: number; readonly height: number };

/** A face in pixels of the canvas. */
type FaceOnCanvas = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** The centers and heights of titles as shares of the canvas, best first. The last one is smaller, for below large faces. */
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
/** The maximum covered part of a face, as a share of its height, averaged over the samples. */
const maxCovered = 0.12;

/**
 * Places a title in the middle, unless it would cover faces there; then where it covers least of them. Without face detection it is
 * below the middle, because faces are rarely there.
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

/** The background box of a point: its usual, highest and lowest position, in pixels of the canvas. */
export type PointPlate = TitlePlace & {
  readonly left: number;
  readonly right: number;
  readonly highest: number;
  readonly lowest: number;
};

/** Returns the vertical center of a point: the usual one, unless it would cover faces there. */
export function placePoint(canvas: Size, framing: Framing, seen: readonly SeenSample[], plate: PointPlate): number {
  const all = [plate.y, plate.lowest, plate.highest].map((y) => ({ y, height: plate.height }));
  const faces = seen.flatMap((one) => facesOn(canvas, framing, one));
  return findFree(all, faces, plate)?.y ?? plate.y;
}

type Across = { readonly left: number; readonly right: number };

/** Returns the first position that covers no face, or the one that covers least of them. */
function findFree(all: readonly TitlePlace[], faces: readonly FaceOnCanvas[], across: Across): TitlePlace | undefined {
  const covered = all.map((place) => ({ place, share: coveredShare(place, faces, across) }));
  const free = covered.find(({ share }) => share <= maxCovered);
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

/** Returns the covered share of each face that words reach from the left or the right. */
function coveredShare({ y, height }: TitlePlace, faces: readonly FaceOnCanvas[], across: Across): number {
  const shares = faces.map(({ left, right, top, bottom }) => {
    const both = Math.min(bottom, y + height / 2) - Math.max(top, y - height / 2);
    const isReached = Math.min(right, across.right) > Math.max(left, across.left);
    return isReached ? Math.max(0, both) / (bottom - top) : 0;
  });
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}
