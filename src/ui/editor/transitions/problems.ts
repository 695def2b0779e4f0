import type { TimelineDocument, VisualItem } from '#core/timeline/document.ts';
import { isVisual } from '#core/timeline/schedule.ts';
import { toSpoken } from '../timeline/clip-words.ts';
import type { LengthOf } from '../timeline/gestures/plan-edges.ts';
import { findCutBefore, getCuts } from './cuts.ts';
import { getTransitionName } from './transition-types.ts';

/** The difference below which the material is long enough, in seconds. */
const slackSeconds = 0.02;

/** Explains why the transition of an item does not play as it should, and what to do; null if it does, or without one. */
export function findProblem(document: TimelineDocument, item: VisualItem, getAssetDuration: LengthOf): string | null {
  const { transition } = item;
  if (!transition) {
    return null;
  }
  const cut = findCutBefore(document, item.id);
  if (!cut) {
    return 'No clip ends where this one starts, so the transition has nothing to come from. Close the gap, or choose None.';
  }
  const { before } = cut;
  const length = before.type === 'video' ? getAssetDuration(before.assetId) : undefined;
  if (before.type !== 'video' || length === undefined) {
    return null;
  }
  const shown = before.sourceStartSeconds + before.durationSeconds * before.speed;
  const missing = shown + transition.durationSeconds * before.speed - length;
  return missing <= slackSeconds
    ? null
    : `${before.name} has no more video after the cut, so its last frame is held. Trim its end by ${toSpoken(missing / before.speed)} to avoid this.`;
}

/** Returns the items whose transition plays in one document and has no clip to come from in the next. */
export function findBroken(before: TimelineDocument, after: TimelineDocument): VisualItem[] {
  const unchanged = new Set(before.tracks);
  const changed = after.tracks.filter((track) => !unchanged.has(track));
  const lost = changed.flatMap((track) => {
    const playing = new Set(getCuts(track, after.frameRate).map((cut) => cut.after));
    return track.items.filter(isVisual).filter((item) => item.transition && !item.isHidden && !playing.has(item));
  });
  return lost.filter((item) => findCutBefore(before, item.id)?.after.transition !== undefined);
}

/** Names a transition by its type and its item: "dissolve of intro.mp4". */
export const nameTransition = (item: VisualItem): string =>
  `${item.transition ? getTransitionName(item.transition).toLowerCase() : 'transition'} of ${item.name}`;
