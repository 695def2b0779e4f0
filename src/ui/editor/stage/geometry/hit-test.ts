import type { Layer, Scene } from '#core/timeline/scene.ts';
import { unmapPoint, type Point } from './place.ts';

/** The ids of the items whose boxes are under a point of the canvas, from the topmost down. */
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

/** What a click selects: the topmost item, or below the one that is selected the next one down, and the topmost after the last. */
export function nextUnder(under: readonly string[], selection: readonly string[]): string | null {
  const deepest = under.findLastIndex((itemId) => selection.includes(itemId));
  return under[deepest + 1] ?? under[0] ?? null;
}
