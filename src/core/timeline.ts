import * as z from 'zod';

/**
 * The canvas document: tracks from bottom to top, each with items in time. Positions are in pixels of the canvas from its
 * top left corner; times in seconds from its start.
 */
const videoItem = z.object({
  id: z.string(),
  type: z.literal('video'),
  name: z.string(),
  /** What the item is to its recipe: its untouched `source`, the `cut-out`, a `background`. */
  role: z.string().max(100).optional(),
  assetId: z.string(),
  /** A file that every browser can play in the asset's stead, with the same times. */
  proxyAssetId: z.string().nullable(),
  startSeconds: z.number().min(0),
  durationSeconds: z.number().min(0),
  /** Where in the asset the item begins. */
  sourceStartSeconds: z.number().min(0),
  x: z.number(),
  y: z.number(),
  width: z.number().positive(),
  height: z.number().positive(),
  opacity: z.number().min(0).max(1),
  isMuted: z.boolean(),
  isHidden: z.boolean(),
});
export type VideoItem = z.output<typeof videoItem>;

const track = z.object({ id: z.string(), name: z.string(), items: z.array(videoItem) });

export const timelineDocument = z.object({
  title: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  frameRate: z.number().positive(),
  durationSeconds: z.number().min(0),
  /** What shows where no item covers the canvas. */
  background: z.discriminatedUnion('type', [
    z.object({ type: z.literal('transparent') }),
    z.object({ type: z.literal('color'), color: z.string().regex(/^#[0-9a-f]{6}$/) }),
  ]),
  /** From bottom to top. */
  tracks: z.array(track),
});
export type TimelineDocument = z.output<typeof timelineDocument>;
