import type { Place, Point } from './place.ts';

/** The distance in degrees within which a rotation snaps to right angles. */
const pullDegrees = 3;
/** The step of a stepped rotation, in degrees. */
const stepDegrees = 15;

export type Turning = { readonly isStepped: boolean; readonly isFree: boolean };

/**
 * Returns the rotation of a place, in degrees, after the pointer moved from one point of the canvas to another about its center.
 */
export function rotate(start: Place, from: Point, to: Point, { isStepped, isFree }: Turning): number {
  const getAngle = ({ x, y }: Point): number => (Math.atan2(y - start.y, x - start.x) * 180) / Math.PI;
  const turned = start.rotation + upright(getAngle(to) - getAngle(from));
  if (isStepped) {
    return stepDegrees * Math.round(turned / stepDegrees);
  }
  const right = 90 * Math.round(turned / 90);
  return !isFree && Math.abs(turned - right) < pullDegrees ? right : Math.round(10 * turned) / 10;
}

/** Normalizes an angle to -180 to 180 degrees. */
const upright = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;
