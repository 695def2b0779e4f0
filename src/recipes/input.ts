import * as z from 'zod';
import { queuedOutputFormatIds } from '#core/formats.ts';
import type { MaterialWish } from '#core/operation.ts';
import { documentLimits } from '#core/timeline/limits.ts';

/** What the inputs of several recipes have in common. Times are seconds of the source, boxes and points pixels of it as shown. */

export const material = z
  .string()
  .min(1)
  .max(4096)
  .describe('A handle from an upload ticket, or a public https URL that this browser may read (CORS).')
  .meta({ title: 'Video', control: 'material', mediaKinds: ['video'] });

/** The audio track of a material, a part of the input of recipes that use its sound. */
export const audioTrack = z.int().min(0).optional().meta({
  'x-extension': true,
  title: 'Audio track',
  description:
    'The audio track to use: the `index` of one of `audioTracks` of the material, from 0 in file order. By default the default track of the file.',
  isAdvanced: true,
});

/** The audio track that a field of an input names, as a part of a wish for a material. */
export const usedTrack = (path: string, index: number | undefined): Pick<MaterialWish, 'audioTrack'> =>
  index === undefined ? {} : { audioTrack: { path, index } };

/** The video of a recipe that takes one, with the audio track of it that is used. */
export const videoWish = (given: {
  readonly material: string;
  readonly audioTrack?: number | undefined;
}): MaterialWish => ({
  path: 'material',
  material: given.material,
  kinds: ['video'],
  ...usedTrack('audioTrack', given.audioTrack),
});

/** The file of a queued recipe's result; a part of every such input. */
export const outputFormat = z
  .enum(queuedOutputFormatIds)
  .default('mp4')
  .describe('mp4: H.264, plays everywhere. webm: VP9, smaller. mov: ProRes 4444, large, for editing.')
  .meta({ title: 'Format' });

/** A part of the input of every recipe with a review. */
export const autoApprove = z
  .boolean()
  .default(false)
  .describe('Goes on with the proposal as it is, without waiting for a review.')
  .meta({ title: 'Go on without a review', isAdvanced: true });

const seconds = z.number().min(0);

/** A span of time that is not empty. */
export const timeRange = z
  .strictObject({ startSeconds: seconds, endSeconds: z.number().positive() })
  .refine((range) => range.endSeconds > range.startSeconds, { message: 'endSeconds must be after startSeconds' });
export type TimeRange = z.output<typeof timeRange>;

/** The box's top left corner, and its size. */
export const box = z
  .strictObject({
    x: z.number().meta({ unit: 'px' }),
    y: z.number().meta({ unit: 'px' }),
    width: z.number().positive().meta({ unit: 'px' }),
    height: z.number().positive().meta({ unit: 'px' }),
  })
  .meta({ control: 'box' });
export type Box = z.output<typeof box>;

/** A place in or beside the picture, no further away than a canvas reaches. */
export const coordinate = z
  .number()
  .min(-2 * documentLimits.side)
  .max(2 * documentLimits.side)
  .meta({ unit: 'px' });

export const point = z.strictObject({ x: coordinate, y: coordinate }).meta({ control: 'point' });
export type Point = z.output<typeof point>;

/** sRGB without alpha. */
export const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { message: 'a colour as #rrggbb' })
  .meta({ control: 'color' });
