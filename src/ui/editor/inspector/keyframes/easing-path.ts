import { ease } from '#core/timeline/animate.ts';
import type { Easing } from '#core/timeline/easing.ts';

/** The number of line segments that approximate a curve. */
const pieces = 24;

/** Returns the SVG path of an easing curve in a box, from its lower left to its upper right; an overshoot exceeds the top. */
export function easingPath(easing: Easing, width: number, height: number): string {
  if (easing === 'hold') {
    return `M0 ${height}H${width}V0`;
  }
  const points = Array.from({ length: pieces + 1 }, (_, index) => {
    const share = index / pieces;
    return `${round(share * width)} ${round(height - ease(easing, share) * height)}`;
  });
  return `M${points.join('L')}`;
}

const round = (length: number): number => Number(length.toFixed(2));
