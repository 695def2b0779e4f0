import type { Size } from '#core/lib/size.ts';

/** The position of a text: its centre and font size, in pixels of the frame. */
export type Place = { readonly x: number; readonly y: number; readonly sizePx: number };

/** A line at which a box snaps: its distance from the left or the top, in pixels of the frame. */
export type Guide = { readonly axis: 'x' | 'y'; readonly at: number };

/** The margin that players and screens may cover at each edge, as a share of the frame. */
const safeShare = 0.05;
export const sizeLimits = { least: 4, most: 5000 } as const;

/** Returns the bounds of a box that is rotated by `degrees`. */
export function turnedSize({ width, height }: Size, degrees: number): Size {
  const [cos, sin] = [Math.abs(Math.cos((degrees * Math.PI) / 180)), Math.abs(Math.sin((degrees * Math.PI) / 180))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

/** Snaps a box to the middle of the frame or to the edge of its safe area, whichever is within `tolerance`. */
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
  // The middle takes precedence over an edge, because a text that nearly fills the safe area belongs in its middle.
  const best = places.find(({ at }) => Math.abs(at - centre) <= tolerance);
  return best ? { at: tidy(best.at), guide: best.guide } : { at: tidy(centre), guide: null };
}

/** Returns the font size after a drag of a corner: proportional to the corner's distance from the centre. */
export function scaleSize(sizePx: number, fromDistance: number, toDistance: number): number {
  const wanted = fromDistance > 0 ? (sizePx * toDistance) / fromDistance : sizePx;
  return tidy(Math.min(sizeLimits.most, Math.max(sizeLimits.least, wanted)));
}

/** Rounds to tenths of a pixel. */
export const tidy = (value: number): number => Math.round(value * 10) / 10;
