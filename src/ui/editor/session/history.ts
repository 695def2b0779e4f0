import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { isEmpty, type Renames } from '#core/timeline/merge/renames.ts';
import { noSteps, passBack, passOn, renameInSteps, renameSelected, type Passed } from './steps.ts';

/** The steps of an open canvas: undo and redo have no limit. */
export type EditHistory = {
  /** Labels of what `undo` and `redo` would do; null where there is nothing. */
  readonly undoLabel: ReadonlySignal<string | null>;
  readonly redoLabel: ReadonlySignal<string | null>;
  /** All of them in the order in which they are or were made. */
  readonly labels: ReadonlySignal<{ readonly done: readonly string[]; readonly undone: readonly string[] }>;
  readonly undo: () => void;
  readonly redo: () => void;
};

/** The history, as the session writes it. */
export type WrittenHistory = EditHistory & {
  /** Makes the document what it is after one more step, and forgets what was undone. */
  readonly note: (label: string, after: TimelineDocument) => void;
  /** Has the steps and the selection name what was renamed by its new names. */
  readonly rename: (renames: Renames) => void;
};

/**
 * The steps that made a document what it is. An undo takes its own step back and nothing that came from elsewhere since; where
 * both touched the same, `refuse` is told why not.
 */
export function createHistory(
  document: Signal<TimelineDocument>,
  selection: Signal<readonly string[]>,
  refuse: (sentence: string) => void,
): WrittenHistory {
  const steps = signal(noSteps);
  const go = (passed: Passed | null, what: string): boolean => {
    if (passed?.document) {
      steps.value = passed.steps;
      document.value = passed.document;
    } else if (passed) {
      refuse(`“${passed.step.label}” cannot be ${what}: the same was changed elsewhere since.`);
    }
    return passed?.document !== null;
  };
  const undo = (): void => {
    const passed = passBack(steps.peek(), document.peek());
    if (go(passed, 'undone') && passed) {
      selection.value = passed.step.selection;
    }
  };
  return {
    undoLabel: computed(() => steps.value.done.at(-1)?.label ?? null),
    redoLabel: computed(() => steps.value.undone.at(-1)?.label ?? null),
    labels: computed(() => ({
      done: steps.value.done.map(({ label }) => label),
      undone: steps.value.undone.map(({ label }) => label).toReversed(),
    })),
    undo: () => batch(undo),
    redo: () => batch(() => void go(passOn(steps.peek(), document.peek()), 'done again')),
    note: (label, after) =>
      batch(() => {
        const step = { label, before: document.peek(), after, selection: selection.peek() };
        steps.value = { done: [...steps.peek().done, step], undone: [] };
        document.value = after;
      }),
    rename: (renames) => {
      if (!isEmpty(renames)) {
        steps.value = renameInSteps(steps.peek(), renames);
        selection.value = renameSelected(selection.peek(), renames);
      }
    },
  };
}
