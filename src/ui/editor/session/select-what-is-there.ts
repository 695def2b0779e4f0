import { effect, type ReadonlySignal, type Signal } from '@preact/signals';
import type { TimelineDocument } from '#core/timeline/document.ts';

/** Deselects items and tracks that are no longer in the document. Returns an unsubscribe function. */
export const selectWhatIsThere = (
  document: ReadonlySignal<TimelineDocument>,
  selection: Signal<readonly string[]>,
): (() => void) =>
  effect(() => {
    const ids = new Set(document.value.tracks.flatMap(({ id, items }) => [id, ...items.map((item) => item.id)]));
    const there = selection.value.filter((id) => ids.has(id));
    if (there.length < selection.value.length) {
      selection.value = there;
    }
  });
