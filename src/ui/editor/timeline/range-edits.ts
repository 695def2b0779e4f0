import type { Item, TimelineDocument, Track } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isBefore } from '#core/timeline/frames.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import { uniqueId } from '#core/timeline/unique-id.ts';
import { ofSelection } from './clip-edits.ts';
import type { TimeRange } from './geometry.ts';

/**
 * Removes the range between two times from the selected clips; without a selection, from all unlocked tracks. Clips that extend
 * over an end are cut there. Returns an empty list if no clip is in the range.
 */
export const rangeEdits = (document: TimelineDocument, range: TimeRange, selected: readonly string[]): Edit[] =>
  ofSelection(
    document,
    selected,
    openTracks(document).flatMap((track) => track.items.map((item) => ({ track, item }))),
  ).flatMap(({ item }) => cutOut(document, item, range).edits);

/**
 * Removes the time between two times from the canvas, on all unlocked tracks regardless of the selection: later clips and
 * markers move to its start. Returns an empty list if no clip is in the range or behind it.
 */
export function closedRangeEdits(document: TimelineDocument, range: TimeRange): Edit[] {
  const open = openTracks(document);
  const cuts = open.flatMap(({ items }) => items.map((item) => cutOut(document, item, range)));
  const cutOff = cuts.flatMap(({ later }) => later ?? []);
  return [...cuts.flatMap(({ edits }) => edits), ...closing(document, range, open, cutOff)];
}

const openTracks = ({ tracks }: TimelineDocument): Track[] => tracks.filter(({ isLocked }) => !isLocked);

/** Returns the edits that remove a range from an item, and the id of the part behind the range if it is a new item. */
function cutOut(
  { frameRate }: TimelineDocument,
  item: Item,
  { fromSeconds, toSeconds }: TimeRange,
): { readonly edits: readonly Edit[]; readonly later?: string } {
  const { id: itemId } = item;
  const isOver = isBefore(item.startSeconds, toSeconds, frameRate) && isBefore(fromSeconds, getEnd(item), frameRate);
  const [beginsBefore, endsBehind] = [
    isBefore(item.startSeconds, fromSeconds, frameRate),
    isBefore(toSeconds, getEnd(item), frameRate),
  ];
  if (!isOver) {
    return { edits: [] };
  }
  if (beginsBefore && endsBehind) {
    const later = uniqueId(item.type);
    return {
      edits: [
        { type: 'split', itemId, atSeconds: toSeconds, newId: later },
        { type: 'trim', itemId, edge: 'end', atSeconds: fromSeconds },
      ],
      later,
    };
  }
  if (beginsBefore) {
    return { edits: [{ type: 'trim', itemId, edge: 'end', atSeconds: fromSeconds }] };
  }
  return endsBehind
    ? { edits: [{ type: 'trim', itemId, edge: 'start', atSeconds: toSeconds }] }
    : { edits: [{ type: 'remove-item', itemId }] };
}

/** Moves items and remaining parts behind the range to its start. */
function closing(
  { frameRate, markers }: TimelineDocument,
  { fromSeconds, toSeconds }: TimeRange,
  open: readonly Track[],
  cutOff: readonly string[],
): Edit[] {
  const by = toSeconds - fromSeconds;
  const kept = open.flatMap(({ items }) =>
    items.flatMap((item) =>
      isBefore(toSeconds, getEnd(item), frameRate) && !isBefore(item.startSeconds, fromSeconds, frameRate)
        ? [{ itemId: item.id, startSeconds: Math.max(item.startSeconds, toSeconds) - by }]
        : [],
    ),
  );
  const moves = [...cutOff.map((itemId) => ({ itemId, startSeconds: fromSeconds })), ...kept];
  const moved = markers.flatMap((marker): Edit[] =>
    isBefore(marker.atSeconds, toSeconds, frameRate)
      ? []
      : [{ type: 'set-marker', markerId: marker.id, atSeconds: marker.atSeconds - by }],
  );
  return [...(moves.length > 0 ? [{ type: 'move-items', moves } as const] : []), ...moved];
}
