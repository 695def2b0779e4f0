import type { Size } from '../size.ts';

/** A span of the clip, in seconds. */
type Span = { readonly startSeconds: number; readonly endSeconds: number };

/** A picture of how loud a span of a clip is and of what would be cut out of it, under frames of the clip. */
export type CutPicture = {
  /** A PNG. */
  readonly outputFile: string;
  /** What is said above the picture: at the left, in the middle, at the right. */
  readonly captions: readonly [left: string, middle: string, right: string];
  /** Times of the clip whose frames are shown side by side; none for the graph alone. */
  readonly frameSeconds: readonly number[];
  readonly span: Span;
  readonly cuts: readonly (Span & { readonly kind: 'silence' | 'noise' })[];
  readonly thresholdDb: number;
};

/** Pixels of a cut picture's width. */
export const cutPictureWidth = 960;

export const cutPictureLayout = {
  margin: 16,
  captionHeight: 34,
  graphHeight: 150,
  axisHeight: 26,
  /** Frames of a tall clip are as small as that. */
  mostFrameHeight: 420,
} as const;

/** The size at which frames of a clip are shown, `count` of them side by side. */
export function frameSizeOf(clip: Size, count: number): Size {
  const { margin, mostFrameHeight } = cutPictureLayout;
  const room = (cutPictureWidth - margin * (count + 1)) / count;
  const scale = Math.min(room / clip.width, mostFrameHeight / clip.height);
  const even = (length: number): number => Math.max(2, 2 * Math.round((length * scale) / 2));
  return { width: even(clip.width), height: even(clip.height) };
}
