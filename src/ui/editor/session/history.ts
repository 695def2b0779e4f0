import { computed, signal, type Signal } from '@preact/signals';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { EditHistory } from '../editor.ts';

type Step = { readonly label: string; readonly before: TimelineDocument; readonly after: TimelineDocument };

/** The steps that made a document what it is. `note` makes one more, and forgets what was undone. */
export function createHistory(
  document: Signal<TimelineDocument>,
): EditHistory & { readonly note: (label: string, after: TimelineDocument) => void } {
  const steps = signal<{ readonly done: readonly Step[]; readonly undone: readonly Step[] }>({ done: [], undone: [] });
  return {
    undoLabel: computed(() => steps.value.done.at(-1)?.label ?? null),
    redoLabel: computed(() => steps.value.undone.at(-1)?.label ?? null),
    note: (label, after) => {
      steps.value = { done: [...steps.value.done, { label, before: document.value, after }], undone: [] };
      document.value = after;
    },
    undo: () => {
      const { done, undone } = steps.value;
      const step = done.at(-1);
      if (step) {
        document.value = step.before;
        steps.value = { done: done.slice(0, -1), undone: [...undone, step] };
      }
    },
    redo: () => {
      const { done, undone } = steps.value;
      const step = undone.at(-1);
      if (step) {
        document.value = step.after;
        steps.value = { done: [...done, step], undone: undone.slice(0, -1) };
      }
    },
  };
}
