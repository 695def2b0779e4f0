import * as z from 'zod';
import { defineOperation } from '#core/protocol/operation.ts';
import { interchangeFormats, type InterchangeFormat } from '#core/timeline/interchange/interchange.ts';
import { canvasParams } from './canvases.ts';
import { routeOf } from './routes.ts';

const interchangeFormatIds = Object.keys(interchangeFormats).filter((id): id is InterchangeFormat =>
  Object.hasOwn(interchangeFormats, id),
);

const common = {
  tag: 'Canvases',
  access: { kind: 'key', scope: 'canvases:read' },
  params: canvasParams,
  body: null,
  reply: 'bytes',
  output: z.string(),
  isExtension: true,
} as const;

export const getInterchange = defineOperation({
  ...common,
  summary: 'A canvas as a file that other editors read',
  description:
    'otio: OpenTimelineIO. fcpxml: Final Cut Pro XML 1.10. edl: CMX 3600. srt, vtt: the texts as subtitles. csv: a list of the items. Media are named by their file names: lay them beside it.',
  ...routeOf('getInterchange'),
  produces: '*/*',
  query: z.strictObject({ format: z.enum(interchangeFormatIds) }),
  failures: ['CANVAS_NOT_FOUND'],
});

export const getProject = defineOperation({
  ...common,
  summary: 'A canvas with all of its media, as one ZIP file',
  description: 'POST /v1/canvases takes it back, also in another browser.',
  ...routeOf('getProject'),
  produces: 'application/zip',
  query: z.strictObject({}),
  failures: ['CANVAS_NOT_FOUND'],
});
