import { timelineDocument, type TimelineDocument } from './document.ts';
import { toCanvasRate } from './frames.ts';
import { documentLimits } from './limits.ts';
import { plainCanvas } from './plain-canvas.ts';

/** A material that becomes an item. Sizes in pixels as they are shown; null where it has none, or where none is known. */
export type Clip = {
  readonly assetId: string;
  readonly name: string;
  readonly kind: 'video' | 'picture' | 'sound';
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  readonly frameRate: number | null;
};

/** How long a picture is shown. */
export const pictureSeconds = 5;

/**
 * A canvas of materials: videos and pictures one after the other, and sounds one after the other on a track of their own,
 * both from the start. It has the size of the first that is seen and the rate of the first video; the others are fitted whole.
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

type Size = { readonly width: number; readonly height: number };

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

/** The box of a picture that is shown whole, as large as it can be, in the middle. */
export function fitWhole({ width, height }: Pick<Clip, 'width' | 'height'>, canvas: Size) {
  const own = { width: width ?? canvas.width, height: height ?? canvas.height };
  const scale = Math.min(canvas.width / own.width, canvas.height / own.height);
  return { x: canvas.width / 2, y: canvas.height / 2, width: own.width * scale, height: own.height * scale };
}
