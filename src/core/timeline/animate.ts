import type { Animatable } from './document.ts';
import type { Easing } from './easing.ts';

type Keyframe = Extract<Animatable, object>['keyframes'][number];

/** The control points of each curve, as in CSS `cubic-bezier()`. */
const curves: Readonly<Record<Exclude<Easing, 'linear' | 'hold'>, readonly [number, number, number, number]>> = {
  'ease-in': [0.42, 0, 1, 1],
  'ease-out': [0, 0, 0.58, 1],
  'ease-in-out': [0.42, 0, 0.58, 1],
  overshoot: [0.34, 1.56, 0.64, 1],
};

/** The number of bisection steps: exact to a tenth of a pixel on the longest path. */
const halvings = 24;

/** Returns the value of a number at a time of its item; constant before the first keyframe and after the last one. */
export function valueAt(animated: Animatable, itemSeconds: number): number {
  if (typeof animated === 'number') {
    return animated;
  }
  const index = lastAtOrBefore(animated.keyframes, itemSeconds);
  const from = animated.keyframes[index] ?? animated.keyframes[0];
  const to = animated.keyframes[index + 1];
  if (!from || !to || index < 0) {
    return from?.value ?? 0;
  }
  return from.value + (to.value - from.value) * ease(from.easing, shareBetween(from, to, itemSeconds));
}

/** Returns the eased progress of a change after `share` (0..1) of its time. */
export function ease(easing: Easing, share: number): number {
  if (easing === 'hold') {
    return share < 1 ? 0 : 1;
  }
  return easing === 'linear' ? share : onCurve(curves[easing], share);
}

/** Returns the index of the last keyframe that is not after the time; -1 if all are after it. */
function lastAtOrBefore(keyframes: readonly Keyframe[], itemSeconds: number): number {
  let low = 0;
  let high = keyframes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keyframes[middle]?.atSeconds ?? Infinity) <= itemSeconds) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}

const shareBetween = (from: Keyframe, to: Keyframe, itemSeconds: number): number =>
  (itemSeconds - from.atSeconds) / (to.atSeconds - from.atSeconds);

/** Returns the y of a cubic Bézier curve from 0, 0 to 1, 1 at an x, whose parameter is found by bisection. */
function onCurve([x1, y1, x2, y2]: readonly [number, number, number, number], x: number): number {
  if (x <= 0 || x >= 1) {
    return Math.min(1, Math.max(0, x));
  }
  let low = 0;
  let high = 1;
  for (let step = 0; step < halvings; step += 1) {
    const middle = (low + high) / 2;
    if (bezier(x1, x2, middle) <= x) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return bezier(y1, y2, low);
}

/** Evaluates a coordinate of the curve with Horner's method, because a scene may evaluate hundreds of them. */
const bezier = (first: number, second: number, at: number): number =>
  (((1 + 3 * (first - second)) * at + 3 * (second - 2 * first)) * at + 3 * first) * at;
