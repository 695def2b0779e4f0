import { mixPoses, type Pose, type Similarity } from './pose.ts';
import type { Fit } from './template.ts';

/** The target in one frame. */
export type Sighting = {
  /** The position of the target; while it is not visible, its last or probable position. */
  readonly pose: Pose;
  readonly isSeen: boolean;
  /** 0..1: the minimum of the inlier share, the similarity, and 1 minus a third of the forward-backward error. */
  readonly confidence: number;
};

/** The motion of the points. */
export type Motion = {
  readonly map: Similarity;
  readonly pose: Pose;
  readonly inlierCount: number;
  /** The share of the points that were seeded last. */
  readonly share: number;
  readonly medianError: number;
};

/** Returns whether the fit is the target. Near its last position, a target may look slightly different. */
export function isRecognised({ pose, likeness, visibleShare }: Fit, last: Pose): boolean {
  const isNear = Math.hypot(pose.x - last.x, pose.y - last.y) < 0.4 * last.width;
  return likeness > (isNear ? 0.62 : 0.7) && visibleShare > (isNear ? 0.42 : 0.55);
}

/** Returns the score by which the best of several fits is chosen. */
export const getScore = ({ likeness, visibleShare }: Fit): number => likeness * (0.3 + visibleShare);

/** Averages the positions from the points and from the template: the points are steady, and the template does not drift. */
export function toPlace(moved: Motion | null, fit: Fit, expected: Pose): Pose {
  if (!moved) {
    return fit.pose;
  }
  const isTrusted = fit.likeness > 0.6 && fit.visibleShare > 0.4;
  return isTrusted ? mixPoses(expected, fit.pose, 0.5) : expected;
}

export function toConfidence(moved: Motion | null, fit: Fit): number {
  const ofMotion = moved ? Math.min(moved.share, 1 - moved.medianError / 3) : 0.5;
  return Math.max(0, Math.min(1, ofMotion, Math.max(fit.likeness, fit.wholeLikeness)));
}
