import type { TimelineDocument } from '#core/timeline/document.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { resultDocument, toLayers } from '../result-document.ts';

/** The parts of a cutout's canvas. Times are in seconds, the start in the source; sizes are in pixels. */
type CutOutParts = {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly durationSeconds: number;
  readonly source: {
    readonly assetId: string;
    readonly startSeconds: number;
    readonly audioTrack?: number | undefined;
  };
  /** A file with alpha. */
  readonly cutOut: { readonly assetId: string; readonly proxyAssetId: string | null };
  /** The initial background, `#rrggbb` in any case; null for none. */
  readonly backdrop: string | null;
};

/**
 * Creates the document of a cutout: the untouched source below, muted and hidden; above it the background, hidden if it is empty;
 * and the cutout on top. Throws a ZodError for values that no document can contain.
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
      ...(source.audioTrack !== undefined && { audioTrack: source.audioTrack }),
      isMuted: true,
      isHidden: true,
    },
    {
      id: 'background',
      type: 'shape',
      name: 'Background',
      role: 'background',
      ...whole,
      shape: 'rectangle',
      fill: parts.backdrop?.toLowerCase() ?? emptyFill,
      isHidden: parts.backdrop === null,
    },
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

/** The color of an empty background once it is shown. */
const emptyFill = '#ffffff';
