import * as z from 'zod';
import { defineOperation } from '#core/protocol/operation.ts';
import { routeOf } from './routes.ts';

/** The widest frame, in pixels. */
const widthMax = 3840;

export const getFrame = defineOperation({
  summary: 'One frame of a canvas, as an export would show it',
  description:
    'What could not be shown, as a damaged or missing file, is in the header `X-Warnings`: a list of sentences in JSON. On plan `free` the frame has the watermark.',
  ...routeOf('getFrame'),
  tag: 'Canvases',
  access: { kind: 'key', scope: 'canvases:read' },
  params: z.strictObject({ canvasId: z.string().min(1).max(200) }),
  query: z.strictObject({
    atSeconds: z.coerce.number().min(0).default(0),
    width: z.coerce
      .number()
      .int()
      .min(16)
      .max(widthMax)
      .optional()
      .describe('Pixels; by default as wide as the canvas.'),
  }),
  body: null,
  reply: 'bytes',
  produces: 'image/png',
  output: z.string(),
  failures: ['CANVAS_NOT_FOUND', 'ENGINE_UNAVAILABLE', 'STORAGE_FULL'],
  isExtension: true,
});
