import * as z from 'zod';
import { qualityIds } from '#core/model/formats.ts';
import { defineOperation } from '#core/protocol/operation.ts';
import { timelineDocument } from '#core/timeline/document.ts';
import { editSchema } from '#core/timeline/edit.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { exportFormatIds } from '#core/timeline/render.ts';
import { documentOfAnyVersion } from '#core/timeline/upgrade.ts';
import { documentVersion } from '#core/timeline/version.ts';
import { bitrateLimits, defaults } from '#recipes/export/defaults.ts';
import { exportFormats } from '#recipes/export/formats.ts';
import { getRoute } from './routes.ts';
import { queuedRunResult } from './runs.ts';

const none = z.strictObject({});
const common = { tag: 'Canvases', reply: 'envelope', isExtension: true } as const;
const read = { kind: 'key', scope: 'canvases:read' } as const;
const write = { kind: 'key', scope: 'canvases:write' } as const;
export const canvasParams = z.strictObject({
  canvasId: z.string().min(1).max(200).describe('The `canvasId` of a completed job.'),
});
const revision = z
  .int()
  .min(1)
  .describe('The revision that the change is based on. The change is refused if this is not the current revision.');
const bodyBytesMax = documentLimits.bytes;

/** A canvas in list responses. */
const canvasSummary = z.object({
  id: z.string(),
  revision: z.number(),
  envelopeId: z.string().optional().describe('The job that created the canvas.'),
  title: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
  frameRate: z.number().optional(),
  durationSeconds: z.number().optional(),
  fault: z
    .string()
    .optional()
    .describe(
      'The reason why the canvas cannot be read: a newer version of Offcut saved it. Size and duration are omitted.',
    ),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

/** A canvas in API responses. `assets` contains the URLs of the files that the document uses. */
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
  summary: 'List canvases, newest first',
  ...getRoute('listCanvases'),
  access: read,
  params: none,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.string().max(200).optional().describe('From the Link header (rel="next") of the previous page.'),
  }),
  body: null,
  output: z.array(canvasSummary),
  failures: [],
});

export const createCanvas = defineOperation({
  ...common,
  summary: 'Create a canvas from materials, a document or a project file',
  description:
    'With `materials`: videos and images in sequence, with the size and frame rate of the first; the others are scaled to fit. Audio files follow in sequence on a track below. With `document`: that document. As multipart/form-data with one part `file`: a project from GET /v1/canvases/{canvasId}/project, or an OpenTimelineIO file. Without a body: an empty canvas.',
  ...getRoute('createCanvas'),
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
    warnings: z
      .array(z.string())
      .optional()
      .describe('The content of the file that a canvas cannot contain, and that was left out.'),
  }),
  failures: ['MATERIAL_NOT_FOUND', 'UNSUPPORTED_MEDIA', 'FILE_TOO_LARGE', 'STORAGE_FULL', 'ENGINE_UNAVAILABLE'],
  example: { title: 'Take 1', materials: ['mat_1'] },
});

export const getCanvas = defineOperation({
  ...common,
  summary: 'Get a canvas: an editable timeline',
  description:
    'With `If-None-Match` and the ETag of an earlier response, returns 304 without a body if the revision is the same.',
  ...getRoute('getCanvas'),
  access: read,
  params: canvasParams,
  query: none,
  body: null,
  output: canvasView,
  hasEtag: true,
  failures: ['CANVAS_NOT_FOUND'],
  tool: {
    name: 'get_canvas',
    title: 'Get a canvas',
    description:
      'Returns the editable timeline of a result: the document (tracks with items), the revision that edit_canvas needs, and the URLs of the files. Free and read-only; returns immediately.',
    example: { canvasId: 'canvas_1' },
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
  },
});

export const putCanvas = defineOperation({
  ...common,
  summary: 'Replace the document of a canvas',
  description: 'Accepts the response of GET unchanged. Only `revision` and `document` are read.',
  ...getRoute('putCanvas'),
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
  example: {
    revision: 1,
    document: {
      version: documentVersion,
      title: 'Empty',
      width: 1280,
      height: 720,
      frameRate: 30,
      background: { type: 'color', color: '#101014' },
      tracks: [],
    },
  },
});

export const deleteCanvas = defineOperation({
  ...common,
  summary: 'Delete a canvas and its versions, but not materials and results',
  ...getRoute('deleteCanvas'),
  access: write,
  params: canvasParams,
  query: none,
  body: null,
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  failures: ['CANVAS_NOT_FOUND'],
});

export const editCanvas = defineOperation({
  ...common,
  summary: 'Apply a list of edits to a canvas atomically, in order',
  ...getRoute('editCanvas'),
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
      'Applies a list of edits to a timeline atomically, in order. Returns the new document and revision immediately. Free. Up to 50 earlier versions are kept. On REVISION_CONFLICT, call get_canvas again. To render a file, call export_canvas.',
    example: { canvasId: 'canvas_1', revision: 3, edits: [{ type: 'split', itemId: 'clip', atSeconds: 2.5 }] },
    isReadOnly: false,
    isDestructive: true,
    isIdempotent: false,
  },
});

export const listCanvasVersions = defineOperation({
  ...common,
  summary: 'List canvas versions, newest first',
  description:
    'Up to 50 versions are kept; fewer, but at least 5, of documents of several megabytes. The newest half is complete, older versions are thinned out with age, and the first version is kept.',
  ...getRoute('listCanvasVersions'),
  access: read,
  params: canvasParams,
  query: none,
  body: null,
  output: z.array(
    z.object({
      version: z.number().describe('The revision of the canvas at this version.'),
      title: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
  failures: ['CANVAS_NOT_FOUND'],
});

const versionParams = canvasParams.extend({ version: z.coerce.number().int().min(1) });

export const getCanvasVersion = defineOperation({
  ...common,
  summary: 'Get a canvas version',
  ...getRoute('getCanvasVersion'),
  access: read,
  params: versionParams,
  query: none,
  body: null,
  output: canvasView.pick({ document: true, durationSeconds: true, assets: true }),
  failures: ['CANVAS_NOT_FOUND', 'NOT_FOUND'],
});

export const restoreCanvasVersion = defineOperation({
  ...common,
  summary: 'Restore a canvas version, as a new revision',
  ...getRoute('restoreCanvasVersion'),
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
  summary: 'Export a canvas to a file, free of charge',
  description:
    'Queues a job, whose `finalUrl` is the file. The export uses the current revision of the canvas; later changes have no effect on it. An identical export returns the existing job.',
  ...getRoute('exportCanvas'),
  access: write,
  params: canvasParams,
  query: none,
  body: z.strictObject({
    format: z
      .enum(exportFormatIds)
      .describe(exportFormatIds.map((id) => `${id}: ${exportFormats[id].contents}.`).join(' ')),
    width: side
      .optional()
      .describe('Default: the width of the canvas, or in proportion to the height.')
      .meta({ unit: 'px', isAdvanced: true }),
    height: side.optional().meta({ unit: 'px', isAdvanced: true }),
    frameRate: z
      .number()
      .min(documentLimits.minFrameRate)
      .max(documentLimits.maxFrameRate)
      .optional()
      .describe('Default: the frame rate of the canvas.')
      .meta({ isAdvanced: true }),
    quality: z.enum(qualityIds).default(defaults.quality),
    videoBitrate: z
      .int()
      .min(bitrateLimits.min)
      .max(bitrateLimits.max)
      .optional()
      .describe(
        'The average bitrate of the video stream, for mp4 and webm. Default: the bitrate follows from `quality`.',
      )
      .meta({ unit: 'bit/s', isAdvanced: true }),
    span: z
      .strictObject({ startSeconds: seconds, endSeconds: seconds })
      .optional()
      .describe('Exports only this time span of the canvas. A PNG shows the start.')
      .meta({ title: 'Only a part', isAdvanced: true }),
    background: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, { message: 'a color as #rrggbb' })
      .toLowerCase()
      .default(defaults.background)
      .describe('The color behind transparent areas, for formats without transparency.')
      .meta({ isAdvanced: true }),
  }),
  isQueued: true,
  output: queuedRunResult,
  failures: ['CANVAS_NOT_FOUND', 'ENGINE_UNAVAILABLE', 'STORAGE_FULL'],
  example: { format: 'mp4' },
  tool: {
    name: 'export_canvas',
    title: 'Export a canvas',
    description:
      'Queues a job that renders the current revision of the canvas, and returns the job immediately. wait_for_job then returns the URL of the file. Free. Takes about the duration of the video. An identical export returns the existing job.',
    example: { canvasId: 'canvas_1', format: 'mp4' },
    isReadOnly: false,
    isDestructive: false,
    isIdempotent: true,
  },
});
