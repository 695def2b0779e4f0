import type { VisualItem } from '#core/timeline/document.ts';
import { turn, type Place, type Point } from './place.ts';
import type { Handle } from './resize.ts';

/** The cropped parts at each edge of an image, as shares of its width or height. */
export type Crop = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

export const noCrop: Crop = { left: 0, top: 0, right: 0, bottom: 0 };

type Flip = VisualItem['flip'];

/** The min share of an image that remains in each direction. */
const minShare = 0.02;

/** Returns the place of the whole image, given the place of the part that `crop` leaves. */
export function getWhole(place: Place, crop: Crop, flip: Flip): Place {
  const width = place.width / (1 - crop.left - crop.right);
  const height = place.height / (1 - crop.top - crop.bottom);
  const offset = getOffset({ width, height }, crop, flip);
  const { x, y } = turn({ x: -offset.x, y: -offset.y }, place.rotation);
  return { ...place, width, height, x: place.x + x, y: place.y + y };
}

/** Returns the place of the part that `crop` leaves, given the place of the whole image. */
export function getCropped(whole: Place, crop: Crop, flip: Flip): Place {
  const offset = turn(getOffset(whole, crop, flip), whole.rotation);
  return {
    ...whole,
    width: whole.width * (1 - crop.left - crop.right),
    height: whole.height * (1 - crop.top - crop.bottom),
    x: whole.x + offset.x,
    y: whole.y + offset.y,
  };
}

/** Returns the offset from the center of the whole image to that of the remaining part, before rotation. */
function getOffset({ width, height }: Pick<Place, 'width' | 'height'>, crop: Crop, flip: Flip): Point {
  const seen = flipped(crop, flip);
  return { x: (width * (seen.left - seen.right)) / 2, y: (height * (seen.top - seen.bottom)) / 2 };
}

/** Converts a crop to the edges as displayed, or back, which is the same operation. */
export function flipped({ left, top, right, bottom }: Crop, flip: Flip): Crop {
  const isAcross = flip === 'horizontal' || flip === 'both';
  const isDown = flip === 'vertical' || flip === 'both';
  return {
    left: isAcross ? right : left,
    right: isAcross ? left : right,
    top: isDown ? bottom : top,
    bottom: isDown ? top : bottom,
  };
}

/**
 * Returns a crop, by the edges as displayed, after a handle was dragged by shares of the whole; the middle handle moves the
 * whole crop.
 */
export function dragCrop(start: Crop, handle: Handle, by: Point): Crop {
  if (handle.x === 0 && handle.y === 0) {
    const x = clamp(by.x, -start.left, start.right);
    const y = clamp(by.y, -start.top, start.bottom);
    return tidy({ left: start.left + x, right: start.right - x, top: start.top + y, bottom: start.bottom - y });
  }
  return tidy({
    left: handle.x < 0 ? clamp(start.left + by.x, 0, 1 - minShare - start.right) : start.left,
    right: handle.x > 0 ? clamp(start.right - by.x, 0, 1 - minShare - start.left) : start.right,
    top: handle.y < 0 ? clamp(start.top + by.y, 0, 1 - minShare - start.bottom) : start.top,
    bottom: handle.y > 0 ? clamp(start.bottom - by.y, 0, 1 - minShare - start.top) : start.bottom,
  });
}

/**
 * Returns a crop with a ratio of width to height, both as shares of the whole, after its `handle` was dragged: the opposite edge or
 * corner stays. With the middle handle the center stays, and the crop becomes smaller.
 */
export function toRatio({ left, top, right, bottom }: Crop, ratio: number, handle: Handle): Crop {
  const [width, height] = [1 - left - right, 1 - top - bottom];
  const wanted = handle.x !== 0 ? width : handle.y !== 0 ? height * ratio : Math.min(width, height * ratio);
  const across = toSpan(left, right, handle.x);
  const down = toSpan(top, bottom, handle.y);
  const final = Math.min(wanted, across.room, down.room * ratio);
  const [start, above] = [across.place(final), down.place(final / ratio)];
  return tidy({ left: start, right: 1 - start - final, top: above, bottom: 1 - above - final / ratio });
}

/** Returns the longest span that `side`, the dragged end, can reach, and the start of a span of another length. */
function toSpan(before: number, after: number, side: Handle['x']) {
  const middle = (before + 1 - after) / 2;
  if (side === 0) {
    return { room: 2 * Math.min(middle, 1 - middle), place: (length: number) => middle - length / 2 };
  }
  return side < 0
    ? { room: 1 - after, place: (length: number) => 1 - after - length }
    : { room: 1 - before, place: () => before };
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Rounds shares to a hundredth of a percent. */
function tidy({ left, top, right, bottom }: Crop): Crop {
  const round = (share: number): number => Math.round(10_000 * share) / 10_000;
  return { left: round(left), top: round(top), right: round(right), bottom: round(bottom) };
}
