import { getBounds, type Bounds, type Place } from './place.ts';
import { resize, scale, type Handle, type Resizing } from './resize.ts';

/** Guides to which edges and centers snap: `x` are vertical ones, in pixels of the canvas. */
export type Guides = { readonly x: readonly number[]; readonly y: readonly number[] };

/** The snapped value of a gesture, with the guides to show. */
export type Snapped<T> = { readonly value: T; readonly lines: Guides };

const noLines: Guides = { x: [], y: [] };

/** Returns the edges and the center of the canvas, and those of other items. */
export function getGuides({ width, height }: Pick<Place, 'width' | 'height'>, others: readonly Place[]): Guides {
  const bounds = others.flatMap((place) => getBounds([place]) ?? []);
  return {
    x: [0, width / 2, width, ...bounds.flatMap(({ left, right }) => [left, (left + right) / 2, right])],
    y: [0, height / 2, height, ...bounds.flatMap(({ top, bottom }) => [top, (top + bottom) / 2, bottom])],
  };
}

/** Returns the offset that moves an edge or the center of `bounds` onto a guide within `reach`. */
export function snapMove(bounds: Bounds, guides: Guides, reach: number): Snapped<{ dx: number; dy: number }> {
  const { left, top, right, bottom } = bounds;
  const x = nearest([left, (left + right) / 2, right], guides.x, reach);
  const y = nearest([top, (top + bottom) / 2, bottom], guides.y, reach);
  return {
    value: { dx: x?.by ?? 0, dy: y?.by ?? 0 },
    lines: { x: x ? [x.line] : [], y: y ? [y.line] : [] },
  };
}

/** Snaps the dragged sides of a place to guides within `reach`. Rotated places do not snap. */
export function snapResize(
  start: Place,
  handle: Handle,
  dragged: Place,
  resizing: Resizing,
  { guides, reach }: { readonly guides: Guides; readonly reach: number },
): Snapped<Place> {
  if (start.rotation % 360 !== 0) {
    return { value: dragged, lines: noLines };
  }
  const x = handle.x === 0 ? null : nearest([dragged.x + (handle.x * dragged.width) / 2], guides.x, reach);
  const y = handle.y === 0 ? null : nearest([dragged.y + (handle.y * dragged.height) / 2], guides.y, reach);
  const times = resizing.isCentred ? 2 : 1;
  const width = dragged.width + times * handle.x * (x?.by ?? 0);
  const height = dragged.height + times * handle.y * (y?.by ?? 0);
  if (!resizing.keepsShape) {
    const lines = { x: x ? [x.line] : [], y: y ? [y.line] : [] };
    return { value: x || y ? resize(start, handle, { width, height }, resizing) : dragged, lines };
  }
  if (!x && !y) {
    return { value: dragged, lines: noLines };
  }
  const byX = x !== null && (y === null || Math.abs(x.by) <= Math.abs(y.by));
  const share = byX ? width / start.width : height / start.height;
  return {
    value: scale(start, handle, share, resizing),
    lines: byX ? { x: [x.line], y: [] } : { x: [], y: y ? [y.line] : [] },
  };
}

type Pull = { readonly by: number; readonly line: number };

function nearest(own: readonly number[], lines: readonly number[], reach: number): Pull | null {
  const pulls = own.flatMap((at) => lines.map((line): Pull => ({ by: line - at, line })));
  const [best] = pulls
    .filter(({ by }) => Math.abs(by) <= reach)
    .toSorted((one, other) => Math.abs(one.by) - Math.abs(other.by));
  return best ?? null;
}
