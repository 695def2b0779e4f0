import type { DataOf } from '../client.ts';

/** Two videos to be shown in step: what was cut, and what came out of it. */
export type Comparison = {
  /** Null when the source is not kept any more. */
  readonly sourceUrl: string | null;
  /** A file with alpha that browsers play. */
  readonly resultUrl: string;
  /** Where in the source the result begins. */
  readonly sourceStartSeconds: number;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly durationSeconds: number;
};

/** A file that was made, to be taken away. */
export type ResultFile = { readonly url: string; readonly sizeBytes: number; readonly mimeType: string };

/** What a canvas of a cut-out has to show; null when its result is gone. */
export function toComparison({ document, assets }: DataOf<'getCanvas'>): Comparison | null {
  const items = document.tracks.flatMap((track) => track.items);
  const cutOut = items.find(({ id }) => id === 'cut-out') ?? items.at(-1);
  const source = items.find((item) => item !== cutOut);
  const played = cutOut && assets[cutOut.proxyAssetId ?? cutOut.assetId];
  if (!cutOut || !played) {
    return null;
  }
  return {
    sourceUrl: (source && assets[source.assetId]?.url) ?? null,
    resultUrl: played.url,
    sourceStartSeconds: source?.sourceStartSeconds ?? 0,
    width: document.width,
    height: document.height,
    frameRate: document.frameRate,
    durationSeconds: document.durationSeconds,
  };
}

/** The file that a canvas came from, in the format that was asked for; null when it is gone. */
export function toResultFile({ document, assets }: DataOf<'getCanvas'>): ResultFile | null {
  const items = document.tracks.flatMap((track) => track.items);
  const cutOut = items.find(({ id }) => id === 'cut-out') ?? items.at(-1);
  const made = cutOut && assets[cutOut.assetId];
  return made ? { url: made.url, sizeBytes: made.bytes, mimeType: made.mimeType } : null;
}
