import * as z from 'zod';

/** A rectangle in shares of the width and the height of an image. */
export const region = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Region = z.output<typeof region>;

/** The measurements of one frame of a material; its time is in seconds from the start. */
const footageSample = z.object({
  atSeconds: z.number(),
  /** Mean brightness, 0 (black) to 1. */
  light: z.number(),
  /** The shares of the image that are almost black, and that are overexposed. */
  darkShare: z.number(),
  burntShare: z.number(),
  /** The sharpness relative to the contrast; comparable only within one material. */
  sharpness: z.number(),
  /** The standard deviation of the brightness, 0 to .5. */
  contrast: z.number(),
  /** The amount of change from frame to frame, 0 to 1. */
  motion: z.number(),
  /** The region that attracts attention: motion and salient objects. */
  attention: region,
  /** The faces that a model found, the most confident first; null without a model. */
  faces: z.array(region).nullable(),
});
export type FootageSample = z.output<typeof footageSample>;

/** The analysis of a material for a film: its shots, with samples of each. An image is one shot of duration 0. */
export const footage = z.object({
  kind: z.enum(['video', 'picture']),
  width: z.number(),
  height: z.number(),
  durationSeconds: z.number(),
  hasSound: z.boolean(),
  /** The region inside the black borders that all frames have; absent without such borders. */
  inside: region.optional(),
  shots: z.array(
    z.object({
      startSeconds: z.number(),
      endSeconds: z.number(),
      /** The histogram of 64 cells of the color space, four along each of red, green and blue. */
      colours: z.array(z.number()),
    }),
  ),
  samples: z.array(footageSample),
});
export type Footage = z.output<typeof footage>;
