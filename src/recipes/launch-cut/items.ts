import type { Size } from '#core/lib/size.ts';
import type { Animatable } from '#core/timeline/document.ts';
import type { Easing } from '#core/timeline/easing.ts';

/** A time span on frames: an item starts on the frame nearest to its beat. */
export type Timed = { readonly startSeconds: number; readonly durationSeconds: number };

/** The box of the whole canvas. */
export const byItself = ({ width, height }: Size) => ({ x: width / 2, y: height / 2, width, height });

/** A number that changes from one value to another in the first seconds of its item. */
export const moving = (seconds: number, from: number, to: number, easing: Easing): Animatable => ({
  keyframes: [
    { atSeconds: 0, value: from, easing },
    { atSeconds: seconds, value: to, easing: 'linear' },
  ],
});
