import type { AudibleItem, TimelineDocument } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { animatedProperties } from '#core/timeline/properties.ts';
import type { Change } from './edits.ts';

const [slowest, fastest] = [0.05, 20];

/**
 * Plays items at other speeds. Each shows the same part of its source in the time that this takes, and its keyframes go along; one
 * that gets longer stops where the next on its track begins.
 */
export const speedEdits = (document: TimelineDocument, items: readonly AudibleItem[], change: Change<number>): Edit[] =>
  items.flatMap((item): Edit[] => {
    const speed = Math.min(fastest, Math.max(slowest, change(item.speed)));
    if (speed === item.speed) {
      return [];
    }
    const factor = item.speed / speed;
    const durationSeconds = Math.min(item.durationSeconds * factor, roomOf(document, item));
    const animated = animatedProperties(item).flatMap(({ name, value }) =>
      typeof value === 'number'
        ? []
        : [[name, { keyframes: value.keyframes.map((one) => ({ ...one, atSeconds: one.atSeconds * factor })) }]],
    );
    const properties = {
      speed,
      durationSeconds,
      ...Object.fromEntries(animated),
      ...withinLength(item, durationSeconds),
    };
    return [{ type: 'set', itemId: item.id, properties }];
  });

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
