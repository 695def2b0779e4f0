import { timelineDocument, type TimelineDocument } from '#core/timeline/document.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { toCardItems, type CardParts } from './items.ts';
import { resultDocument, toLayers } from '../result-document.ts';

/**
 * Creates the document of a title card: the clip with its audio below, the card as a group of texts and shapes that follow the
 * target, and the cutout if the card is behind the subject. Throws a ZodError for values that no document can contain.
 */
export function cardDocument(parts: CardParts): TimelineDocument {
  const { width, height, window, sourceId, audioTrack, cutOutId } = parts;
  const place = { x: width / 2, y: height / 2, width, height };
  const clip = {
    id: 'source',
    type: 'video',
    name: 'Source',
    role: 'source',
    assetId: sourceId,
    sourceStartSeconds: 0,
    startSeconds: 0,
    durationSeconds: Math.min(documentLimits.seconds, parts.durationSeconds),
    ...place,
  };
  const source = { ...clip, ...(audioTrack !== undefined && { audioTrack }) };
  const cutOut = {
    ...clip,
    id: 'cut-out',
    name: 'Cut-out',
    role: 'cut-out',
    assetId: cutOutId,
    isMuted: true,
    startSeconds: window.startSeconds,
    durationSeconds: window.endSeconds - window.startSeconds,
  };
  const items = [source, ...toCardItems(parts), ...(cutOutId === null ? [] : [cutOut])];
  return resultDocument(parts, '#000000', toLayers(items));
}

/** The box of the target in a preview image of the proposal. */
type SeenBox = {
  readonly canvasSeconds: number;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly isSeen: boolean;
};

/** Adds the boxes of the target, each only at its own time, for the preview images of the proposal. */
export function withTrackedBoxes(document: TimelineDocument, boxes: readonly SeenBox[]): TimelineDocument {
  const frameSeconds = 1 / document.frameRate;
  const widthPx = Math.max(2, Math.min(document.width, document.height) / 240);
  const tracks = boxes.map(({ canvasSeconds, box, isSeen }, index) => ({
    id: `track-tracked-box-${index}`,
    name: 'Tracked box',
    kind: 'visual',
    items: [
      {
        id: `tracked-box-${index}`,
        type: 'shape',
        name: 'Tracked box',
        shape: 'rectangle',
        cornerPx: 3 * widthPx,
        stroke: { color: isSeen ? '#3ddc84' : '#ff6b5e', widthPx },
        startSeconds: Math.max(0, canvasSeconds - frameSeconds),
        durationSeconds: 2 * frameSeconds,
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
        width: box.width,
        height: box.height,
      },
    ],
  }));
  return timelineDocument.parse({ ...document, tracks: [...document.tracks, ...tracks] });
}
