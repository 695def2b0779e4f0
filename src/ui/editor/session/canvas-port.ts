import type { TimelineDocument } from '#core/timeline/document.ts';
import { call, connection, type DataOf } from '#ui/app/client.ts';
import { OffcutError } from '#client/offcut-error.ts';

export type Canvas = DataOf<'getCanvas'>;

/** Access to a canvas on the server. All functions reject with OffcutError. */
export type CanvasPort = {
  /** Returns the current canvas; null if it still has this revision. */
  readonly read: (revision: number) => Promise<Canvas | null>;
  /** Rejects with REVISION_CONFLICT if the canvas has another revision now. */
  readonly write: (revision: number, document: TimelineDocument) => Promise<Canvas>;
  /** Returns the document of a revision; null if that revision is not stored. */
  readonly readVersion: (revision: number) => Promise<TimelineDocument | null>;
};

export const createCanvasPort = (canvasId: string): CanvasPort => ({
  read: async (revision) => {
    const headers = { 'If-None-Match': `"${revision}"` };
    const { status, data } = await connection.call('getCanvas', { params: { canvasId }, headers });
    return status === 304 ? null : data;
  },
  write: (revision, document) => call('putCanvas', { params: { canvasId }, body: { revision, document } }),
  readVersion: async (revision) => {
    try {
      const params = { canvasId, version: revision };
      return (await call('getCanvasVersion', { params })).document;
    } catch (thrown) {
      if (thrown instanceof OffcutError && thrown.code === 'NOT_FOUND') {
        return null;
      }
      throw thrown;
    }
  },
});
