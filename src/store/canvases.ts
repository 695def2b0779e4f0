import { toRevision, toVersionId, type Version } from '#core/model/canvas-rows.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Canvas } from '#core/model/canvas-rows.ts';
import type { RowOf } from '#core/model/records.ts';
import { getAssetIds } from '#core/timeline/schedule.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { requireKnownDocument, storedDocument } from '#core/timeline/upgrade.ts';
import { createId } from './ids.ts';
import { findSpareRevisions } from './spare-revisions.ts';
import type { Rows, Store, Transaction } from './store.ts';

/** The maximum number of versions of a canvas; large documents have fewer. */
const versionsMax = 50;
const versionsMin = 5;
/** The maximum total size of the versions of a canvas, in characters of JSON. */
const versionsLength = 32 * 1024 * 1024;

/** Creates the row of a new canvas. `jobId` names the run whose result it is. */
export const newCanvas = (document: TimelineDocument, jobId: string | null, now: number): Canvas => ({
  id: createId('cnv'),
  jobId,
  revision: 1,
  document,
  createdAt: now,
  updatedAt: now,
});

/** Throws CANVAS_NOT_FOUND, and VALIDATION_FAILED for a canvas of a newer version of Offcut. */
export async function getCanvas(rows: Pick<Rows<'canvases'>, 'get'>, id: string): Promise<Canvas> {
  const canvas = await getCanvasRow(rows, id);
  return { ...canvas, document: requireKnownDocument(canvas.document) };
}

/** Returns the row of a canvas of any document version. Throws CANVAS_NOT_FOUND. */
export async function getCanvasRow(rows: Pick<Rows<'canvases'>, 'get'>, id: string): Promise<RowOf<'canvases'>> {
  const canvas = await rows.get('canvases', id);
  if (!canvas) {
    throw new Failure('CANVAS_NOT_FOUND');
  }
  return canvas;
}

/** The tables that a change of a canvas reads and writes. */
const canvasTables = ['canvases', 'versions', 'assets'] as const;
type CanvasTransaction = Transaction<(typeof canvasTables)[number]>;

/**
 * Replaces the document of a canvas by the result of `change`, and raises its revision by one. The previous document becomes a
 * version. `change` may await only methods of `rows`. Throws CANVAS_NOT_FOUND. Throws REVISION_CONFLICT, with the current revision,
 * if that is not `seen`; null skips this check.
 */
export const changeCanvas = (
  store: Pick<Store, 'transact'>,
  id: string,
  seen: number | null,
  now: number,
  change: (document: TimelineDocument, rows: CanvasTransaction) => Promise<TimelineDocument>,
): Promise<Canvas> =>
  store.transact(canvasTables, async (transaction) => {
    const before = await getCanvas(transaction, id);
    if (seen !== null && seen !== before.revision) {
      const message = `The canvas is at revision ${before.revision}, not ${seen}; read it again, and send the change with the new revision.`;
      throw new Failure('REVISION_CONFLICT', { message, details: { revision: before.revision } });
    }
    const document = await change(before.document, transaction);
    await keepVersion(transaction, before);
    const after: Canvas = { ...before, document, revision: before.revision + 1, updatedAt: now };
    await transaction.put('canvases', after);
    return after;
  });

async function keepVersion(transaction: Transaction<'versions'>, before: Canvas): Promise<void> {
  const { id: canvasId, revision, document, updatedAt } = before;
  const json = JSON.stringify(document);
  const kept: Version = {
    id: toVersionId(canvasId, revision),
    canvasId,
    revision,
    title: document.title,
    json,
    assetIds: getAssetIds(document),
    createdAt: updatedAt,
  };
  await transaction.put('versions', kept);
  const count = Math.max(versionsMin, Math.min(versionsMax, Math.floor(versionsLength / json.length)));
  const ids = await transaction.listIds('versions', { index: 'canvasId', value: canvasId });
  const spare = findSpareRevisions(ids.map(toRevision), count);
  await Promise.all(spare.map((one) => transaction.remove('versions', toVersionId(canvasId, one))));
}

/** The fields of a version in lists. */
export type VersionSummary = Pick<Version, 'revision' | 'title' | 'createdAt'>;

/** A cache of versions by id: a version never changes, and its document may be megabytes. */
const summaries = new Map<string, VersionSummary>();

/** Lists the stored versions before the current document, newest first. Throws CANVAS_NOT_FOUND. */
export async function listVersions(
  store: Pick<Store, 'get' | 'transact'>,
  canvasId: string,
): Promise<VersionSummary[]> {
  await getCanvasRow(store, canvasId);
  const ids = await store.transact(['versions'], (rows) =>
    rows.listIds('versions', { index: 'canvasId', value: canvasId }),
  );
  for (const id of ids) {
    // Sequential, so that only one document is in memory at a time.
    const version = summaries.has(id) ? undefined : await store.get('versions', id); // oxlint-disable-line no-await-in-loop
    if (version) {
      const { revision, title, createdAt } = version;
      summaries.set(id, { revision, title, createdAt });
    }
  }
  return ids.flatMap((id) => summaries.get(id) ?? []).toSorted((a, b) => b.revision - a.revision);
}

/** Returns the document of an earlier revision. Throws CANVAS_NOT_FOUND, and NOT_FOUND for a version that is not stored. */
export async function readVersion(
  rows: Pick<Rows<'canvases' | 'versions'>, 'get'>,
  canvasId: string,
  revision: number,
): Promise<TimelineDocument> {
  await getCanvas(rows, canvasId);
  const version = await rows.get('versions', toVersionId(canvasId, revision));
  if (!version) {
    const message = `Version ${revision} of this canvas is not stored; GET /v1/canvases/${canvasId}/versions lists all stored versions.`;
    throw new Failure('NOT_FOUND', { message });
  }
  return storedDocument.parse(JSON.parse(version.json));
}

/** Removes the rows of a canvas. */
export async function removeCanvas(transaction: Transaction<'canvases' | 'versions'>, id: string): Promise<void> {
  const versions = await transaction.list('versions', { index: 'canvasId', value: id });
  await Promise.all([
    transaction.remove('canvases', id),
    ...versions.map((version) => transaction.remove('versions', version.id)),
  ]);
}
