import type { ShownCut } from './cut-draft.ts';
import type { ViewWindow } from '#ui/reviews/any/timeline/view-window.ts';

/** The maximum number of cuts with marks. If more are visible, each is too narrow to be clicked. */
export const maxMarks = 150;

/** A cut with a mark, and its index in the list. */
export type Mark = { readonly cut: ShownCut; readonly index: number };

/**
 * Returns the visible cuts. If there are many, those around the selected one (or the first) are marks, and the others are
 * only drawn.
 */
export function getMarks(
  shown: readonly ShownCut[],
  { from, to }: ViewWindow,
  selectedId: string | null,
): { readonly marks: readonly Mark[]; readonly others: readonly ShownCut[] } {
  const inSight = shown.flatMap((cut, index) =>
    cut.endSeconds > from && cut.startSeconds < to ? [{ cut, index }] : [],
  );
  const middle = inSight.findIndex(({ cut }) => cut.id === selectedId);
  const first = Math.max(0, Math.min(middle - Math.floor(maxMarks / 2), inSight.length - maxMarks));
  const marks = inSight.slice(first, first + maxMarks);
  const others = [...inSight.slice(0, first), ...inSight.slice(first + maxMarks)].map(({ cut }) => cut);
  return { marks, others };
}
