import type { TimelineDocument, Track } from '#core/timeline/document.ts';

/** A visible track: its offset from the top of the tracks, in pixels. */
export type Row = { readonly track: Track; readonly topPx: number; readonly heightPx: number };

const heights = { visual: 60, sound: 52 } as const;
const heightsOnPhone = { visual: 54, sound: 54 } as const;

/**
 * The margins above and below a clip, the height of the waveform of a video, and the space for the name of an audio clip.
 * Pixels.
 */
const [besidePx, soundLinePx, nameLinePx] = [7, 16, 14];

type StripHeights = { readonly picturesPx: number; readonly soundPx: number };

/** Returns the heights of the thumbnails and of the waveform of a clip in a row. Pixels; 0 if absent. */
export function stripHeights(type: 'video' | 'picture' | 'sound', rowPx: number): StripHeights {
  const clipPx = rowPx - besidePx;
  const heights: Readonly<Record<typeof type, StripHeights>> = {
    video: { picturesPx: clipPx - soundLinePx, soundPx: soundLinePx },
    picture: { picturesPx: clipPx, soundPx: 0 },
    sound: { picturesPx: 0, soundPx: clipPx - nameLinePx },
  };
  return heights[type];
}

/** Returns the tracks from top to bottom as displayed: visual tracks, upper ones covering lower ones; then audio tracks. */
export function getRows({ tracks }: TimelineDocument, isPhone = false): Row[] {
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

/** Returns the total height of all rows. */
export function getHeight(rows: readonly Row[]): number {
  const last = rows.at(-1);
  return last ? last.topPx + last.heightPx : 0;
}

/** Returns the index of the row at a height; -1 above the first, the number of rows below the last. */
export function rowAt(rows: readonly Row[], yPx: number): number {
  if (yPx < 0) {
    return -1;
  }
  const index = rows.findIndex(({ topPx, heightPx }) => yPx < topPx + heightPx);
  return index === -1 ? rows.length : index;
}

/** Returns the max number of rendered rows. */
export const maxRows = (heightPx: number): number => Math.ceil(heightPx / heights.sound) + 2;

/** Returns the visible rows, and one beyond each edge. */
export const visibleRows = (rows: readonly Row[], scrollPx: number, heightPx: number): readonly Row[] =>
  rows.slice(Math.max(0, rowAt(rows, scrollPx) - 1), rowAt(rows, scrollPx + heightPx) + 2);

/** Returns the document index that moves a track one row up (-1) or down (1); null if it cannot move. */
export function indexAfterStep({ tracks }: TimelineDocument, trackId: string, step: -1 | 1): number | null {
  const shown = shownOrder(tracks);
  const at = shown.findIndex(({ id }) => id === trackId);
  const other = shown[at + step];
  return other && other.kind === shown[at]?.kind ? tracks.indexOf(other) : null;
}
