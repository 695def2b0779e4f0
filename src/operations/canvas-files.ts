import * as z from 'zod';
import { defineOperation } from '#core/operation.ts';
import { canvasParams } from './canvases.ts';
import { routeOf } from './routes.ts';

const common = {
  tag: 'Canvases',
  access: { kind: 'key', scope: 'canvases:read' },
  params: canvasParams,
  body: null,
  reply: 'file',
  output: z.string(),
  isExtension: true,
} as const;

export const getProject = defineOperation({
  ...common,
  summary: 'A canvas with all of its media, as one ZIP file',
  description: 'POST /v1/canvases takes it back, also in another browser.',
  ...routeOf('getProject'),
  query: z.strictObject({}),
  failures: ['CANVAS_NOT_FOUND'],
});
