import * as z from 'zod';
import { queuedOutputFormatIds } from '#core/model/formats.ts';
import type { MaterialWish } from '#core/protocol/operation.ts';
import { documentLimits } from '#core/timeline/limits.ts';

/** Input fields that several recipes share. Times are seconds of the source; boxes and points are its pixels as displayed. */

export const material = z
  .string()
  .min(1)
  .max(4096)
  .describe('A handle from an upload ticket, or a public https URL that this browser can read (CORS).')
  .meta({ title: 'Video', control: 'material', mediaKinds: ['video'] });

/** The audio track of a material, an input field of recipes that use its audio. */
export const audioTrack = z.int().min(0).optional().meta({
  'x-extension': true,
  title: 'Audio track',
  description:
    'The audio track to use: the `index` of one of `audioTracks` of the material, from 0 in file order. By default the default track of the file.',
  isAdvanced: true,
});

/** Returns the audio track that an input field names, as a part of a material's requirements. */
export const usedTrack = (path: string, index: number | undefined): Pick<MaterialWish, 'audioTrack'> =>
  index === undefined ? {} : { audioTrack: { path, index } };

/** Returns the requirements for the video of a recipe, with the audio track that is used. */
export const videoWish = (given: {
  readonly material: string;
  readonly audioTrack?: number | undefined;
}): MaterialWish => ({
  path: 'material',
  material: given.material,
  kinds: ['video'],
  ...usedTrack('audioTrack', given.audioTrack),
});

/** The format of a queued recipe's result; a field of every such input. */
export const outputFormat = z
  .enum(queuedOutputFormatIds)
  .default('mp4')
  .describe('mp4: H.264, plays everywhere. webm: VP9, smaller. mov: ProRes 4444, large, for editing.')
  .meta({ title: 'Format' });

/** A field of every recipe with a review. */
export const autoApprove = z
  .boolean()
  .default(false)
  .describe('Approves the proposal automatically, without a review.')
  .meta({ title: 'Skip review', isAdvanced: true });

const seconds = z.number().min(0);

/** A time span that is not empty. */
export const timeRange = z
  .strictObject({ startSeconds: seconds, endSeconds: z.number().positive() })
  .refine((range) => range.endSeconds > range.startSeconds, { message: 'endSeconds must be after startSeconds' });
export type TimeRange = z.output<typeof timeRange>;

/** A box, given by its top left corner and its size. */
export const box = z
  .strictObject({
    x: z.number().meta({ unit: 'px' }),
    y: z.number().meta({ unit: 'px' }),
    width: z.number().positive().meta({ unit: 'px' }),
    height: z.number().positive().meta({ unit: 'px' }),
  })
  .meta({ control: 'box' });
export type Box = z.output<typeof box>;

/** A coordinate inside or outside of the image, within the maximum size of a canvas. */
export const coordinate = z
  .number()
  .min(-2 * documentLimits.side)
  .max(2 * documentLimits.side)
  .meta({ unit: 'px' });

export const point = z.strictObject({ x: coordinate, y: coordinate }).meta({ control: 'point' });
export type Point = z.output<typeof point>;

/** An sRGB color without alpha. */
export const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { message: 'a color as #rrggbb' })
  .meta({ control: 'color' });
