import type { TimelineDocument } from '#core/timeline/document.ts';
import { call, send, toData, type DataOf } from '../../client.ts';
import { ApiError, readEnvelope } from '../../envelope.ts';

export type Canvas = DataOf<'getCanvas'>;

/** A canvas on the server. What fails rejects with ApiError. */
export type CanvasPort = {
  /** The canvas as it is by now; null while it is of this revision still. */
  readonly read: (revision: number) => Promise<Canvas | null>;
  /** Rejects with REVISION_CONFLICT where the canvas has another revision by now. */
  readonly write: (revision: number, document: TimelineDocument) => Promise<Canvas>;
  /** What it was at a revision; null where that is not kept. */
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
