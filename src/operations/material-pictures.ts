import { minBeatConfidence } from '#core/analysis/beat-confidence.ts';
import * as z from 'zod';
import { defineOperation } from '#core/protocol/operation.ts';
import { routeOf } from './routes.ts';

/** What is made of a material so that it can be looked at, or cut to; asked for again, it is there at once. */

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

/** The most tiles of a filmstrip, and the widest picture of a thumbnail and of a tile, in pixels. */
const tilesMax = 100;
const tileWidthMax = 160;
const widthMax = 1920;

const widthOf = (max: number, byDefault: number) =>
  z.coerce
    .number()
    .int()
    .min(16)
    .max(max)
    .default(byDefault)
    .describe('Pixels; a material that is narrower is not enlarged.');

export const getThumbnail = defineOperation({
  summary: 'One picture of a video or picture',
  description: 'The answer is WebP, or PNG where this browser cannot write that; `Content-Type` says which.',
  ...routeOf('getThumbnail'),
  ...common,
  query: z.strictObject({
    atSeconds: z.coerce.number().min(0).optional().describe('By default a little after the start.'),
    width: widthOf(widthMax, 320),
  }),
  reply: 'bytes',
  produces: 'image/webp',
  output: z.string(),
});

export const getFilmstrip = defineOperation({
  summary: 'Pictures of a video beside each other, in one file',
  description:
    'Tile n is `X-Tile-Width` by `X-Tile-Height` pixels, begins at n times its width, and shows the middle of the n-th of ' +
    '`X-Tile-Count` equal parts, each `X-Tile-Seconds` long. A long video is shown by its key frames. The answer is WebP, or ' +
    'PNG where this browser cannot write that.',
  ...routeOf('getFilmstrip'),
  ...common,
  query: z.strictObject({
    count: z.coerce.number().int().min(1).max(tilesMax).default(10),
    width: widthOf(tileWidthMax, 120),
  }),
  reply: 'bytes',
  produces: 'image/webp',
  output: z.string(),
});

const audioTrack = z.coerce
  .number()
  .int()
  .min(0)
  .optional()
  .meta({ 'x-extension': true, description: 'The `index` of one of `audioTracks`; by default the default track.' });

const pointsMax = 10_000;
const points = z.array(z.number().min(-1).max(1));

export const getPeaks = defineOperation({
  summary: 'The shape of the sound: the lowest and highest sample of equal parts',
  description: 'Both lists have `count` values from -1 to 1. A material without sound has zeros.',
  ...routeOf('getPeaks'),
  ...common,
  query: z
    .strictObject({
      from: z.coerce.number().min(0).default(0).describe('Seconds.'),
      to: z.coerce.number().positive().optional().describe('Seconds; by default the end.'),
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
    warnings: z.array(z.string()).optional().describe('That the sound is damaged, and from where on it has no peaks.'),
  }),
});

export const getBeats = defineOperation({
  summary: 'The beats of the sound',
  description:
    'Those that a launch cut uses, of the first twenty minutes. Beats follow a tempo that changes. A material that is silent or ' +
    'shorter than a second has no beats, and `bpm` is null.',
  ...routeOf('getBeats'),
  ...common,
  query: z.strictObject({ audioTrack }),
  reply: 'envelope',
  output: z.object({
    bpm: z.number().nullable().describe('Beats a minute.'),
    confidence: z
      .number()
      .describe(
        `How much of what happens falls on the beats and comes again, 0 to 1: below ${minBeatConfidence} the beats are a guess.`,
      ),
    beats: z.array(z.number()).describe('Seconds from the start of the file.'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('No beat is clear, the tempo changes, or the material is too short.'),
  }),
});
