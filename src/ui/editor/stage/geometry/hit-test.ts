import type { Layer, Scene } from '#core/timeline/scene.ts';
import { unmapPoint, type Point } from './place.ts';

/** Returns the ids of the items whose boxes are under a point of the canvas, from the topmost down. */
export const itemsAt = ({ layers }: Scene, point: Point): string[] =>
  layers
    .filter((layer) => isUnder(layer, point))
    .map(({ itemId }) => itemId)
    .toReversed();

function isUnder({ matrix, width, height, clip }: Layer, point: Point): boolean {
  const inBox = unmapPoint(matrix, point);
  const isInBox = inBox !== null && inBox.x >= 0 && inBox.x <= width && inBox.y >= 0 && inBox.y <= height;
  const isShown =
    clip === null ||
    (point.x >= clip.x && point.x <= clip.x + clip.width && point.y >= clip.y && point.y <= clip.y + clip.height);
  return isInBox && isShown;
}

/**
 * Returns the item that a click selects: the topmost item, or the next one below the selected item; after the lowest the
 * topmost.
 */
export function nextUnder(under: readonly string[], selection: readonly string[]): string | null {
  const deepest = under.findLastIndex((itemId) => selection.includes(itemId));
  return under[deepest + 1] ?? under[0] ?? null;
}
