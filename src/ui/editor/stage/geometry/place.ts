import { valueAt } from '#core/timeline/animate.ts';
import type { VisualItem } from '#core/timeline/document.ts';
import type { Layer, Matrix } from '#core/timeline/scene.ts';

export type Point = { readonly x: number; readonly y: number };

/** The place of an item: its center and its size in pixels of the canvas, rotated clockwise by degrees about the center. */
export type Place = Point & { readonly width: number; readonly height: number; readonly rotation: number };

/** An axis-aligned rectangle, in pixels of the canvas. */
export type Bounds = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** Returns the place of an item at a time relative to its start. */
export const getPlace = (item: VisualItem, itemSeconds: number): Place => ({
  x: valueAt(item.x, itemSeconds),
  y: valueAt(item.y, itemSeconds),
  width: Math.max(0, valueAt(item.width, itemSeconds)),
  height: Math.max(0, valueAt(item.height, itemSeconds)),
  rotation: valueAt(item.rotation, itemSeconds),
});

/** Returns the place where an item is visible, which differs from its own while it slides in. */
export function getSeenPlace(layer: Layer, item: VisualItem, itemSeconds: number): Place {
  const { width, height, matrix } = layer;
  return { ...getPlace(item, itemSeconds), ...mapPoint(matrix, { x: width / 2, y: height / 2 }) };
}

/** Converts a point of a layer's box to the canvas. */
const mapPoint = ({ a, b, c, d, e, f }: Matrix, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** Converts a point of the canvas to a layer's box; null if the box has no area. */
export function unmapPoint({ a, b, c, d, e, f }: Matrix, { x, y }: Point): Point | null {
  const area = a * d - b * c;
  if (area === 0) {
    return null;
  }
  const [dx, dy] = [x - e, y - f];
  return { x: (d * dx - c * dy) / area, y: (a * dy - b * dx) / area };
}

/** Rotates a vector clockwise by degrees. */
export function turn({ x, y }: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: cos * x - sin * y, y: sin * x + cos * y };
}

/** Returns the axis-aligned rectangle around places; null for an empty list. */
export function getBounds(places: readonly Place[]): Bounds | null {
  const corners = places.flatMap((place) => [-1, 1].flatMap((x) => [-1, 1].map((y) => getPoint(place, { x, y }))));
  if (corners.length === 0) {
    return null;
  }
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Returns a point of a place: -1, -1 is its top left corner before rotation, 1, 1 the bottom right one. */
function getPoint({ x, y, width, height, rotation }: Place, side: Point): Point {
  const turned = turn({ x: (side.x * width) / 2, y: (side.y * height) / 2 }, rotation);
  return { x: x + turned.x, y: y + turned.y };
}
