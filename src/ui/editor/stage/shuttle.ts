/** The keys J, K and L: backward, stop, forward. */
export type Shuttle = 'back' | 'stop' | 'on';

const fastest = 4;
const slow = 0.25;

/**
 * Returns the speed after such a key, 0 for stop. Repeating a direction doubles the speed, the other direction starts at normal
 * speed. Playback is slow while the stop key is held.
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
