import type { AudibleItem, TimelineDocument } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isSameTime } from '#core/timeline/frames.ts';
import { animatedProperties } from '#core/timeline/properties.ts';
import { endOf } from '#core/timeline/schedule.ts';
import type { Change } from './edits.ts';

const [slowest, fastest] = [0.05, 20];

/**
 * Plays items at other speeds. Each shows the same part of its source in the time that this takes, and its keyframes go along; one
 * that gets longer stops where the next on its track begins, unless it ripples: then what is behind it on all tracks follows its end.
 */
export function speedEdits(
  document: TimelineDocument,
  items: readonly AudibleItem[],
  change: Change<number>,
  ripple: 'none' | 'all' = 'none',
): Edit[] {
  const changes = items.map((item) => changeOf(item, change)).filter(({ item, speed }) => speed !== item.speed);
  return ripple === 'none'
    ? changes.map((each) => toSet(each, Math.min(each.durationSeconds, roomOf(document, each.item))))
    : rippleEdits(document, changes);
}

/** An item that is to play at another speed, and how long all that it shows takes then. */
type SpeedChange = { readonly item: AudibleItem; readonly speed: number; readonly durationSeconds: number };

function changeOf(item: AudibleItem, change: Change<number>): SpeedChange {
  const speed = Math.min(fastest, Math.max(slowest, change(item.speed)));
  return { item, speed, durationSeconds: (item.durationSeconds * item.speed) / speed };
}

/** From the last to the first in time, so that none is moved before its turn. Of those that end together the longest moves the rest. */
function rippleEdits({ frameRate }: TimelineDocument, changes: readonly SpeedChange[]): Edit[] {
  const late = changes.toSorted((one, other) => endOf(other.item) - endOf(one.item));
  return late.flatMap((each): Edit[] => {
    const together = late.filter(({ item }) => isSameTime(endOf(item), endOf(each.item), frameRate));
    if (together[0] !== each) {
      return [];
    }
    const [leader, ...others] = together.toSorted((one, other) => lengthening(other) - lengthening(one));
    if (!leader) {
      return [];
    }
    const { item, durationSeconds } = leader;
    const lead: Edit[] = [
      toSet(leader, item.durationSeconds),
      {
        type: 'ripple-trim',
        itemId: item.id,
        edge: 'end',
        atSeconds: item.startSeconds + durationSeconds,
        tracks: 'all',
      },
    ];
    const follow = others.map((other) => toSet(other, other.durationSeconds));
    // There is room before it is needed.
    return lengthening(leader) > 0 ? [...lead, ...follow] : [...follow, ...lead];
  });
}

const lengthening = ({ item, durationSeconds }: SpeedChange): number => durationSeconds - item.durationSeconds;

function toSet({ item, speed, durationSeconds: whole }: SpeedChange, durationSeconds: number): Edit {
  const factor = item.speed / speed;
  const animated = animatedProperties(item).flatMap(({ name, value }) =>
    typeof value === 'number'
      ? []
      : [[name, { keyframes: value.keyframes.map((one) => ({ ...one, atSeconds: one.atSeconds * factor })) }]],
  );
  const properties = {
    speed,
    durationSeconds,
    ...Object.fromEntries(animated),
    ...withinLength(item, Math.min(whole, durationSeconds)),
  };
  return { type: 'set', itemId: item.id, properties };
}

/** How long the item can be before it meets the next one of its track. */
function roomOf({ tracks }: TimelineDocument, item: AudibleItem): number {
  const others = tracks.find(({ items }) => items.some(({ id }) => id === item.id))?.items ?? [];
  const later = others.filter(({ startSeconds }) => startSeconds > item.startSeconds);
  return Math.min(...later.map(({ startSeconds }) => startSeconds)) - item.startSeconds;
}

/** What must not be longer than its item. */
function withinLength(item: AudibleItem, seconds: number): Record<string, unknown> {
  const transition = item.type === 'video' ? item.transition : undefined;
  return transition && transition.durationSeconds > seconds
    ? { transition: { ...transition, durationSeconds: seconds } }
    : {};
}
