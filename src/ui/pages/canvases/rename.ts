import { call } from '#ui/app/client.ts';
import { ApiError, isRecord } from '#ui/app/envelope.ts';
import type { CanvasSummary } from './canvas-list.ts';

/** Renames a canvas, regardless of edits since the list was read. Throws ApiError. */
export async function renameCanvas({ id, revision }: CanvasSummary, title: string): Promise<void> {
  try {
    await setTitle(id, revision, title);
  } catch (thrown) {
    const present = findRevision(thrown);
    if (present === null) {
      throw thrown;
    }
    await setTitle(id, present, title);
  }
}

const setTitle = (canvasId: string, revision: number, title: string): Promise<unknown> =>
  call('editCanvas', { params: { canvasId }, body: { revision, edits: [{ type: 'set-canvas', title }] } });

/** Returns the current revision of the canvas from a conflict error; null for another error. */
function findRevision(thrown: unknown): number | null {
  const details = thrown instanceof ApiError && thrown.errorCode === 'REVISION_CONFLICT' ? thrown.details : null;
  return isRecord(details) && typeof details['revision'] === 'number' ? details['revision'] : null;
}
