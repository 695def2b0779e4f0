import type { TimelineDocument } from '#core/timeline/document.ts';
import { getEnd } from '#core/timeline/schedule.ts';

/** The snap targets of a gesture: times in ascending order. */
export type SnapTargets = readonly number[];

/** The snapping distance of edges, in pixels. */
export const snapPx = 8;

/**
 * Returns the times to which edges snap: the start of the canvas, the edges of items that do not move, the playhead and the
 * markers. Beats are markers.
 */
export function snapTargets(
  { tracks, markers }: TimelineDocument,
  { playheadSeconds, movedIds }: { readonly playheadSeconds: number | null; readonly movedIds: ReadonlySet<string> },
): SnapTargets {
  const edges = tracks.flatMap(({ items }) =>
    items.flatMap((item) => (movedIds.has(item.id) ? [] : [item.startSeconds, getEnd(item)])),
  );
  const times = [
    0,
    ...edges,
    ...markers.map(({ atSeconds }) => atSeconds),
    ...(playheadSeconds === null ? [] : [playheadSeconds]),
  ];
  return [...new Set(times)].toSorted((one, other) => one - other);
}

/** Returns the offset at which the nearest edge meets a target within `toleranceSeconds`; null without such a target. */
export function snap(
  edges: readonly number[],
  targets: SnapTargets,
  toleranceSeconds: number,
): { readonly bySeconds: number; readonly atSeconds: number } | null {
  let best: { bySeconds: number; atSeconds: number } | null = null;
  for (const edge of edges) {
    const atSeconds = nearest(targets, edge);
    const bySeconds = atSeconds - edge;
    if (Math.abs(bySeconds) <= toleranceSeconds && Math.abs(bySeconds) < Math.abs(best?.bySeconds ?? Infinity)) {
      best = { bySeconds, atSeconds };
    }
  }
  return best;
}

function nearest(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Infinity) < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const [before = -Infinity, after = Infinity] = [sorted[low - 1], sorted[low]];
  return value - before <= after - value ? before : after;
}

/**
 * Returns the time of the edit point before (-1) or after (1) a time; null if there is none. Edit points are the edges of items,
 * the markers and the start.
 */
export function nextEdit(targets: SnapTargets, seconds: number, step: -1 | 1): number | null {
  // Half of the shortest frame: a rounding difference of the playhead is not another time.
  const near = 1 / 500;
  const found =
    step === 1 ? targets.find((time) => time > seconds + near) : targets.findLast((time) => time < seconds - near);
  return found ?? null;
}
