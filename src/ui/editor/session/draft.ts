import * as z from 'zod';
import { timelineDocument } from '#core/timeline/document.ts';

/** Edits that are not saved yet, and the revision that they were made of. */
const draft = z.object({ revision: z.int().min(1), document: timelineDocument });
export type Draft = z.output<typeof draft>;

/** Where the draft of a canvas outlives a reload or a crash of its tab; other tabs have drafts of their own. */
export type DraftShelf = {
  readonly read: () => Draft | null;
  readonly keep: (draft: Draft) => void;
  readonly drop: () => void;
};

export function createDraftShelf(canvasId: string): DraftShelf {
  const name = `offcut:unsaved:${canvasId}`;
  return {
    read: () => parseDraft(trying(() => sessionStorage.getItem(name)) ?? null),
    // What is too large for the storage is saved all the same, only not a second time here.
    keep: (kept) => trying(() => sessionStorage.setItem(name, JSON.stringify(kept))),
    drop: () => trying(() => sessionStorage.removeItem(name)),
  };
}

/** A draft that was kept; null for none, and for one of another version of Offcut. */
function parseDraft(text: string | null): Draft | null {
  return text === null ? null : (draft.safeParse(trying(() => JSON.parse(text) as unknown)).data ?? null);
}

function trying<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
