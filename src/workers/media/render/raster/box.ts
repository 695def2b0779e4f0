/** A rectangle in pixels of a layer's box, whose top left corner is 0, 0. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Returns the smallest box around all of these; there must be at least one. */
export function unite(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Enlarges a box on each side. */
export const grow = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

export const move = (box: Box, x: number, y: number): Box => ({ ...box, x: box.x + x, y: box.y + y });
