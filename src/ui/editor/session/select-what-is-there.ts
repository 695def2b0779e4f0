import { effect, type ReadonlySignal, type Signal } from '@preact/signals';
import type { TimelineDocument } from '#core/timeline/document.ts';

/** Takes out of the selection what is not in the document any more. The answer ends it. */
export const selectWhatIsThere = (
  document: ReadonlySignal<TimelineDocument>,
  selection: Signal<readonly string[]>,
): (() => void) =>
  effect(() => {
    const ids = new Set(document.value.tracks.flatMap(({ items }) => items.map(({ id }) => id)));
    const there = selection.value.filter((id) => ids.has(id));
    if (there.length < selection.value.length) {
      selection.value = there;
    }
  });
