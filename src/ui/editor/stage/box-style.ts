import type { Place } from './geometry/place.ts';
import type { Frame } from './geometry/viewport.ts';

/** Returns the style that positions an element on the stage like a place on the canvas. */
export function boxStyle({ x, y, width, height, rotation }: Place, { left, top, scale }: Frame) {
  const [across, down] = [scale * width, scale * height];
  const at = `translate(${left + scale * x - across / 2}px, ${top + scale * y - down / 2}px)`;
  return { width: `${across}px`, height: `${down}px`, transform: `${at} rotate(${rotation}deg)` };
}
