import type { TimelineDocument, VideoItem } from '#core/timeline.ts';

/** The document of a cut-out: the untouched source below, muted and hidden behind the background; the cut-out above. */
export function cutOutDocument(parts: {
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
    role: 'source',
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
    role: 'cut-out',
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
