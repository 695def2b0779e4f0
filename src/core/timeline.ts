import * as z from 'zod';

/**
 * The canvas document: tracks from bottom to top, each with items in time. Positions are in pixels of the canvas from its
 * top left corner; times in seconds from its start.
 */
const videoItem = z.object({
  id: z.string(),
  type: z.literal('video'),
  name: z.string(),
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

/** The document of a cut-out: the untouched source below, muted and hidden behind the background; the cut-out above. */
export function cutOutTimeline(parts: {
  title: string;
  width: number;
  height: number;
  frameRate: number;
  durationSeconds: number;
  source: { assetId: string; startSeconds: number };
  cutOut: { assetId: string; proxyAssetId: string | null };
}): TimelineDocument {
  const { title, width, height, frameRate, durationSeconds } = parts;
  const whole = { startSeconds: 0, durationSeconds, x: 0, y: 0, width, height, opacity: 1 };
  const source: VideoItem = {
    ...whole,
    id: 'source',
    type: 'video',
    name: 'Source',
    assetId: parts.source.assetId,
    proxyAssetId: null,
    sourceStartSeconds: parts.source.startSeconds,
    isMuted: true,
    isHidden: true,
  };
  const cutOut: VideoItem = {
    ...whole,
    id: 'cut-out',
    type: 'video',
    name: 'Cut-out',
    assetId: parts.cutOut.assetId,
    proxyAssetId: parts.cutOut.proxyAssetId,
    sourceStartSeconds: 0,
    isMuted: false,
    isHidden: false,
  };
  return {
    title,
    width,
    height,
    frameRate,
    durationSeconds,
    background: { type: 'transparent' },
    tracks: [
      { id: 'track-source', name: 'Source', items: [source] },
      { id: 'track-cut-out', name: 'Cut-out', items: [cutOut] },
    ],
  };
}
