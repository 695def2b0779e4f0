import { valueAt } from '#core/timeline/animate.ts';
import type { VisualItem } from '#core/timeline/document.ts';
import type { Layer, Matrix } from '#core/timeline/scene.ts';

export type Point = { readonly x: number; readonly y: number };

/** Where an item lies: its centre and its size in pixels of the canvas, turned clockwise by degrees about the centre. */
export type Place = Point & { readonly width: number; readonly height: number; readonly rotation: number };

/** An upright rectangle, in pixels of the canvas. */
export type Bounds = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** Where an item lies at a time of its own. */
export const placeOf = (item: VisualItem, itemSeconds: number): Place => ({
  x: valueAt(item.x, itemSeconds),
  y: valueAt(item.y, itemSeconds),
  width: Math.max(0, valueAt(item.width, itemSeconds)),
  height: Math.max(0, valueAt(item.height, itemSeconds)),
  rotation: valueAt(item.rotation, itemSeconds),
});

/** Where an item is seen, which is another place than its own while it slides in. */
export function seenPlaceOf(layer: Layer, item: VisualItem, itemSeconds: number): Place {
  const { width, height, matrix } = layer;
  return { ...placeOf(item, itemSeconds), ...mapPoint(matrix, { x: width / 2, y: height / 2 }) };
}

/** A point of a layer's box on the canvas. */
const mapPoint = ({ a, b, c, d, e, f }: Matrix, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** A point of the canvas in a layer's box; null where the box has no area. */
export function unmapPoint({ a, b, c, d, e, f }: Matrix, { x, y }: Point): Point | null {
  const area = a * d - b * c;
  if (area === 0) {
    return null;
  }
  const [dx, dy] = [x - e, y - f];
  return { x: (d * dx - c * dy) / area, y: (a * dy - b * dx) / area };
}

/** A vector that is turned clockwise by degrees. */
export function turn({ x, y }: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: cos * x - sin * y, y: sin * x + cos * y };
}

/** The upright rectangle around places; null without any. */
export function boundsOf(places: readonly Place[]): Bounds | null {
  const corners = places.flatMap((place) => [-1, 1].flatMap((x) => [-1, 1].map((y) => pointOf(place, { x, y }))));
  if (corners.length === 0) {
    return null;
  }
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** A point of a place: -1, -1 is its top left corner before it is turned, 1, 1 the bottom right one. */
function pointOf({ x, y, width, height, rotation }: Place, side: Point): Point {
  const turned = turn({ x: (side.x * width) / 2, y: (side.y * height) / 2 }, rotation);
  return { x: x + turned.x, y: y + turned.y };
}
