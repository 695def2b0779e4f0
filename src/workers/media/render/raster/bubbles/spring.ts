/** The parameters of the spring of a bubble. */
const [damping, mass, stiffness] = [15, 0.72, 170];

const frequency = Math.sqrt(stiffness / mass);
const decay = damping / (2 * mass);
const ringing = Math.sqrt(frequency * frequency - decay * decay);

/** The time after which the spring is within a thousandth of its target, and counts as at rest. */
export const springSeconds = 0.8;

/** Returns the position of a spring that is released at 0 and moves to 1, with a slight overshoot. */
export function spring(seconds: number): number {
  if (seconds <= 0) {
    return 0;
  }
  if (seconds >= springSeconds) {
    return 1;
  }
  const angle = ringing * seconds;
  return 1 - Math.exp(-decay * seconds) * (Math.cos(angle) + (decay / ringing) * Math.sin(angle));
}

/** Returns a ramp from 0 to 1 between two times, without a corner at either. */
export function ramp(seconds: number, from: number, duration: number): number {
  const share = Math.min(1, Math.max(0, (seconds - from) / duration));
  return share * share * (3 - 2 * share);
}
