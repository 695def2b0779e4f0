import * as z from 'zod';
import type { TimelineDocument } from '../timeline/document.ts';
import { keptDocument } from '../timeline/upgrade.ts';

/** The row of an editable timeline. */
export const canvasRow = z.object({
  id: z.string(),
  jobId: z.string().nullable(),
  /** Grows by one with every change. */
  revision: z.int().min(1),
  document: keptDocument,
  createdAt: z.number(),
  updatedAt: z.number(),
});
/** An editable timeline that this version of Offcut can read. */
export type Canvas = z.output<typeof canvasRow> & { readonly document: TimelineDocument };

/** A stored earlier state of a canvas, which can be restored. */
export const version = z.object({
  /** The id that `toVersionId` returns. */
  id: z.string(),
  canvasId: z.string(),
  revision: z.int().min(1),
  title: z.string(),
  /** The document as JSON, which is upgraded when it is read. Reads are rare. */
  json: z.string(),
  /** The assets that the document names; an index finds a version by any of them. */
  assetIds: z.array(z.string()),
  /** The time at which the canvas got this state. */
  createdAt: z.number(),
});
export const toVersionId = (canvasId: string, revision: number): string => `${canvasId}:${revision}`;
/** Returns the revision that the id of a version contains. */
export const toRevision = (versionId: string): number => Number(versionId.slice(versionId.lastIndexOf(':') + 1));
export type Version = z.output<typeof version>;

/** The document of an open job, as it was when the job was queued; removed when the job ends. */
export const frozenDocument = z.object({
  /** The job's id. */
  id: z.string(),
  json: z.string(),
});
