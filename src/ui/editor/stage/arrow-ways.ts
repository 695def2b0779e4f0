import type { Point } from './geometry/place.ts';

/** The directions of the arrow keys, by key name. */
export const arrowWays: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
