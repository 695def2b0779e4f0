import type { TimelineDocument, Track } from '#core/timeline/document.ts';
import { findNearest } from '#core/timeline/edits/insert-moves.ts';
import { getEnd } from '#core/timeline/schedule.ts';

/**
 * Returns the main track of a document: the visual track with the longest total of video and images, the lower one of two equal
 * ones. Null without video and images.
 */
export function findMainTrack({ tracks }: TimelineDocument): Track | null {
  const totals = tracks.map(({ kind, items }) =>
    items.reduce(
      (sum, { type, role, durationSeconds }) =>
        kind === 'visual' && (type === 'video' || type === 'picture') && role !== 'background'
          ? sum + durationSeconds
          : sum,
      0,
    ),
  );
  const most = Math.max(0, ...totals);
  return most > 0 ? (tracks[totals.indexOf(most)] ?? null) : null;
}

/** Returns the edit point of a track nearest to a time, or its start. Seconds. */
export const nearestCut = ({ items }: Pick<Track, 'items'>, seconds: number): number =>
  findNearest([0, ...items.flatMap((item) => [item.startSeconds, getEnd(item)])], seconds) ?? 0;
