import type { Item, TimelineDocument, VisualItem } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isSameTime } from '#core/timeline/frames.ts';
import { getEnd, inOrder, isVisual } from '#core/timeline/schedule.ts';

/** The duration of a dissolve, if the items are long enough. */
const usualSeconds = 1;

/** The max distance of a cut from the playhead, in seconds. */
const reachSeconds = 2;

/**
 * Returns the edit that adds a dissolve to a cut. It prefers the cut at the start of the selected item, then the one at its end,
 * then the one nearest to the playhead. Returns null if no items are adjacent there.
 */
export function dissolveAt(
  document: TimelineDocument,
  selection: readonly string[],
  seconds: number,
): { readonly itemId: string; readonly edit: Edit } | null {
  const cuts = getCuts(document);
  const [id] = selection;
  const cut =
    cuts.find(({ after }) => after.id === id) ?? cuts.find(({ before }) => before.id === id) ?? nearest(cuts, seconds);
  if (!cut) {
    return null;
  }
  const { after, before } = cut;
  const durationSeconds = Math.min(usualSeconds, after.durationSeconds / 2, before.durationSeconds / 2);
  return {
    itemId: after.id,
    edit: { type: 'set', itemId: after.id, properties: { transition: { type: 'dissolve', durationSeconds } } },
  };
}

type Cut = { readonly before: Item; readonly after: VisualItem };

/** Returns the cuts where an item of an editable track follows another without a gap. */
const getCuts = ({ tracks, frameRate }: TimelineDocument): Cut[] =>
  tracks
    .filter(({ isLocked, isHidden }) => !isLocked && !isHidden)
    .flatMap(({ items }) => {
      const ordered = inOrder(items);
      return ordered.flatMap((after, index): Cut[] => {
        const before = ordered[index - 1];
        const isCut =
          before && isVisual(after) && !after.isLocked && isSameTime(getEnd(before), after.startSeconds, frameRate);
        return isCut ? [{ before, after }] : [];
      });
    });

function nearest(cuts: readonly Cut[], seconds: number): Cut | undefined {
  const distance = ({ after }: Cut): number => Math.abs(after.startSeconds - seconds);
  const [first] = cuts.toSorted((one, other) => distance(one) - distance(other));
  return first && distance(first) <= reachSeconds ? first : undefined;
}
