import type { TimelineDocument } from '#core/timeline/document.ts';
import { mergeDocuments } from '#core/timeline/merge.ts';
import { renameIds, type Renames } from '#core/timeline/merge/renames.ts';

type Step = {
  readonly label: string;
  readonly before: TimelineDocument;
  readonly after: TimelineDocument;
  /** The selection when the step was applied. */
  readonly selection: readonly string[];
};

export type Steps = { readonly done: readonly Step[]; readonly undone: readonly Step[] };

/** The result of an undo or redo; `document` is null if remote changes prevent it. */
export type Passed = { readonly step: Step; readonly document: TimelineDocument | null; readonly steps: Steps };

/** Reverts the last step, and no other changes of the document; returns null if there is no step. */
export function passBack({ done, undone }: Steps, now: TimelineDocument): Passed | null {
  const step = done.at(-1);
  const document = step && merged(step.after, step.before, now);
  return passed(step, document, (to, taken) => ({
    done: done.slice(0, -1),
    undone: [...undone, { ...taken, before: to, after: now }],
  }));
}

/** Applies the step again that was undone last. */
export function passOn({ done, undone }: Steps, now: TimelineDocument): Passed | null {
  const step = undone.at(-1);
  const document = step && merged(step.before, step.after, now);
  return passed(step, document, (to, taken) => ({
    done: [...done, { ...taken, before: now, after: to }],
    undone: undone.slice(0, -1),
  }));
}

/** Renames ids in the steps. */
export function renameInSteps({ done, undone }: Steps, renames: Renames): Steps {
  const renamed = (step: Step): Step => ({
    ...step,
    before: renameIds(step.before, renames),
    after: renameIds(step.after, renames),
    selection: renameSelected(step.selection, renames),
  });
  return { done: done.map(renamed), undone: undone.map(renamed) };
}

/** Renames the ids of selected items and tracks. */
export const renameSelected = (selection: readonly string[], { items, tracks }: Renames): readonly string[] =>
  selection.map((id) => items.get(id) ?? tracks.get(id) ?? id);

function merged(from: TimelineDocument, to: TimelineDocument, now: TimelineDocument): TimelineDocument | null {
  // Without remote changes the result is exactly the earlier state: a merge would ignore differences by rounding.
  if (now === from) {
    return to;
  }
  const merge = mergeDocuments(from, to, now);
  return merge.isMerged ? merge.document : null;
}

const passed = (
  step: Step | undefined,
  document: TimelineDocument | null | undefined,
  toSteps: (to: TimelineDocument, step: Step) => Steps,
): Passed | null =>
  step ? { step, document: document ?? null, steps: document ? toSteps(document, step) : noSteps } : null;

export const noSteps: Steps = { done: [], undone: [] };
