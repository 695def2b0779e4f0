import type { TimelineDocument } from '#core/timeline/document.ts';
import { mergeDocuments } from '#core/timeline/merge.ts';
import { renameIds, type Renames } from '#core/timeline/merge/renames.ts';

type Step = {
  readonly label: string;
  readonly before: TimelineDocument;
  readonly after: TimelineDocument;
  /** What was selected when it was made. */
  readonly selection: readonly string[];
};

export type Steps = { readonly done: readonly Step[]; readonly undone: readonly Step[] };

/** Where a step back or forth leads; `document` is null where changes from elsewhere are in the way of it. */
export type Passed = { readonly step: Step; readonly document: TimelineDocument | null; readonly steps: Steps };

/** Takes the last step back, and nothing else that is in the document by now; null where there is no step. */
export function passBack({ done, undone }: Steps, now: TimelineDocument): Passed | null {
  const step = done.at(-1);
  const document = step && merged(step.after, step.before, now);
  return passed(step, document, (to, taken) => ({
    done: done.slice(0, -1),
    undone: [...undone, { ...taken, before: to, after: now }],
  }));
}

/** Makes the step that was undone last again. */
export function passOn({ done, undone }: Steps, now: TimelineDocument): Passed | null {
  const step = undone.at(-1);
  const document = step && merged(step.before, step.after, now);
  return passed(step, document, (to, taken) => ({
    done: [...done, { ...taken, before: now, after: to }],
    undone: undone.slice(0, -1),
  }));
}

/** The steps with the new names of what was renamed. */
export function renameInSteps({ done, undone }: Steps, renames: Renames): Steps {
  const renamed = (step: Step): Step => ({
    ...step,
    before: renameIds(step.before, renames),
    after: renameIds(step.after, renames),
    selection: renameSelected(step.selection, renames),
  });
  return { done: done.map(renamed), undone: undone.map(renamed) };
}

/** The ids of selected items and tracks, by their new names. */
export const renameSelected = (selection: readonly string[], { items, tracks }: Renames): readonly string[] =>
  selection.map((id) => items.get(id) ?? tracks.get(id) ?? id);

function merged(from: TimelineDocument, to: TimelineDocument, now: TimelineDocument): TimelineDocument | null {
  // Where nothing came from elsewhere it is exactly what it was: a merge takes what differs by rounding alone for the same.
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
