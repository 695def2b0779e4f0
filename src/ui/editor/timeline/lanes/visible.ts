import type { Item, Track } from '#core/timeline/document.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import { getClips } from '../clips.ts';
import type { TimeRange } from '../geometry.ts';
import { rowAt, rowHeights, type Row } from '../rows.ts';

/** Returns the max number of rendered rows. */
export const maxRows = (heightPx: number): number => Math.ceil(heightPx / rowHeights.sound) + 2;

/** Returns the visible rows, and one beyond each edge. */
export const visibleRows = (rows: readonly Row[], scrollPx: number, heightPx: number): readonly Row[] =>
  rows.slice(Math.max(0, rowAt(rows, scrollPx) - 1), rowAt(rows, scrollPx + heightPx) + 2);

/** Returns the clips of a track to render: those within the range, and those that `named` selects everywhere. */
export function visibleClips(
  track: Track,
  { fromSeconds, toSeconds }: TimeRange,
  named: (id: string) => boolean,
): readonly Item[] {
  return getClips(track).filter(
    (item) => (item.startSeconds < toSeconds && getEnd(item) > fromSeconds) || named(item.id),
  );
}
