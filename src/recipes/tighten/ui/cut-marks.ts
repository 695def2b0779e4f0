import type { ShownCut } from './cut-draft.ts';
import type { ViewWindow } from './view-window.ts';

/** The most cuts that are marks of their own. With more in sight, each is narrower than what can be hit. */
export const maxMarks = 150;

/** A cut that is a mark, and its place in the list. */
export type Mark = { readonly cut: ShownCut; readonly index: number };

/** The cuts in sight: of very many, those around the selected one, or the first, are marks, and the others are only drawn. */
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
