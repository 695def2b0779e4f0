import { minBeatConfidence } from '#core/analysis/beat-confidence.ts';
import * as z from 'zod';
import { defineOperation } from '#core/protocol/operation.ts';
import { getRoute } from './routes.ts';

/** Operations that return a thumbnail, a filmstrip, peaks or beats of a material. The results are cached. */

const params = z.strictObject({
  material: z.string().min(1).max(200).describe('The handle of a material, or the id of a result.'),
});
const common = {
  tag: 'Materials',
  access: { kind: 'key', scope: 'uploads:write' },
  params,
  body: null,
  failures: ['MATERIAL_NOT_FOUND', 'UNSUPPORTED_MEDIA', 'ENGINE_UNAVAILABLE', 'STORAGE_FULL'],
  isExtension: true,
} as const;

/** The maximum number of tiles of a filmstrip, and the maximum widths of a tile and a thumbnail, in pixels. */
const tilesMax = 100;
const tileWidthMax = 160;
const widthMax = 1920;

const getWidth = (max: number, byDefault: number) =>
  z.coerce
    .number()
    .int()
    .min(16)
    .max(max)
    .default(byDefault)
    .describe('In pixels. A narrower material is not enlarged.');

export const getThumbnail = defineOperation({
  summary: 'Get a thumbnail of a video or image',
  description: 'Returns WebP, or PNG if this browser cannot encode WebP. `Content-Type` contains the type.',
  ...getRoute('getThumbnail'),
  ...common,
  query: z.strictObject({
    atSeconds: z.coerce.number().min(0).optional().describe('Default: shortly after the start.'),
    width: getWidth(widthMax, 320),
  }),
  reply: 'bytes',
  produces: 'image/webp',
  output: z.string(),
});

export const getFilmstrip = defineOperation({
  summary: 'Get a filmstrip: frames of a video side by side in one image',
  description:
    'Tile n is `X-Tile-Width` by `X-Tile-Height` pixels, starts at n times its width, and shows the middle of the n-th of ' +
    '`X-Tile-Count` equal time spans of `X-Tile-Seconds` each. Long videos use key frames. Returns WebP, or ' +
    'PNG if this browser cannot encode WebP.',
  ...getRoute('getFilmstrip'),
  ...common,
  query: z.strictObject({
    count: z.coerce.number().int().min(1).max(tilesMax).default(10),
    width: getWidth(tileWidthMax, 120),
  }),
  reply: 'bytes',
  produces: 'image/webp',
  output: z.string(),
});

const audioTrack = z.coerce.number().int().min(0).optional().meta({
  'x-extension': true,
  description: 'The `index` of one of `audioTracks`. Default: the default track of the file.',
});

const pointsMax = 10_000;
const points = z.array(z.number().min(-1).max(1));

export const getPeaks = defineOperation({
  summary: 'Get the waveform: the lowest and highest audio sample of equal time spans',
  description: 'Both lists have `count` values from -1 to 1. A material without audio has zeros.',
  ...getRoute('getPeaks'),
  ...common,
  query: z
    .strictObject({
      from: z.coerce.number().min(0).default(0).describe('In seconds.'),
      to: z.coerce.number().positive().optional().describe('In seconds. Default: the end.'),
      count: z.coerce.number().int().min(1).max(pointsMax).default(1000),
      audioTrack,
    })
    .refine(({ from, to }) => to === undefined || to > from, { path: ['to'], message: 'must be later than from' }),
  reply: 'envelope',
  output: z.object({
    from: z.number(),
    to: z.number(),
    min: points,
    max: points,
    warnings: z
      .array(z.string())
      .optional()
      .describe('Present if the audio is damaged: the time after which there are no peaks.'),
  }),
});

export const getBeats = defineOperation({
  summary: 'Get the beats of the audio',
  description:
    'The beats that Launch cut uses, in the first twenty minutes. Beats follow tempo changes. A material that is silent or ' +
    'shorter than a second has no beats, and `bpm` is null.',
  ...getRoute('getBeats'),
  ...common,
  query: z.strictObject({ audioTrack }),
  reply: 'envelope',
  output: z.object({
    bpm: z.number().nullable().describe('Beats per minute.'),
    confidence: z
      .number()
      .describe(
        `The degree, from 0 to 1, to which audio onsets fall on the beats and repeat. Below ${minBeatConfidence} the beats are a guess.`,
      ),
    beats: z.array(z.number()).describe('Seconds from the start of the file.'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('No beat is clear, the tempo changes, or the material is too short.'),
  }),
});
