import type { NewItem, TimelineDocument } from '#core/timeline/document.ts';
import type { AddCopy } from '#core/timeline/edit.ts';
import { groupEdits } from '../clip-edits.ts';
import { findPlaced } from '../clips.ts';
import { clipsInWords, getMoves, type Plan } from './plan.ts';

/** Converts a plan that moves clips to one that adds copies instead, which are inserted between other clips. `toId` returns the id of a copy. */
export function planCopy(
  document: TimelineDocument,
  plan: Plan,
  toId: (itemId: string) => string,
  magneticTrackId: string | null = null,
): Plan {
  const moves = getMoves(plan.edits);
  const placed = new Map(
    findPlaced(
      document,
      moves.map(({ itemId }) => itemId),
    ).map((one) => [one.item.id, one]),
  );
  const copies = moves.flatMap(({ itemId, startSeconds, trackId }): AddCopy[] => {
    const from = placed.get(itemId);
    if (!from) {
      return [];
    }
    const { groupId: _, ...rest } = from.item;
    const item: NewItem = { ...rest, id: toId(itemId), startSeconds, isLocked: false };
    const toTrackId = trackId ?? from.track.id;
    const tracks = toTrackId === magneticTrackId ? 'connected' : 'this';
    return [{ type: 'add-item', trackId: toTrackId, item, copiedFrom: itemId, fit: 'insert', tracks }];
  });
  const originals = copies.flatMap(({ copiedFrom }) => placed.get(copiedFrom)?.item ?? []);
  const ids = originals.map(({ id }) => toId(id));
  return {
    edits: [...plan.edits.filter(({ type }) => type !== 'move-items'), ...copies, ...groupEdits(originals, ids)],
    label: `Duplicate ${clipsInWords(copies.length)}`,
    snapSeconds: plan.snapSeconds,
    copied: { moves, ids },
  };
}
