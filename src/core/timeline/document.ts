import * as z from 'zod';
import { blendModeIds } from './blend-modes.ts';
import { easingIds } from './easing.ts';
import { documentLimits, messageTooLong, speedRange } from './limits.ts';
import { documentVersion } from './version.ts';

/**
 * The canvas document: tracks from bottom to top, each with items over time. Times are seconds from the start of the canvas.
 * Lengths are pixels of the canvas. x and y are the center of an item, from the canvas's top left corner.
 */

const id = z.string().min(1).max(200);
const seconds = z.number().min(0).max(documentLimits.seconds);
/** An sRGB color, with an optional alpha at the end. */
const color = z.string().regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/, 'must be #rrggbb or #rrggbbaa');

/** A number that may change over the item's time. `atSeconds` counts from the item's start; keyframes are in the order of time. */
const animatable = (number: z.ZodNumber) =>
  z.union([
    number,
    z.strictObject({
      keyframes: z
        .array(
          z.strictObject({
            atSeconds: z.number(),
            value: number,
            /** The interpolation from here to the next keyframe. */
            easing: z.enum(easingIds).default('linear'),
          }),
        )
        .min(1)
        .max(documentLimits.keyframesOfItem),
    }),
  ]);
export type Animatable = z.output<ReturnType<typeof animatable>>;

const position = z.number().min(-100_000).max(100_000);
const length = z.number().min(0).max(100_000);
const share = z.number().min(0).max(1);
const movingPosition = animatable(position);
const movingLength = animatable(length);

/** The fields of all visual items. */
const visual = {
  x: movingPosition,
  y: movingPosition,
  /** The box that the (cropped) image fills, before the rotation. */
  width: movingLength,
  height: movingLength,
  /** Degrees, clockwise around the center. */
  rotation: animatable(z.number().min(-36_000).max(36_000)).default(0),
  opacity: animatable(share).default(1),
  /** The cropped part at each edge of the image, as a share of its width or height. */
  crop: z
    .strictObject({ left: share, top: share, right: share, bottom: share })
    .refine(({ left, right, top, bottom }) => left + right < 1 && top + bottom < 1, 'must leave a part of the image')
    .optional(),
  blend: z.enum(blendModeIds).default('normal'),
  /** The standard deviation of a Gaussian blur. */
  blurPx: animatable(z.number().min(0).max(500)).default(0),
  flip: z.enum(['none', 'horizontal', 'vertical', 'both']).default('none'),
  fadeInSeconds: seconds.default(0),
  fadeOutSeconds: seconds.default(0),
  /**
   * The transition from the previous item on the track, whose material continues for this duration after its end. The edge of a
   * wipe, or the item that slides in, moves to the named side. Audio cross-fades. A dissolve of half a frame, or 0.03 s, is only
   * audible.
   */
  transition: z
    .strictObject({
      type: z.enum(['dissolve', 'wipe-left', 'wipe-right', 'slide-left', 'slide-right']),
      durationSeconds: seconds,
    })
    .optional(),
};

/** The fields of all items with audio. Fades have equal power; those of a video apply to its image too. */
const audible = {
  /** The audio track of the material, by its number from 0 in file order; the material's default track where it is absent. */
  audioTrack: z.int().min(0).optional(),
  /** The amplitude; 1 is the original. */
  volume: animatable(z.number().min(0).max(10)).default(1),
  isMuted: z.boolean().default(false),
  fadeInSeconds: seconds.default(0),
  fadeOutSeconds: seconds.default(0),
  /** Whether the pitch is preserved at another speed. */
  keepsPitch: z.boolean().default(true),
  /** The track whose audio lowers the volume of this item. */
  ducksUnder: id.optional(),
};

/** The fields of all items that play a file. */
const played = {
  assetId: id,
  /** The start time in the asset. */
  sourceStartSeconds: seconds,
  speed: z.number().min(speedRange.min).max(speedRange.max).default(1),
  /** The duration in the asset, if the speed rounds the item's duration to frames: `set-speed` writes it. */
  sourceDurationSeconds: z.number().positive().optional(),
};

const base = {
  id,
  name: z.string().max(documentLimits.nameLength),
  startSeconds: seconds,
  durationSeconds: z.number().positive().max(documentLimits.seconds),
  /** The purpose of the item in its recipe: the untouched `source`, the `cut-out`, a `background`. */
  role: z.string().max(100).optional(),
  groupId: id.optional(),
  /** Whether the image is hidden; `isMuted` turns off the audio. */
  isHidden: z.boolean().default(false),
  isLocked: z.boolean().default(false),
};

const video = z.strictObject({
  ...base,
  type: z.literal('video'),
  ...played,
  /** A file with the same timestamps that every browser can play instead of the asset. */
  proxyAssetId: id.optional(),
  ...visual,
  ...audible,
});

const picture = z.strictObject({ ...base, type: z.literal('picture'), assetId: id, ...visual });

const stroke = z.strictObject({ color, widthPx: z.number().min(0).max(500) });
const shadow = z.strictObject({ color, blurPx: z.number().min(0).max(500), x: position, y: position });
/** A filled box behind text, with padding. */
const plate = z.strictObject({
  fill: color,
  paddingPx: z.number().min(0).max(2000),
  cornerPx: z.number().min(0).max(5000),
});
/** The entrance or exit of text, over `durationSeconds`. */
const motion = z.strictObject({
  type: z.enum(['fade', 'rise', 'scale', 'wipe', 'type']),
  durationSeconds: seconds,
});

const text = z.strictObject({
  ...base,
  type: z.literal('text'),
  text: z.string().max(documentLimits.textLength),
  font: z.string().max(100).default('Inter'),
  /** A font of the user, whose letters replace those of `font`. */
  fontAssetId: id.optional(),
  /** The CSS weight. */
  weight: z.int().min(100).max(900).default(600),
  /** The font size; by default the largest size at which the text fits the item's box. */
  sizePx: z.number().min(1).max(5000).optional(),
  fill: color.default('#ffffff'),
  stroke: stroke.optional(),
  shadow: shadow.optional(),
  plate: plate.optional(),
  align: z.enum(['left', 'center', 'right']).default('center'),
  /** A multiple of the font size. */
  lineHeight: z.number().min(0.5).max(5).default(1.15),
  /** A multiple of the font size. */
  letterSpacing: z.number().min(-0.5).max(5).default(0),
  entrance: motion.optional(),
  exit: motion.optional(),
  ...visual,
});

/** One message of a conversation. */
const message = z.strictObject({
  id,
  /** `me` is on the opposite side of `them`. */
  from: z.enum(['me', 'them']),
  text: z.string().max(documentLimits.messageLength, messageTooLong),
  /** The time at which the bubble enters, from the item's start; negative in the later part of a split item. */
  atSeconds: z.number(),
  /** The duration of the typing indicator before that time. */
  typingSeconds: seconds.default(0),
  /** An emoji at the corner of the bubble. */
  reaction: z.string().max(32).optional(),
  receipt: z.enum(['sent', 'delivered', 'read']).optional(),
  /** An image in the bubble. */
  imageAssetId: id.optional(),
});
export type Message = z.output<typeof message>;

/** The fill and text colors of the two kinds of bubbles. */
const bubbleColors = z.strictObject({ me: color, meText: color, them: color, themText: color });

const bubbles = z.strictObject({
  ...base,
  type: z.literal('bubbles'),
  messages: z.array(message).max(documentLimits.messages),
  /** `overlay` draws only bubbles over the layers below; `chat` is a whole conversation with header and date. */
  layout: z.enum(['overlay', 'chat']).default('overlay'),
  /** The side of the bubbles of `me`. */
  side: z.enum(['left', 'right']).default('right'),
  style: z.enum(['neutral', 'blue', 'green', 'dark']).default('neutral'),
  /** Colors that replace those of the style. */
  colors: bubbleColors.optional(),
  contactName: z.string().max(200).optional(),
  /** A multiple of the size that suits the box. */
  scale: z.number().min(0.2).max(5).default(1),
  ...visual,
});

const shape = z.strictObject({
  ...base,
  type: z.literal('shape'),
  /** A line runs along the middle of the box, from left to right. */
  shape: z.enum(['rectangle', 'ellipse', 'line']),
  cornerPx: z.number().min(0).max(5000).default(0),
  fill: color.optional(),
  stroke: stroke.optional(),
  ...visual,
});

const sound = z.strictObject({
  ...base,
  type: z.literal('sound'),
  ...played,
  ...audible,
});

export const timelineItem = z.discriminatedUnion('type', [video, picture, text, bubbles, shape, sound]);
export type Item = z.output<typeof timelineItem>;
export type ItemOf<T extends Item['type']> = Extract<Item, { type: T }>;

/** An item to add to a document, which generates an id if there is none. */
export const newItem = z.discriminatedUnion('type', [
  video.partial({ id: true }),
  picture.partial({ id: true }),
  text.partial({ id: true }),
  bubbles.partial({ id: true }),
  shape.partial({ id: true }),
  sound.partial({ id: true }),
]);
export type NewItem = z.output<typeof newItem>;

/** The visual items, and the items with audio. */
export type VisualItem = ItemOf<'video' | 'picture' | 'text' | 'bubbles' | 'shape'>;
export type AudibleItem = ItemOf<'video' | 'sound'>;

const track = z.strictObject({
  id,
  name: z.string().max(documentLimits.nameLength),
  kind: z.enum(['visual', 'sound']),
  /** The items of a track, which never overlap. */
  items: z.array(timelineItem).max(documentLimits.items),
  isHidden: z.boolean().default(false),
  isMuted: z.boolean().default(false),
  isLocked: z.boolean().default(false),
});
export type Track = z.output<typeof track>;

export const timelineDocument = z.strictObject({
  version: z.literal(documentVersion),
  title: z.string().max(documentLimits.nameLength),
  width: z.int().min(1).max(documentLimits.side),
  height: z.int().min(1).max(documentLimits.side),
  frameRate: z.number().min(documentLimits.minFrameRate).max(documentLimits.maxFrameRate),
  /** The background, which is visible where no item covers the canvas. */
  background: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('transparent') }),
    z.strictObject({ type: z.literal('color'), color: z.string().regex(/^#[0-9a-f]{6}$/) }),
  ]),
  /** The tracks from bottom to top. */
  tracks: z.array(track).max(documentLimits.tracks),
  markers: z
    .array(z.strictObject({ id, atSeconds: seconds, label: z.string().max(documentLimits.nameLength) }))
    .max(documentLimits.markers)
    .default([]),
});
export type TimelineDocument = z.output<typeof timelineDocument>;
