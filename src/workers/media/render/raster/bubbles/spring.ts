/** What the spring of a bubble is made of. */
const [damping, mass, stiffness] = [15, 0.72, 170];

const frequency = Math.sqrt(stiffness / mass);
const decay = damping / (2 * mass);
const ringing = Math.sqrt(frequency * frequency - decay * decay);

/** After this the spring is less than a thousandth away, and counts as at rest. */
export const springSeconds = 0.8;

/** How far a spring that is let go at 0 has come towards 1, with a little too far in between. */
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

/** From 0 to 1 between two times, without a corner at either. */
export function ramp(seconds: number, from: number, duration: number): number {
  const share = Math.min(1, Math.max(0, (seconds - from) / duration));
  return share * share * (3 - 2 * share);
}
