import * as z from 'zod';
import { qualityIds } from '#core/model/formats.ts';
import { defineOperation } from '#core/protocol/operation.ts';
import { timelineDocument } from '#core/timeline/document.ts';
import { editSchema } from '#core/timeline/edit.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { exportFormatIds } from '#core/timeline/render.ts';
import { documentOfAnyVersion } from '#core/timeline/upgrade.ts';
import { defaults } from '#recipes/export/defaults.ts';
import { exportFormats } from '#recipes/export/formats.ts';
import { routeOf } from './routes.ts';
import { queuedRunResult } from './runs.ts';

const none = z.strictObject({});
const common = { tag: 'Canvases', reply: 'envelope', isExtension: true } as const;
const read = { kind: 'key', scope: 'canvases:read' } as const;
const write = { kind: 'key', scope: 'canvases:write' } as const;
export const canvasParams = z.strictObject({
  canvasId: z.string().min(1).max(200).describe('As a completed job names it.'),
});
const revision = z
  .int()
  .min(1)
  .describe('The revision that the change was made of; it is refused when that is not the present one.');
const bodyBytesMax = documentLimits.bytes;

/** A canvas as lists tell it. */
const canvasSummary = z.object({
  id: z.string(),
  revision: z.number(),
  envelopeId: z.string().optional().describe('The job whose result it is.'),
  title: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
  frameRate: z.number().optional(),
  durationSeconds: z.number().optional(),
  fault: z
    .string()
    .optional()
    .describe(
      'Why the canvas cannot be read here: a newer version of Offcut made it. Its size and length are left out.',
    ),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

/** A canvas as callers see it; `assets` says where the files of the document are. */
const canvasView = z
  .object({
    id: z.string(),
    revision: z.number(),
    envelopeId: z.string().optional(),
    document: timelineDocument,
    durationSeconds: z.number(),
    assets: z.record(z.string(), z.object({ url: z.string(), bytes: z.number(), mimeType: z.string() })),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Canvas' });

export const listCanvases = defineOperation({
  ...common,
  summary: 'List the canvases, newest first',
  ...routeOf('listCanvases'),
  access: read,
  params: none,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.string().max(200).optional().describe('From the Link header (rel="next") of the page before.'),
  }),
  body: null,
  output: z.array(canvasSummary),
  failures: [],
});

export const createCanvas = defineOperation({
  ...common,
  summary: 'Make a canvas of materials, a document or a project file',
  description:
    'With `materials`: videos and pictures one after the other, at size and frame rate of the first, the others fitted whole; sounds one after the other below them. With `document`: as it is. As multipart/form-data with one part `file`: a project, as GET /v1/canvases/{canvasId}/project gives it, or an OpenTimelineIO file. With nothing: an empty canvas.',
  ...routeOf('createCanvas'),
  access: write,
  params: none,
  query: none,
  body: z.strictObject({
    title: z.string().trim().min(1).max(documentLimits.nameLength).optional(),
    materials: z.array(z.string().min(1).max(200)).min(1).max(1000).optional().describe('Handles of materials.'),
    document: documentOfAnyVersion.optional(),
  }),
  bodyBytesMax,
  isFileUpload: true,
  isLong: true,
  output: canvasView.extend({
    warnings: z.array(z.string()).optional().describe('What of a file has no place in a canvas and was left out.'),
  }),
  failures: ['MATERIAL_NOT_FOUND', 'UNSUPPORTED_MEDIA', 'FILE_TOO_LARGE', 'STORAGE_FULL', 'ENGINE_UNAVAILABLE'],
  example: { title: 'Empty' },
});

export const getCanvas = defineOperation({
  ...common,
  summary: 'Read a canvas: an editable timeline',
  description:
    'With `If-None-Match` and the ETag of an answer before: 304, without a body, while the revision is the same.',
  ...routeOf('getCanvas'),
  access: read,
  params: canvasParams,
  query: none,
  body: null,
  output: canvasView,
  hasEtag: true,
  failures: ['CANVAS_NOT_FOUND'],
  tool: {
    name: 'get_canvas',
    title: 'Read a canvas',
    description:
      'The editable timeline of a result: its document (tracks with items), the revision that edit_canvas needs, and the addresses of its files. Costs nothing, changes nothing, answers at once.',
    example: { canvasId: 'canvas_1' },
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
  },
});

export const putCanvas = defineOperation({
  ...common,
  summary: 'Replace the document of a canvas',
  description: 'What GET gives is accepted as it is: only `revision` and `document` are read.',
  ...routeOf('putCanvas'),
  access: write,
  params: canvasParams,
  query: none,
  body: z.strictObject({
    revision,
    document: documentOfAnyVersion,
    id: z.string().optional(),
    envelopeId: z.string().optional(),
    durationSeconds: z.number().optional(),
    assets: z.record(z.string(), z.unknown()).optional(),
    createdAt: z.string().optional(),
    updatedAt: z.string().optional(),
    warnings: z.array(z.string()).optional(),
  }),
  bodyBytesMax,
  output: canvasView,
  failures: ['CANVAS_NOT_FOUND', 'REVISION_CONFLICT'],
});

export const deleteCanvas = defineOperation({
  ...common,
  summary: 'Delete a canvas with its versions; materials and results stay',
  ...routeOf('deleteCanvas'),
  access: write,
  params: canvasParams,
  query: none,
  body: null,
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  failures: ['CANVAS_NOT_FOUND'],
});

export const editCanvas = defineOperation({
  ...common,
  summary: 'Edit a canvas: all of the edits, in order, or none',
  ...routeOf('editCanvas'),
  access: write,
  params: canvasParams,
  query: none,
  body: z.strictObject({ revision, edits: z.array(editSchema).min(1).max(1000) }),
  bodyBytesMax,
  output: canvasView,
  failures: ['CANVAS_NOT_FOUND', 'REVISION_CONFLICT'],
  example: { revision: 1, edits: [{ type: 'set-canvas', title: 'Changed' }] },
  tool: {
    name: 'edit_canvas',
    title: 'Edit a canvas',
    description:
      'Changes a timeline: all of the edits in order, or none. Answers the new document and revision at once, and costs nothing. Up to 50 earlier states are kept. On REVISION_CONFLICT read the canvas again. A file of it is made by export_canvas.',
    example: { canvasId: 'canvas_1', revision: 3, edits: [{ type: 'split', itemId: 'clip', atSeconds: 2.5 }] },
    isReadOnly: false,
    isDestructive: true,
    isIdempotent: false,
  },
});

export const listCanvasVersions = defineOperation({
  ...common,
  summary: 'List what a canvas was before its changes, newest first',
  description:
    'Up to 50 states are kept, of documents of megabytes fewer, at least 5: every one of the newest half, before them the fewer the older they are, and the first.',
  ...routeOf('listCanvasVersions'),
  access: read,
  params: canvasParams,
  query: none,
  body: null,
  output: z.array(
    z.object({
      version: z.number().describe('The revision that the canvas had.'),
      title: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
  failures: ['CANVAS_NOT_FOUND'],
});

const versionParams = canvasParams.extend({ version: z.coerce.number().int().min(1) });

export const getCanvasVersion = defineOperation({
  ...common,
  summary: 'Read what a canvas was at a version',
  ...routeOf('getCanvasVersion'),
  access: read,
  params: versionParams,
  query: none,
  body: null,
  output: canvasView.pick({ document: true, durationSeconds: true, assets: true }),
  failures: ['CANVAS_NOT_FOUND', 'NOT_FOUND'],
});

export const restoreCanvasVersion = defineOperation({
  ...common,
  summary: 'Make a canvas again what it was at a version; this too is a change with a revision of its own',
  ...routeOf('restoreCanvasVersion'),
  access: write,
  params: versionParams,
  query: none,
  body: z.strictObject({ revision: revision.optional() }),
  output: canvasView,
  failures: ['CANVAS_NOT_FOUND', 'NOT_FOUND', 'REVISION_CONFLICT'],
});

const seconds = z.number().min(0).max(documentLimits.seconds);
const side = z.int().min(2).max(documentLimits.side);

export const exportCanvas = defineOperation({
  ...common,
  summary: 'Make a file of a canvas; free',
  description:
    'Queues a job, whose `finalUrl` is the file. It works from the canvas as it is now; later changes do not reach it. An identical export is answered with its job.',
  ...routeOf('exportCanvas'),
  access: write,
  params: canvasParams,
  query: none,
  body: z.strictObject({
    format: z
      .enum(exportFormatIds)
      .describe(exportFormatIds.map((id) => `${id}: ${exportFormats[id].contents}.`).join(' ')),
    width: side
      .optional()
      .describe('By default that of the canvas, or in proportion to the height.')
      .meta({ unit: 'px', isAdvanced: true }),
    height: side.optional().meta({ unit: 'px', isAdvanced: true }),
    frameRate: z
      .number()
      .min(documentLimits.minFrameRate)
      .max(documentLimits.maxFrameRate)
      .optional()
      .describe('By default that of the canvas.')
      .meta({ isAdvanced: true }),
    quality: z.enum(qualityIds).default(defaults.quality),
    span: z
      .strictObject({ startSeconds: seconds, endSeconds: seconds })
      .optional()
      .describe('Only this part of the canvas; a PNG shows its start.')
      .meta({ title: 'Only a part', isAdvanced: true }),
    background: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, { message: 'a colour as #rrggbb' })
      .toLowerCase()
      .default(defaults.background)
      .describe('What shows where the canvas is transparent and the format cannot be.')
      .meta({ isAdvanced: true }),
  }),
  isQueued: true,
  output: queuedRunResult,
  failures: ['CANVAS_NOT_FOUND', 'ENGINE_UNAVAILABLE', 'STORAGE_FULL'],
  example: { format: 'mp4' },
  tool: {
    name: 'export_canvas',
    title: 'Make a file of a canvas',
    description:
      'Queues a job that renders the canvas as it is now, and answers the job at once; wait_for_job then gives the address of the file. Free. Takes about as long as the video lasts. An identical export is answered with its job.',
    example: { canvasId: 'canvas_1', format: 'mp4' },
    isReadOnly: false,
    isDestructive: false,
    isIdempotent: true,
  },
});
