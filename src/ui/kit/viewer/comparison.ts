import { durationOf } from '#core/timeline/schedule.ts';
import type { DataOf } from '#ui/app/client.ts';

/** A source and its result, to be compared by the viewer. Sizes in pixels, times in seconds. */
export type Comparison = {
  /** Null when the source was deleted. */
  readonly sourceUrl: string | null;
  /** A file with alpha that browsers can play. */
  readonly resultUrl: string;
  /** The time of the source at which the result starts. */
  readonly sourceStartSeconds: number;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly durationSeconds: number;
};

/** Source and result of a cut-out's canvas; null for other canvases, and when the result was deleted. */
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
    durationSeconds: durationOf(document),
  };
}

const findItem = ({ document }: DataOf<'getCanvas'>, role: string) =>
  document.tracks
    .flatMap((track) => track.items)
    .filter((item) => item.type === 'video')
    .find((item) => item.role === role);
