import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import type { DataOf } from '#ui/app/client.ts';

/** A source and its result, which the viewer compares. Sizes in pixels, times in seconds. */
export type Comparison = {
  /** Null if the source was deleted. */
  readonly sourceUrl: string | null;
  /** A file with alpha that browsers can play. */
  readonly resultUrl: string;
  /** The source time at which the result starts. */
  readonly sourceStartSeconds: number;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly durationSeconds: number;
};

/** Returns the source and result of a cutout's canvas; null for other canvases, and if the result was deleted. */
export function toComparison(canvas: DataOf<'getCanvas'>): Comparison | null {
  const { document, assets } = canvas;
  const cutOut = findItem(canvas, 'cut-out');
  const source = findItem(canvas, 'source');
  const played = cutOut && assets[cutOut.proxyAssetId ?? cutOut.assetId];
  if (!played) {
    return null;
  }
  return {
    sourceUrl: (source && assets[source.assetId]?.url) ?? null,
    resultUrl: played.url,
    sourceStartSeconds: source?.sourceStartSeconds ?? 0,
    width: document.width,
    height: document.height,
    frameRate: document.frameRate,
    durationSeconds: getDocumentSeconds(document),
  };
}

const findItem = ({ document }: DataOf<'getCanvas'>, role: string) =>
  document.tracks
    .flatMap((track) => track.items)
    .filter((item) => item.type === 'video')
    .find((item) => item.role === role);
