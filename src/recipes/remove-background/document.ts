import type { TimelineDocument } from '#core/timeline/document.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { resultDocument, toLayers } from '../result-document.ts';

/** What a cut-out was made of. Times in seconds, the source's own for its start; sizes in pixels. */
type CutOutParts = {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly durationSeconds: number;
  readonly source: { readonly assetId: string; readonly startSeconds: number };
  readonly cutOut: { readonly assetId: string; readonly proxyAssetId: string | null };
};

/**
 * The document of a cut-out: the untouched source below, muted and hidden; above it the slot of a background, hidden until
 * somebody fills it; and the cut-out on top. Throws a ZodError for what no document can hold.
 */
export function cutOutDocument(parts: CutOutParts): TimelineDocument {
  const { width, height, source, cutOut } = parts;
  const whole = {
    startSeconds: 0,
    durationSeconds: Math.min(documentLimits.seconds, parts.durationSeconds),
    x: width / 2,
    y: height / 2,
    width,
    height,
  };
  const items = [
    {
      id: 'source',
      type: 'video',
      name: 'Source',
      role: 'source',
      ...whole,
      assetId: source.assetId,
      sourceStartSeconds: source.startSeconds,
      isMuted: true,
      isHidden: true,
    },
    { id: 'background', type: 'shape', name: 'Background', role: 'background', ...whole, ...background },
    {
      id: 'cut-out',
      type: 'video',
      name: 'Cut-out',
      role: 'cut-out',
      ...whole,
      assetId: cutOut.assetId,
      ...(cutOut.proxyAssetId !== null && { proxyAssetId: cutOut.proxyAssetId }),
      sourceStartSeconds: 0,
    },
  ];
  return resultDocument(parts, null, toLayers(items));
}

/** What fills the slot at first. */
const background = { shape: 'rectangle', fill: '#ffffff', isHidden: true };
