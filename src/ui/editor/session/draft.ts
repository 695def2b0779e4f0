import * as z from 'zod';
import { timelineDocument } from '#core/timeline/document.ts';

/** Unsaved edits, and the revision on which they are based. */
const draft = z.object({ revision: z.int().min(1), document: timelineDocument });
export type Draft = z.output<typeof draft>;

/** The storage in which the draft of a canvas survives a reload or a crash of its tab; each tab has its own drafts. */
export type DraftStore = {
  readonly read: () => Draft | null;
  readonly keep: (draft: Draft) => void;
  readonly drop: () => void;
};

export function createDraftStore(canvasId: string): DraftStore {
  const name = `offcut:unsaved:${canvasId}`;
  return {
    read: () => parseDraft(trying(() => sessionStorage.getItem(name)) ?? null),
    // A document that is too large for the storage is still saved to the server, only without a draft.
    keep: (kept) => trying(() => sessionStorage.setItem(name, JSON.stringify(kept))),
    drop: () => trying(() => sessionStorage.removeItem(name)),
  };
}

/** Parses a stored draft; returns null for an empty storage, and for a draft of another version of Offcut. */
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
