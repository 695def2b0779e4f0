import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { isEmpty, type Renames } from '#core/timeline/merge/renames.ts';
import { noSteps, passBack, passOn, renameInSteps, renameSelected, type Passed } from './steps.ts';

/** The history of an open canvas: undo and redo have no limit. */
export type EditHistory = {
  /** Labels of the steps that `undo` and `redo` would apply; null if there is no such step. */
  readonly undoLabel: ReadonlySignal<string | null>;
  readonly redoLabel: ReadonlySignal<string | null>;
  /** The labels of all steps, in the order in which they are or were applied. */
  readonly labels: ReadonlySignal<{ readonly done: readonly string[]; readonly undone: readonly string[] }>;
  readonly undo: () => void;
  readonly redo: () => void;
};

/** The history with the functions by which the session writes it. */
export type WrittenHistory = EditHistory & {
  /** Sets the document to its state after a new step, and drops the undone steps. */
  readonly note: (label: string, after: TimelineDocument) => void;
  /** Renames ids in the steps and in the selection. */
  readonly rename: (renames: Renames) => void;
};

/**
 * Creates the history of a document. An undo reverts its own step, but no later remote changes. If both changed the same thing,
 * `refuse` receives the reason.
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
      refuse(`“${passed.step.label}” cannot be ${what}: a later change from elsewhere conflicts with it.`);
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
    redo: () => batch(() => void go(passOn(steps.peek(), document.peek()), 'redone')),
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
