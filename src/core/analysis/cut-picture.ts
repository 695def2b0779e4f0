import type { Size } from '../lib/size.ts';

/** A span of the clip, in seconds. */
type Span = { readonly startSeconds: number; readonly endSeconds: number };

/** A graph of the loudness of a clip's span and of its cuts, below frames of the clip. */
export type CutPicture = {
  /** The name of a PNG file. */
  readonly outputFile: string;
  /** The captions above the frames. */
  readonly captions: readonly [left: string, middle: string, right: string];
  /** Times of the clip whose frames are shown side by side; empty to draw only the graph. */
  readonly frameSeconds: readonly number[];
  readonly span: Span;
  readonly cuts: readonly (Span & { readonly kind: 'silence' | 'noise' })[];
  readonly thresholdDb: number;
};

/** The width of a cut picture in pixels. */
export const cutPictureWidth = 960;

export const cutPictureLayout = {
  margin: 16,
  captionHeight: 34,
  graphHeight: 150,
  axisHeight: 26,
  /** The maximum height of a frame of a tall clip, in pixels. */
  maxFrameHeight: 420,
} as const;

/** Returns the size at which each of `count` frames of a clip is drawn, side by side. */
export function getFrameSize(clip: Size, count: number): Size {
  const { margin, maxFrameHeight } = cutPictureLayout;
  const room = (cutPictureWidth - margin * (count + 1)) / count;
  const scale = Math.min(room / clip.width, maxFrameHeight / clip.height);
  const even = (length: number): number => Math.max(2, 2 * Math.round((length * scale) / 2));
  return { width: even(clip.width), height: even(clip.height) };
}
