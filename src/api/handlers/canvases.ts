import { applyEdits } from '#core/timeline/edit.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { isKnownDocument, toNewerSentence } from '#core/timeline/upgrade.ts';
import type { RowOf } from '#core/model/records.ts';
import { toIsoTime } from '#core/lib/time.ts';
import type { Canvas } from '#core/model/canvas-rows.ts';
import { deleteCanvas } from '#store/asset-uses.ts';
import { changeCanvas, getCanvas, listVersions, readVersion } from '#store/canvases.ts';
import { withRoom } from '#store/room.ts';
import { Answer } from '../answer.ts';
import { requireSoundDocument } from '../check-document.ts';
import { isListed } from '#core/protocol/etag.ts';
import { makeCanvas } from '../make-canvas.ts';
import type { Call, Handlers, OutputOf } from '../handler.ts';
import { createLinks } from '../links.ts';
import { toNextLink, toPage } from '../list-page.ts';
import { invalid } from '../parse-request.ts';
import type { ApiContext } from '../ports.ts';
import { startExport } from '../start-export.ts';
import { toCanvasView, toDocumentView } from '../views.ts';
import { toQueued } from './run-calls.ts';

type Names =
  | 'listCanvases'
  | 'createCanvas'
  | 'getCanvas'
  | 'putCanvas'
  | 'deleteCanvas'
  | 'editCanvas'
  | 'listCanvasVersions'
  | 'getCanvasVersion'
  | 'restoreCanvasVersion'
  | 'exportCanvas';

export function createCanvasHandlers(context: ApiContext): Pick<Handlers, Names> {
  const { store, bell, clock } = context;
  const changed = (canvas: Canvas): Promise<OutputOf<'getCanvas'>> => {
    bell.ring('canvases');
    return toCanvasView(context, canvas);
  };
  const change = async (work: () => Promise<Canvas>): Promise<OutputOf<'getCanvas'>> =>
    changed(await withRoom(store, work));
  return {
    listCanvases: ({ query }) => listCanvases(context, query),
    createCanvas: async ({ body, form }) => {
      const { canvas, warnings } = await makeCanvas(context, body, form);
      return { ...(await changed(canvas)), ...(warnings.length > 0 && { warnings: [...warnings] }) };
    },
    getCanvas: async ({ request, params }) =>
      toTaggedView(context, await getCanvas(store, params.canvasId), request.headers.get('If-None-Match')),
    putCanvas: ({ params, body }) => change(() => putDocument(context, params.canvasId, body)),
    deleteCanvas: async ({ params }) => {
      await deleteCanvas(store, params.canvasId, clock.now());
      for (const table of ['canvases', 'jobs', 'assets']) {
        bell.ring(table);
      }
      return { id: params.canvasId, deleted: true };
    },
    editCanvas: ({ params, body }) => change(() => editDocument(context, params.canvasId, body)),
    listCanvasVersions: async ({ params }) =>
      (await listVersions(store, params.canvasId)).map(({ revision, title, createdAt }) => ({
        version: revision,
        title,
        createdAt: toIsoTime(createdAt),
      })),
    getCanvasVersion: async ({ params: { canvasId, version } }) =>
      toDocumentView(context, await readVersion(store, canvasId, version)),
    restoreCanvasVersion: ({ params: { canvasId, version }, body }) =>
      change(() =>
        changeCanvas(store, canvasId, body.revision ?? null, clock.now(), (_, rows) =>
          readVersion(rows, canvasId, version),
        ),
      ),
    exportCanvas: async ({ key, params, body }) => {
      const { job } = await startExport(context, key, params.canvasId, body);
      return toQueued(context, job);
    },
  };
}

/** Returns the canvas with its revision as ETag, or 304 if the caller has this revision already. */
async function toTaggedView(context: ApiContext, canvas: Canvas, known: string | null): Promise<Answer> {
  const etag = `"${canvas.revision}"`;
  const isKnown = isListed(known, etag);
  const data = isKnown ? null : await toCanvasView(context, canvas);
  return new Answer(data, { status: isKnown ? 304 : 200, headers: { ETag: etag } });
}

async function listCanvases(context: ApiContext, { limit, cursor }: Call<'listCanvases'>['query']): Promise<Answer> {
  const { page, next } = toPage(await context.store.list('canvases'), { limit, cursor });
  const link = createLinks(context.base).canvases({ limit, cursor: next });
  return new Answer(page.map(toSummary), { headers: next === undefined ? {} : toNextLink(link) });
}

function toSummary({ id, revision, jobId, document, ...times }: RowOf<'canvases'>): OutputOf<'listCanvases'>[number] {
  return {
    id,
    revision,
    ...(jobId !== null && { envelopeId: jobId }),
    ...describeDocument(document),
    createdAt: toIsoTime(times.createdAt),
    updatedAt: toIsoTime(times.updatedAt),
  };
}

/** Returns the list fields of a document, or the reason why it cannot be read. */
function describeDocument(document: RowOf<'canvases'>['document']) {
  if (!isKnownDocument(document)) {
    const { version, ['title']: title } = document;
    return { title: typeof title === 'string' ? title : 'Untitled', fault: toNewerSentence(version) };
  }
  const { title, width, height, frameRate } = document;
  return { title, width, height, frameRate, durationSeconds: getDocumentSeconds(document) };
}

function putDocument(context: ApiContext, canvasId: string, body: Call<'putCanvas'>['body']): Promise<Canvas> {
  const { revision, document, id } = body;
  if (id !== undefined && id !== canvasId) {
    throw invalid([{ path: 'id', message: 'the document is that of another canvas; send it to its own id' }]);
  }
  return changeCanvas(context.store, canvasId, revision, context.clock.now(), async (before, rows) => {
    await requireSoundDocument(rows, document, { mayLack: before, path: ['document'] });
    return document;
  });
}

/** Applies all edits, or none if one fails. */
function editDocument(
  { store, clock }: ApiContext,
  canvasId: string,
  { revision, edits }: Call<'editCanvas'>['body'],
): Promise<Canvas> {
  return changeCanvas(store, canvasId, revision, clock.now(), async (before, rows) => {
    const after = applyEdits(before, edits);
    await requireSoundDocument(rows, after, { mayLack: before, path: [] });
    return after;
  });
}
