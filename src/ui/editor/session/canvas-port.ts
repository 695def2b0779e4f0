import type { TimelineDocument } from '#core/timeline/document.ts';
import { call, send, toData, type DataOf } from '#ui/app/client.ts';
import { ApiError, readEnvelope } from '#ui/app/envelope.ts';

export type Canvas = DataOf<'getCanvas'>;

/** Access to a canvas on the server. All functions reject with ApiError. */
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
    try {
      const params = { canvasId };
      const response = await send('getCanvas', { params, headers: { 'If-None-Match': `"${revision}"` } });
      return response.status === 304 ? null : toData('getCanvas', readEnvelope(await response.text()));
    } catch (thrown) {
      throw ApiError.from(thrown);
    }
  },
  write: (revision, document) => call('putCanvas', { params: { canvasId }, body: { revision, document } }),
  readVersion: async (revision) => {
    try {
      const params = { canvasId, version: String(revision) };
      return (await call('getCanvasVersion', { params })).document;
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.errorCode === 'NOT_FOUND') {
        return null;
      }
      throw thrown;
    }
  },
});
