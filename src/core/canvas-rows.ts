import * as z from 'zod';
import type { TimelineDocument } from './timeline/document.ts';
import { keptDocument } from './timeline/upgrade.ts';

/** An editable timeline, as its row is. */
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

/** What a canvas was before a change, so that it can be brought back. */
export const version = z.object({
  /** As `toVersionId` gives it. */
  id: z.string(),
  canvasId: z.string(),
  revision: z.int().min(1),
  title: z.string(),
  /** The document as JSON: it is seldom read, and upgraded then. */
  json: z.string(),
  /** The assets that it names; an index finds a version by any of them. */
  assetIds: z.array(z.string()),
  /** When the canvas became this. */
  createdAt: z.number(),
});
export const toVersionId = (canvasId: string, revision: number): string => `${canvasId}:${revision}`;
/** The revision that the id of a version names. */
export const toRevision = (versionId: string): number => Number(versionId.slice(versionId.lastIndexOf(':') + 1));
export type Version = z.output<typeof version>;

/** The document that an open job works from, as it was when the job was queued; removed with the end of the job. */
export const frozenDocument = z.object({
  /** The job's id. */
  id: z.string(),
  json: z.string(),
});
