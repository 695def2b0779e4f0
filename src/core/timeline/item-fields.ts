import * as z from 'zod';
import { blendModeIds } from './blend-modes.ts';
import { easingIds } from './easing.ts';
import { documentLimits } from './limits.ts';

/** What the items of a canvas document are put together from. */

export const id = z.string().min(1).max(200);
export const seconds = z.number().min(0).max(documentLimits.seconds);
/** sRGB, alpha at the end where there is some. */
export const color = z.string().regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/, 'must be #rrggbb or #rrggbbaa');

/** A number that may change over the item's time; `atSeconds` counts from the item's start, in rising order. */
const animatable = (number: z.ZodNumber) =>
  z.union([
    number,
    z.strictObject({
      keyframes: z
        .array(
          z.strictObject({
            atSeconds: z.number(),
            value: number,
            /** How the value goes from here to the next keyframe. */
            easing: z.enum(easingIds).default('linear'),
          }),
        )
        .min(1)
        .max(documentLimits.keyframesOfItem),
    }),
  ]);
export type Animatable = z.output<ReturnType<typeof animatable>>;

export const position = z.number().min(-100_000).max(100_000);
const length = z.number().min(0).max(100_000);
const share = z.number().min(0).max(1);

/** What the items of a canvas that are seen have in common. */
export const visual = {
  x: animatable(position),
  y: animatable(position),
  /** The box that the (cropped) picture fills, before it is rotated. */
  width: animatable(length),
  height: animatable(length),
  /** Degrees, clockwise, about the centre. */
  rotation: animatable(z.number().min(-36_000).max(36_000)).default(0),
  opacity: animatable(share).default(1),
  /** What is left out at each edge of the picture, as a share of its width or height. */
  crop: z
    .strictObject({ left: share, top: share, right: share, bottom: share })
    .refine(
      ({ left, right, top, bottom }) => left + right < 1 && top + bottom < 1,
      'must leave something of the picture',
    )
    .optional(),
  blend: z.enum(blendModeIds).default('normal'),
  /** The standard deviation of a Gaussian blur. */
  blurPx: animatable(z.number().min(0).max(500)).default(0),
  flip: z.enum(['none', 'horizontal', 'vertical', 'both']).default('none'),
  fadeInSeconds: seconds.default(0),
  fadeOutSeconds: seconds.default(0),
  /**
   * How the item takes the place of the one before it on its track, whose material goes on that long behind its end. The
   * edge of a wipe, or what slides in, moves to the side that is named. Sound cross-fades. Half a frame, or 0.03 s, is only heard.
   */
  transition: z
    .strictObject({
      type: z.enum(['dissolve', 'wipe-left', 'wipe-right', 'slide-left', 'slide-right']),
      durationSeconds: seconds,
    })
    .optional(),
};

/** What the items of a canvas that are heard have in common. Fades have equal power; those of a video are its picture's too. */
export const audible = {
  /** Amplitude, 1 is as the source has it. */
  volume: animatable(z.number().min(0).max(10)).default(1),
  isMuted: z.boolean().default(false),
  fadeInSeconds: seconds.default(0),
  fadeOutSeconds: seconds.default(0),
  /** Whether another speed leaves the pitch as it is. */
  keepsPitch: z.boolean().default(true),
  /** The track whose sound lowers this one's while it is heard. */
  ducksUnder: id.optional(),
};

export const speed = z.number().min(0.05).max(20).default(1);

export const base = {
  id,
  name: z.string().max(documentLimits.nameLength),
  startSeconds: seconds,
  durationSeconds: z.number().positive().max(documentLimits.seconds),
  /** What the item is to its recipe: its untouched `source`, the `cut-out`, a `background`. */
  role: z.string().max(100).optional(),
  groupId: id.optional(),
  /** Whether its picture is left out; its sound is by `isMuted`. */
  isHidden: z.boolean().default(false),
  isLocked: z.boolean().default(false),
};
