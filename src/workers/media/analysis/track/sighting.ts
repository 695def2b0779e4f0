import { mixPoses, type Pose, type Similarity } from './pose.ts';
import type { Fit } from './template.ts';

/** What one frame shows of the target. */
export type Sighting = {
  /** Where it is; where it was last or may be now, while it is not seen. */
  readonly pose: Pose;
  readonly isSeen: boolean;
  /** 0..1: the least of the share of points that agree, the likeness, and 1 - a third of the forward-backward error. */
  readonly confidence: number;
};

/** How the points have moved. */
export type Motion = {
  readonly map: Similarity;
  readonly pose: Pose;
  readonly inlierCount: number;
  /** Of the points that were seeded last. */
  readonly share: number;
  readonly medianError: number;
};

/** Where it was last, a target may look a little different. */
export function isRecognised({ pose, likeness, visibleShare }: Fit, last: Pose): boolean {
  const isNear = Math.hypot(pose.x - last.x, pose.y - last.y) < 0.4 * last.width;
  return likeness > (isNear ? 0.62 : 0.7) && visibleShare > (isNear ? 0.42 : 0.55);
}

/** By which the best of several fits is chosen. */
export const scoreOf = ({ likeness, visibleShare }: Fit): number => likeness * (0.3 + visibleShare);

/** Between where the points have gone and where the template fits: the one is steady, the other does not drift. */
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
