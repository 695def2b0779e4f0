import * as z from 'zod';

/** A rectangle as shares of the width and the height of a picture. */
export const region = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Region = z.output<typeof region>;

/** What is seen at one time of a material, in seconds from its start. */
const footageSample = z.object({
  atSeconds: z.number(),
  /** Mean light, 0 (black) to 1. */
  light: z.number(),
  /** Shares of the picture that are as good as black, and burnt out. */
  darkShare: z.number(),
  burntShare: z.number(),
  /** How fine the picture is, against its contrast: to be compared within one material. */
  sharpness: z.number(),
  /** The deviation of the light, 0 to .5. */
  contrast: z.number(),
  /** How much changes from frame to frame, 0 to 1. */
  motion: z.number(),
  /** Where the eye goes: what moves and what stands out. */
  attention: region,
  /** The faces that a model found, the surest first; null where there was no model. */
  faces: z.array(region).nullable(),
});
export type FootageSample = z.output<typeof footageSample>;

/** What is known of a material for a film: its shots, and samples of them. A picture is one shot of no length. */
export const footage = z.object({
  kind: z.enum(['video', 'picture']),
  width: z.number(),
  height: z.number(),
  durationSeconds: z.number(),
  hasSound: z.boolean(),
  /** The part within black borders that are in all of its pictures; left out where there are none. */
  inside: region.optional(),
  shots: z.array(
    z.object({
      startSeconds: z.number(),
      endSeconds: z.number(),
      /** Shares of the 64 cells of colour space, four along each of red, green and blue. */
      colours: z.array(z.number()),
    }),
  ),
  samples: z.array(footageSample),
});
export type Footage = z.output<typeof footage>;
