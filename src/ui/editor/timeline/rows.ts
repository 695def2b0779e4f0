import type { TimelineDocument, Track } from '#core/timeline/document.ts';

/** A track as it is shown: its place from the top of the tracks, in pixels. */
export type Row = { readonly track: Track; readonly topPx: number; readonly heightPx: number };

const heights = { visual: 60, sound: 52 } as const;
const heightsOnPhone = { visual: 54, sound: 54 } as const;

/** What a row has above and below a clip, where a video shows its sound, and what a sound keeps free for its name. Pixels. */
const [besidePx, soundLinePx, nameLinePx] = [7, 16, 14];

type StripHeights = { readonly picturesPx: number; readonly soundPx: number };

/** How high the pictures and the sound of a clip are drawn in a row. Pixels; 0 where it has none. */
export function stripHeights(type: 'video' | 'picture' | 'sound', rowPx: number): StripHeights {
  const clipPx = rowPx - besidePx;
  const heights: Readonly<Record<typeof type, StripHeights>> = {
    video: { picturesPx: clipPx - soundLinePx, soundPx: soundLinePx },
    picture: { picturesPx: clipPx, soundPx: 0 },
    sound: { picturesPx: 0, soundPx: clipPx - nameLinePx },
  };
  return heights[type];
}

/** Tracks from top to bottom as they are shown: the pictures, what covers others above them; then the sound. */
export function rowsOf({ tracks }: TimelineDocument, isPhone = false): Row[] {
  const height = isPhone ? heightsOnPhone : heights;
  let topPx = 0;
  return shownOrder(tracks).map((track) => {
    const row = { track, topPx, heightPx: height[track.kind] };
    topPx += row.heightPx;
    return row;
  });
}

const shownOrder = (tracks: readonly Track[]): Track[] => [
  ...tracks.filter(({ kind }) => kind === 'visual').toReversed(),
  ...tracks.filter(({ kind }) => kind === 'sound'),
];

/** How high all rows are together. */
export function heightOf(rows: readonly Row[]): number {
  const last = rows.at(-1);
  return last ? last.topPx + last.heightPx : 0;
}

/** The index of the row at a height; -1 above the first, the count of rows below the last. */
export function rowAt(rows: readonly Row[], yPx: number): number {
  if (yPx < 0) {
    return -1;
  }
  const index = rows.findIndex(({ topPx, heightPx }) => yPx < topPx + heightPx);
  return index === -1 ? rows.length : index;
}

/** How many rows are rendered at most. */
export const mostRows = (heightPx: number): number => Math.ceil(heightPx / heights.sound) + 2;

/** The rows that are seen, and one beyond each edge. */
export const visibleRows = (rows: readonly Row[], scrollPx: number, heightPx: number): readonly Row[] =>
  rows.slice(Math.max(0, rowAt(rows, scrollPx) - 1), rowAt(rows, scrollPx + heightPx) + 2);

/** Where in the document a track must go to be shown one place higher (-1) or lower (1); null where it cannot. */
export function indexAfterStep({ tracks }: TimelineDocument, trackId: string, step: -1 | 1): number | null {
  const shown = shownOrder(tracks);
  const at = shown.findIndex(({ id }) => id === trackId);
  const other = shown[at + step];
  return other && other.kind === shown[at]?.kind ? tracks.indexOf(other) : null;
}
