import * as z from 'zod';
import { blendModeIds } from './blend-modes.ts';
import { easingIds } from './easing.ts';
import { documentLimits, messageTooLong, speedRange } from './limits.ts';
import { documentVersion } from './version.ts';

/**
 * The canvas document: tracks from bottom to top, each with items in time. Times are seconds from the start of the canvas,
 * lengths are pixels of the canvas; x and y are the centre of an item, from the canvas's top left corner.
 */

const id = z.string().min(1).max(200);
const seconds = z.number().min(0).max(documentLimits.seconds);
/** sRGB, alpha at the end where there is some. */
const color = z.string().regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/, 'must be #rrggbb or #rrggbbaa');

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

const position = z.number().min(-100_000).max(100_000);
const length = z.number().min(0).max(100_000);
const share = z.number().min(0).max(1);
const movingPosition = animatable(position);
const movingLength = animatable(length);

/** What the items of a canvas that are seen have in common. */
const visual = {
  x: movingPosition,
  y: movingPosition,
  /** The box that the (cropped) picture fills, before it is rotated. */
  width: movingLength,
  height: movingLength,
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
const audible = {
  /** The audio track of the material, by its number from 0 in file order; the material's default track where it is absent. */
  audioTrack: z.int().min(0).optional(),
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

/** What the items of a canvas that play a file have in common. */
const played = {
  assetId: id,
  /** Where in the asset the item begins. */
  sourceStartSeconds: seconds,
  speed: z.number().min(speedRange.min).max(speedRange.max).default(1),
  /** Seconds of the asset that the item plays, where its speed rounds its duration to frames: `set-speed` writes it. */
  sourceDurationSeconds: z.number().positive().optional(),
};

const base = {
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

const video = z.strictObject({
  ...base,
  type: z.literal('video'),
  ...played,
  /** A file that every browser can play in the asset's stead, with the same times. */
  proxyAssetId: id.optional(),
  ...visual,
  ...audible,
});

const picture = z.strictObject({ ...base, type: z.literal('picture'), assetId: id, ...visual });

const stroke = z.strictObject({ color, widthPx: z.number().min(0).max(500) });
const shadow = z.strictObject({ color, blurPx: z.number().min(0).max(500), x: position, y: position });
/** A filled box behind text, with room around it. */
const plate = z.strictObject({
  fill: color,
  paddingPx: z.number().min(0).max(2000),
  cornerPx: z.number().min(0).max(5000),
});
/** How text comes and goes, over `durationSeconds`. */
const motion = z.strictObject({
  type: z.enum(['fade', 'rise', 'scale', 'wipe', 'type']),
  durationSeconds: seconds,
});

const text = z.strictObject({
  ...base,
  type: z.literal('text'),
  text: z.string().max(documentLimits.textLength),
  font: z.string().max(100).default('Inter'),
  /** The CSS weight. */
  weight: z.int().min(100).max(900).default(600),
  /** The size of the letters; where it is absent, the largest at which the text fits the item's box. */
  sizePx: z.number().min(1).max(5000).optional(),
  fill: color.default('#ffffff'),
  stroke: stroke.optional(),
  shadow: shadow.optional(),
  plate: plate.optional(),
  align: z.enum(['left', 'center', 'right']).default('center'),
  /** A multiple of the size. */
  lineHeight: z.number().min(0.5).max(5).default(1.15),
  /** A multiple of the size. */
  letterSpacing: z.number().min(-0.5).max(5).default(0),
  entrance: motion.optional(),
  exit: motion.optional(),
  ...visual,
});

/** One message of a conversation. */
const message = z.strictObject({
  id,
  /** `me` is on the other side than `them`. */
  from: z.enum(['me', 'them']),
  text: z.string().max(documentLimits.messageLength, messageTooLong),
  /** When the bubble enters, from the item's start; before it in the later part of an item that was split. */
  atSeconds: z.number(),
  /** How long before that dots show that somebody is typing. */
  typingSeconds: seconds.default(0),
  /** An emoji at the corner of the bubble. */
  reaction: z.string().max(32).optional(),
  receipt: z.enum(['sent', 'delivered', 'read']).optional(),
  /** A picture in the bubble. */
  imageAssetId: id.optional(),
});
export type Message = z.output<typeof message>;

/** The two kinds of bubbles: what they are filled with, and their letters. */
const bubbleColors = z.strictObject({ me: color, meText: color, them: color, themText: color });

const bubbles = z.strictObject({
  ...base,
  type: z.literal('bubbles'),
  messages: z.array(message).max(documentLimits.messages),
  /** `overlay` puts bubbles alone over what is below; `chat` is a whole conversation with header and day. */
  layout: z.enum(['overlay', 'chat']).default('overlay'),
  /** Where the bubbles of `me` are. */
  side: z.enum(['left', 'right']).default('right'),
  style: z.enum(['neutral', 'blue', 'green', 'dark']).default('neutral'),
  /** In place of those of the style. */
  colors: bubbleColors.optional(),
  contactName: z.string().max(200).optional(),
  /** A multiple of the size that suits the box. */
  scale: z.number().min(0.2).max(5).default(1),
  ...visual,
});

const shape = z.strictObject({
  ...base,
  type: z.literal('shape'),
  /** A line goes along the middle of the box, from left to right. */
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

/** An item that is yet to be put into a document, which gives it an id where it has none. */
export const newItem = z.discriminatedUnion('type', [
  video.partial({ id: true }),
  picture.partial({ id: true }),
  text.partial({ id: true }),
  bubbles.partial({ id: true }),
  shape.partial({ id: true }),
  sound.partial({ id: true }),
]);
export type NewItem = z.output<typeof newItem>;

/** The items that are seen, and those that are heard. */
export type VisualItem = ItemOf<'video' | 'picture' | 'text' | 'bubbles' | 'shape'>;
export type AudibleItem = ItemOf<'video' | 'sound'>;

const track = z.strictObject({
  id,
  name: z.string().max(documentLimits.nameLength),
  kind: z.enum(['visual', 'sound']),
  /** Of one track, items never overlap. */
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
  frameRate: z.number().min(documentLimits.leastFrameRate).max(documentLimits.mostFrameRate),
  /** What shows where no item covers the canvas. */
  background: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('transparent') }),
    z.strictObject({ type: z.literal('color'), color: z.string().regex(/^#[0-9a-f]{6}$/) }),
  ]),
  /** From bottom to top. */
  tracks: z.array(track).max(documentLimits.tracks),
  markers: z
    .array(z.strictObject({ id, atSeconds: seconds, label: z.string().max(documentLimits.nameLength) }))
    .max(documentLimits.markers)
    .default([]),
});
export type TimelineDocument = z.output<typeof timelineDocument>;
