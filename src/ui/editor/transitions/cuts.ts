import type { Item, TimelineDocument, Track, VisualItem } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isSameTime } from '#core/timeline/frames.ts';
import { getEnd, isVisual } from '#core/timeline/schedule.ts';
import { getClips } from '../timeline/clips.ts';
import type { Transition } from './transition-types.ts';

/** The duration of a new transition, if the items are long enough. */
const usualSeconds = 1;

/** The max distance of a cut from the playhead, in seconds. */
const reachSeconds = 2;

/** Two adjacent items of a track; the transition of the later one replaces the earlier one. */
export type Cut = { readonly before: Item; readonly after: VisualItem };

/**
 * Returns the cut that a user means. It is the cut at the start of the selected item, else the one at its end, else the one
 * nearest to the playhead. Returns null if no items are adjacent there.
 */
export function findCut(document: TimelineDocument, selection: readonly string[], seconds: number): Cut | null {
  const cuts = getOpenCuts(document);
  const [id] = selection;
  return (
    cuts.find(({ after }) => after.id === id) ?? cuts.find(({ before }) => before.id === id) ?? nearest(cuts, seconds)
  );
}

/**
 * Returns the edit that gives a cut a transition, at most half as long as the items. Without a wanted duration, an existing one
 * stays.
 */
export function transitionEdit({ before, after }: Cut, type: Transition['type'], wantedSeconds?: number): Edit {
  const most = Math.min(after.durationSeconds / 2, before.durationSeconds / 2);
  const usual = after.transition?.durationSeconds ?? Math.min(usualSeconds, most);
  const durationSeconds = wantedSeconds === undefined ? usual : Math.min(wantedSeconds, most);
  return { type: 'set', itemId: after.id, properties: { transition: { type, durationSeconds } } };
}

/** Returns the cut at the start of an item, and its track; null if no visible item ends there. */
export function findCutBefore(
  { tracks, frameRate }: TimelineDocument,
  itemId: string,
): (Cut & { readonly track: Track }) | null {
  const track = tracks.find(({ items }) => items.some(({ id }) => id === itemId));
  const cut = track && getCuts(track, frameRate).find(({ after }) => after.id === itemId);
  return track && cut ? { ...cut, track } : null;
}

/** Returns the cuts of a track: where a visible item follows another without a gap. */
export function getCuts(track: Track, frameRate: number): Cut[] {
  const clips = getClips(track).filter((item) => isVisual(item) && !item.isHidden);
  return clips.flatMap((after, index): Cut[] => {
    const before = clips[index - 1];
    const isCut = before && isVisual(after) && isSameTime(getEnd(before), after.startSeconds, frameRate);
    return isCut ? [{ before, after }] : [];
  });
}

/** Returns the cuts of which the later item can be changed. */
const getOpenCuts = ({ tracks, frameRate }: TimelineDocument): Cut[] =>
  tracks
    .filter(({ isLocked, isHidden }) => !isLocked && !isHidden)
    .flatMap((track) => getCuts(track, frameRate))
    .filter(({ after }) => !after.isLocked);

function nearest(cuts: readonly Cut[], seconds: number): Cut | null {
  const distance = ({ after }: Cut): number => Math.abs(after.startSeconds - seconds);
  const [first] = cuts.toSorted((one, other) => distance(one) - distance(other));
  return first && distance(first) <= reachSeconds ? first : null;
}
