import type { Item, Track } from '#core/timeline/document.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import { toCount } from '#ui/kit/format.ts';
import { getTransitionName } from '../transitions/transition-types.ts';

const kinds: Readonly<Record<Item['type'], string>> = {
  video: 'video',
  picture: 'image',
  text: 'text',
  bubbles: 'chat bubbles',
  shape: 'shape',
  sound: 'audio',
};

/** Returns the title of a clip: its name or its text. */
export function getTitle(item: Item): string {
  if (item.type === 'text') {
    return item.text.trim() || item.name;
  }
  if (item.type === 'bubbles') {
    return `${item.name} · ${toCount(item.messages.length, 'message')}`;
  }
  return item.name || kinds[item.type];
}

/** Formats a duration or time as `4.2 s` or `1 min 04.2 s`, for clips and screen readers. */
export function toSpoken(seconds: number): string {
  const tenths = Math.round(seconds * 10) / 10;
  const minutes = Math.floor(tenths / 60);
  return minutes > 0 ? `${minutes} min ${(tenths - minutes * 60).toFixed(1)} s` : `${tenths.toFixed(1)} s`;
}

/** Returns the label of a clip for screen readers: "Clip 3, video, intro.mp4, from 4.2 s to 9.0 s, selected". */
export function nameOfClip(
  item: Item,
  { number, track, isSelected }: { readonly number: number; readonly track: Track; readonly isSelected: boolean },
): string {
  const states = [
    item.type !== 'sound' &&
      item.transition &&
      `${getTransitionName(item.transition).toLowerCase()} of ${toSpoken(item.transition.durationSeconds)}`,
    isSelected && 'selected',
    (item.isLocked || track.isLocked) && 'locked',
    (item.isHidden || track.isHidden) && 'hidden',
    'isMuted' in item && (item.isMuted || track.isMuted) && 'muted',
    item.groupId !== undefined && 'in a group',
  ].filter((state) => typeof state === 'string');
  const times = `from ${toSpoken(item.startSeconds)} to ${toSpoken(getEnd(item))}`;
  return [`Clip ${number}`, kinds[item.type], getTitle(item), times, ...states].join(', ');
}

export const kindInWords = (type: Item['type']): string => kinds[type];
