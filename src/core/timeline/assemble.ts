import { timelineDocument, type TimelineDocument } from './document.ts';
import { toCanvasRate } from './frames.ts';
import { documentLimits } from './limits.ts';
import { plainCanvas } from './plain-canvas.ts';
import type { Size } from '../lib/size.ts';

/** A material that becomes an item. Sizes are in pixels as displayed; null if there is none, or if it is unknown. */
export type Clip = {
  readonly assetId: string;
  readonly name: string;
  readonly kind: 'video' | 'picture' | 'sound';
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  readonly frameRate: number | null;
};

/** The duration of an image. */
export const pictureSeconds = 5;

/**
 * Creates a canvas from materials: videos and images one after the other, and audio one after the other on a track of its own, both
 * from the start. The canvas has the size of the first visual material and the frame rate of the first video. Others are fitted.
 */
export function assemble(title: string, clips: readonly Clip[]): TimelineDocument {
  const seen = clips.filter(({ kind }) => kind !== 'sound');
  const heard = clips.filter(({ kind }) => kind === 'sound');
  const size = toCanvasSize(seen[0]);
  const rate = seen.find(({ kind }) => kind === 'video')?.frameRate ?? plainCanvas.frameRate;
  const visual = inTurn(seen).map(({ clip, ...times }, index) => ({
    id: `item-${index + 1}`,
    name: clip.name,
    ...times,
    assetId: clip.assetId,
    ...(clip.kind === 'video' ? { type: 'video', sourceStartSeconds: 0 } : { type: 'picture' }),
    ...fitWhole(clip, size),
  }));
  const sound = inTurn(heard).map(({ clip, ...times }, index) => ({
    id: `sound-${index + 1}`,
    name: clip.name,
    ...times,
    assetId: clip.assetId,
    type: 'sound',
    sourceStartSeconds: 0,
  }));
  return timelineDocument.parse({
    version: 2,
    title,
    ...size,
    frameRate: toCanvasRate(rate),
    background: { type: 'color', color: '#000000' },
    tracks: [
      { id: 'track-1', name: 'Video', kind: 'visual', items: visual },
      ...(sound.length === 0 ? [] : [{ id: 'track-2', name: 'Sound', kind: 'sound', items: sound }]),
    ],
  });
}

function toCanvasSize(first: Clip | undefined): Size {
  const { width, height } = { width: first?.width ?? plainCanvas.width, height: first?.height ?? plainCanvas.height };
  const scale = Math.min(1, documentLimits.side / Math.max(width, height));
  const round = (length: number): number => Math.max(1, Math.round(length * scale));
  return { width: round(width), height: round(height) };
}

const inTurn = (clips: readonly Clip[]): { clip: Clip; startSeconds: number; durationSeconds: number }[] =>
  clips.reduce<{ clip: Clip; startSeconds: number; durationSeconds: number }[]>((placed, clip) => {
    const before = placed.at(-1);
    const startSeconds = before ? before.startSeconds + before.durationSeconds : 0;
    const durationSeconds = clip.kind === 'picture' ? pictureSeconds : (clip.durationSeconds ?? pictureSeconds);
    return [...placed, { clip, startSeconds, durationSeconds }];
  }, []);

/** Returns the centered box of an image that is as large as possible and completely visible. */
export function fitWhole({ width, height }: Pick<Clip, 'width' | 'height'>, canvas: Size) {
  const own = { width: width ?? canvas.width, height: height ?? canvas.height };
  const scale = Math.min(canvas.width / own.width, canvas.height / own.height);
  return { x: canvas.width / 2, y: canvas.height / 2, width: own.width * scale, height: own.height * scale };
}
