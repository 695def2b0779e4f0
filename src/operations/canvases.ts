import * as z from 'zod';
import { defineOperation } from '#core/operation.ts';
import { timelineDocument } from '#core/timeline/document.ts';
import { routeOf } from './routes.ts';

/** A canvas as callers see it; `assets` says where the files of the document are. */
const canvasView = z
  .object({
    id: z.string(),
    revision: z.number(),
    envelopeId: z.string().optional(),
    document: timelineDocument,
    assets: z.record(z.string(), z.object({ url: z.string(), bytes: z.number(), mimeType: z.string() })),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Canvas' });

export const getCanvas = defineOperation({
  summary: 'Read a canvas: the editable timeline of a result',
  ...routeOf('getCanvas'),
  tag: 'Canvases',
  access: { kind: 'key', scope: 'canvases:read' },
  params: z.strictObject({ canvasId: z.string().min(1).max(200) }),
  query: z.strictObject({}),
  body: null,
  reply: 'envelope',
  output: canvasView,
  failures: ['CANVAS_NOT_FOUND'],
  isExtension: true,
});
