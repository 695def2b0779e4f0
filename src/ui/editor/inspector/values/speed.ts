import type { AudibleItem, TimelineDocument } from '#core/timeline/document.ts';
import { applyEdits, type Edit } from '#core/timeline/edit.ts';
import { isSameTime } from '#core/timeline/frames.ts';
import { speedRange } from '#core/timeline/limits.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import type { Change } from './edits.ts';

type SetSpeed = Extract<Edit, { type: 'set-speed' }>;

/** The way in which another duration fits between the other clips. */
export type SpeedFit = Pick<SetSpeed, 'fit' | 'tracks'>;

/**
 * Returns the edits that change the speed of items. Each keeps its part of the source; selected items that are in sync stay so.
 */
export function speedEdits(
  { frameRate }: TimelineDocument,
  items: readonly AudibleItem[],
  change: Change<number>,
  { fit, tracks }: SpeedFit,
): Edit[] {
  const changes = linkInStep(items, frameRate).flatMap(({ item, linkedIds }): SpeedChange[] => {
    const speed = Math.min(speedRange.max, Math.max(speedRange.min, change(item.speed)));
    const lengtheningSeconds = (item.durationSeconds * item.speed) / speed - item.durationSeconds;
    return speed === item.speed ? [] : [{ item, speed, linkedIds, lengtheningSeconds }];
  });
  const toEdit = ({ item, speed, linkedIds }: SpeedChange, how: SpeedFit['fit']): Edit => ({
    type: 'set-speed',
    itemId: item.id,
    speed,
    fit: how,
    tracks,
    linkedIds: [...linkedIds],
  });
  // From the last to the first in time, so that each item is still in its original place when it is changed.
  const late = changes.toSorted((one, other) => getEnd(other.item) - getEnd(one.item));
  return tracks === 'all' && fit === 'ripple'
    ? moveAllOnce(late, frameRate).map(({ each, isLeader }) => toEdit(each, isLeader ? 'ripple' : 'keep'))
    : late.map((each) => toEdit(each, fit));
}

type SpeedChange = {
  readonly item: AudibleItem;
  readonly speed: number;
  readonly linkedIds: readonly string[];
  readonly lengtheningSeconds: number;
};

/** Returns the first of the items with the same start, end and speed, with the ids of the others. */
function linkInStep(items: readonly AudibleItem[], frameRate: number): { item: AudibleItem; linkedIds: string[] }[] {
  const isInStep = (one: AudibleItem, other: AudibleItem): boolean =>
    one.speed === other.speed &&
    isSameTime(one.startSeconds, other.startSeconds, frameRate) &&
    isSameTime(getEnd(one), getEnd(other), frameRate);
  return items.flatMap((item, index) => {
    const isFollowing = items.slice(0, index).some((before) => isInStep(before, item));
    const others = items.slice(index + 1).filter((other) => isInStep(item, other));
    return isFollowing ? [] : [{ item, linkedIds: others.map(({ id }) => id) }];
  });
}

/** Selects, among changes that end together, the one that lengthens most: it alone moves the clips of all tracks. */
function moveAllOnce(late: readonly SpeedChange[], frameRate: number): { each: SpeedChange; isLeader: boolean }[] {
  return late.flatMap((each) => {
    const together = late.filter(({ item }) => isSameTime(getEnd(item), getEnd(each.item), frameRate));
    if (together[0] !== each) {
      return [];
    }
    const ordered = together.toSorted((one, other) => other.lengtheningSeconds - one.lengtheningSeconds);
    const marked = ordered.map((one, index) => ({ each: one, isLeader: index === 0 }));
    // Space is created before it is used.
    return (ordered[0]?.lengtheningSeconds ?? 0) > 0 ? marked : marked.toReversed();
  });
}

/** A way to make a speed fit, which a button offers. */
export type SpeedChoice = { readonly label: string; readonly edits: readonly Edit[] };

const moving: readonly (SpeedFit & { label: string })[] = [
  { label: 'Move later clips', fit: 'ripple', tracks: 'this' },
  { label: 'Move later clips on all tracks', fit: 'ripple', tracks: 'all' },
];
const staying: readonly (SpeedFit & { label: string })[] = [
  { label: 'Leave later clips in place', fit: 'keep', tracks: 'this' },
  { label: 'Shorten the clip', fit: 'shorten', tracks: 'this' },
];

/** Returns the possible ways to make a refused speed fit: at most one that moves later clips, and one that does not. */
export function listSpeedChoices(
  document: TimelineDocument,
  items: readonly AudibleItem[],
  change: Change<number>,
): SpeedChoice[] {
  return [moving, staying].flatMap((ways) => {
    const choices = ways.map(({ label, ...fit }) => ({ label, edits: speedEdits(document, items, change, fit) }));
    return choices.find(({ edits }) => edits.length > 0 && isPossible(document, edits)) ?? [];
  });
}

function isPossible(document: TimelineDocument, edits: readonly Edit[]): boolean {
  try {
    applyEdits(document, edits);
    return true;
  } catch {
    return false;
  }
}
