import * as z from 'zod';
import { defineOperation } from '#core/protocol/operation.ts';
import { interchangeFormats, type InterchangeFormat } from '#core/timeline/interchange/interchange.ts';
import { canvasParams } from './canvases.ts';
import { getRoute } from './routes.ts';

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
  summary: 'Download a canvas as a file for other editors',
  description:
    'otio: OpenTimelineIO. fcpxml: Final Cut Pro XML 1.10. edl: CMX 3600. srt, vtt: the text items as subtitles. csv: a list of the items. The file refers to media by file name: put them into the same folder.',
  ...getRoute('getInterchange'),
  produces: '*/*',
  query: z.strictObject({ format: z.enum(interchangeFormatIds) }),
  failures: ['CANVAS_NOT_FOUND'],
});

export const getProject = defineOperation({
  ...common,
  summary: 'Download a canvas and all its media as a ZIP file',
  description: 'To import the file, also in another browser, send it to POST /v1/canvases.',
  ...getRoute('getProject'),
  produces: 'application/zip',
  query: z.strictObject({}),
  failures: ['CANVAS_NOT_FOUND'],
});
