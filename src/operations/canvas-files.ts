import * as z from 'zod';
import { defineOperation } from '#core/operation.ts';
import { interchangeFormatIds } from '#core/timeline/interchange/formats.ts';
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

export const getInterchange = defineOperation({
  ...common,
  summary: 'A canvas as a file that other editors read',
  description:
    'otio: OpenTimelineIO. fcpxml: Final Cut Pro XML 1.10. edl: CMX 3600. srt, vtt: the texts as subtitles. csv: a list of the items.',
  ...routeOf('getInterchange'),
  query: z.strictObject({ format: z.enum(interchangeFormatIds) }),
  failures: ['CANVAS_NOT_FOUND'],
});

export const getProject = defineOperation({
  ...common,
  summary: 'A canvas with all of its media, as one ZIP file',
  description: 'POST /v1/canvases takes it back, also in another browser.',
  ...routeOf('getProject'),
  query: z.strictObject({}),
  failures: ['CANVAS_NOT_FOUND'],
});
