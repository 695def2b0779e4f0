import type { Size } from '#core/lib/size.ts';

/** Where a text is: its centre and the size of its letters, in pixels of the picture. */
export type Place = { readonly x: number; readonly y: number; readonly sizePx: number };

/** A line at which something snaps: how far from the left or from the top, in pixels of the picture. */
export type Guide = { readonly axis: 'x' | 'y'; readonly at: number };

/** What players and screens may cover at each edge, as a share of the picture. */
const safeShare = 0.05;
export const sizeLimits = { least: 4, most: 5000 } as const;

/** The upright box around a box that is turned by so many degrees. */
export function turnedSize({ width, height }: Size, degrees: number): Size {
  const [cos, sin] = [Math.abs(Math.cos((degrees * Math.PI) / 180)), Math.abs(Math.sin((degrees * Math.PI) / 180))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

/** Brings a box to the middle of the picture or to the edge of its safe area, where it is nearer to that than `tolerance`. */
export function snapBox(
  centre: { readonly x: number; readonly y: number },
  box: Size,
  picture: Size,
  tolerance: number,
): { readonly x: number; readonly y: number; readonly guides: readonly Guide[] } {
  const x = snapAxis(centre.x, box.width, picture.width, tolerance);
  const y = snapAxis(centre.y, box.height, picture.height, tolerance);
  const guides: Guide[] = [
    ...(x.guide === null ? [] : [{ axis: 'x' as const, at: x.guide }]),
    ...(y.guide === null ? [] : [{ axis: 'y' as const, at: y.guide }]),
  ];
  return { x: x.at, y: y.at, guides };
}

function snapAxis(centre: number, length: number, whole: number, tolerance: number) {
  const [least, most] = [safeShare * whole, (1 - safeShare) * whole];
  const places = [
    { at: whole / 2, guide: whole / 2 },
    { at: least + length / 2, guide: least },
    { at: most - length / 2, guide: most },
  ];
  // The middle goes before an edge: what nearly fills the safe area is meant to be in the middle of it.
  const best = places.find(({ at }) => Math.abs(at - centre) <= tolerance);
  return best ? { at: tidy(best.at), guide: best.guide } : { at: tidy(centre), guide: null };
}

/** The size of letters whose box is dragged by a corner: as much larger as that is further from the centre. */
export function scaleSize(sizePx: number, fromDistance: number, toDistance: number): number {
  const wanted = fromDistance > 0 ? (sizePx * toDistance) / fromDistance : sizePx;
  return tidy(Math.min(sizeLimits.most, Math.max(sizeLimits.least, wanted)));
}

/** Tenths of a pixel. */
export const tidy = (value: number): number => Math.round(value * 10) / 10;
