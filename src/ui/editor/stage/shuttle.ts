/** The keys J, K and L: backwards, stop, forwards. */
export type Shuttle = 'back' | 'stop' | 'on';

const fastest = 4;
const slow = 0.25;

/**
 * The speed after such a key, 0 for none: again in the same direction is twice as fast, the other direction begins at the usual
 * speed. While the stop is held down it is slow.
 */
export function shuttleRate(key: Shuttle, rate: number, isStopHeld: boolean): number {
  if (key === 'stop') {
    return 0;
  }
  const direction = key === 'on' ? 1 : -1;
  if (isStopHeld) {
    return direction * slow;
  }
  return rate * direction >= 1 ? direction * Math.min(fastest, 2 * Math.abs(rate)) : direction;
}
