import * as z from 'zod';
import { defineOperation } from '#core/protocol/operation.ts';
import { getRoute } from './routes.ts';

/** The maximum width of a frame, in pixels. */
const widthMax = 3840;

export const getFrame = defineOperation({
  summary: 'Render one frame of a canvas',
  description:
    'Returns a PNG that matches the export. The `X-Warnings` header lists items that could not be rendered, for example because a file is damaged or missing: a JSON array of sentences. On plan `free` the frame has the watermark.',
  ...getRoute('getFrame'),
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
      .describe('In pixels. Default: the width of the canvas.'),
  }),
  body: null,
  reply: 'bytes',
  produces: 'image/png',
  output: z.string(),
  failures: ['CANVAS_NOT_FOUND', 'ENGINE_UNAVAILABLE', 'STORAGE_FULL'],
  isExtension: true,
});
