import type { TimelineDocument } from '#core/timeline/document.ts';
import { insertMoves } from '#core/timeline/edits/insert-moves.ts';
import { toMagneticMoves } from '#core/timeline/edits/magnetic-moves.ts';
import { clipsInWords, getMoves, type Plan } from './plan.ts';

/**
 * Inserts clips that a plan moves onto others between those, as the option `fit` of `move-items` does. Clips that move to, within
 * or from the magnetic track are placed as its option `magneticTrackId` does. Other plans stay the same.
 */
export function planInsert(
  document: TimelineDocument,
  plan: Plan,
  { heldId, magneticTrackId }: { readonly heldId: string; readonly magneticTrackId: string | null },
): Plan {
  const asked = getMoves(plan.edits).toSorted(
    (one, other) => Number(other.itemId === heldId) - Number(one.itemId === heldId),
  );
  const moves =
    magneticTrackId === null ? insertMoves(document, asked) : toMagneticMoves(document, asked, magneticTrackId);
  const start = moves.find(({ itemId }) => itemId === heldId)?.startSeconds;
  if (moves === asked || start === undefined) {
    return plan;
  }
  const isInserted = start !== asked[0]?.startSeconds;
  return {
    ...plan,
    edits: [...plan.edits.filter(({ type }) => type !== 'move-items'), { type: 'move-items', moves: [...moves] }],
    label: isInserted ? `Insert ${clipsInWords(asked.length)}` : plan.label,
    snapSeconds: isInserted ? start : plan.snapSeconds,
    ...(isInserted && { pointed: asked }),
  };
}
