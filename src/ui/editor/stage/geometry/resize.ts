import { turn, type Place, type Point } from './place.ts';

/** A handle, by its side of the box: -1 is left or top, 1 right or bottom, 0 the middle. */
export type Handle = { readonly x: -1 | 0 | 1; readonly y: -1 | 0 | 1 };

export type Resizing = {
  /** Whether the aspect ratio is locked. */
  readonly keepsShape: boolean;
  /** Whether the center stays fixed instead of the opposite side. */
  readonly isCentred: boolean;
};

/** The min length of a side, in pixels of the canvas. */
const minPx = 4;

/**
 * Returns a place whose handle was dragged by `by`, in pixels of the canvas. Sizes are integer pixels, as far as the aspect
 * ratio allows.
 */
export function drag(start: Place, handle: Handle, by: Point, resizing: Resizing): Place {
  const local = turn(by, -start.rotation);
  const times = resizing.isCentred ? 2 : 1;
  const width = start.width + times * handle.x * local.x;
  const height = start.height + times * handle.y * local.y;
  return resizing.keepsShape
    ? scale(start, handle, getShare(start, handle, { width, height }), resizing)
    : resize(
        start,
        handle,
        { width: handle.x ? width : start.width, height: handle.y ? height : start.height },
        resizing,
      );
}

/** Returns a place that a handle scaled by a factor. */
export function scale(start: Place, handle: Handle, share: number, resizing: Pick<Resizing, 'isCentred'>): Place {
  const least = minPx / Math.max(1e-6, Math.min(start.width, start.height));
  const own = Math.max(least, share);
  // The longer side has integer pixels, and the other one follows the aspect ratio.
  const isWide = start.width >= start.height;
  const whole = Math.max(1, Math.round(own * (isWide ? start.width : start.height)));
  const times = whole / (isWide ? start.width : start.height);
  // Removes rounding errors of floats, which would be visible in fields.
  const tidy = (length: number): number => Math.round(1e4 * times * length) / 1e4;
  return put(start, handle, { width: tidy(start.width), height: tidy(start.height) }, resizing);
}

/** Returns a place that a handle resized. */
export const resize = (
  start: Place,
  handle: Handle,
  { width, height }: Pick<Place, 'width' | 'height'>,
  resizing: Pick<Resizing, 'isCentred'>,
): Place =>
  put(
    start,
    handle,
    { width: Math.max(minPx, Math.round(width)), height: Math.max(minPx, Math.round(height)) },
    resizing,
  );

/** Returns the scale factor of a drag: along the diagonal, or along the one dragged side. */
function getShare(start: Place, handle: Handle, { width, height }: Pick<Place, 'width' | 'height'>): number {
  if (handle.x === 0 || handle.y === 0) {
    return handle.x === 0 ? height / start.height : width / start.width;
  }
  return (width * start.width + height * start.height) / (start.width ** 2 + start.height ** 2);
}

/** Resizes a place; the side opposite to the handle stays fixed, or the center. */
function put(
  start: Place,
  handle: Handle,
  size: Pick<Place, 'width' | 'height'>,
  { isCentred }: Pick<Resizing, 'isCentred'>,
): Place {
  const moved = isCentred
    ? { x: 0, y: 0 }
    : turn(
        { x: (handle.x * (size.width - start.width)) / 2, y: (handle.y * (size.height - start.height)) / 2 },
        start.rotation,
      );
  return { ...start, ...size, x: start.x + moved.x, y: start.y + moved.y };
}
