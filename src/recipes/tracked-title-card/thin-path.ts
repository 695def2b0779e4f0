import type { TrackPoint } from '#core/analysis/track.ts';

/** The maximum number of points of a path that is kept complete. */
const maxPoints = 6000;

/**
 * Removes points of a path while straight lines between the others stay within a pixel of it, or within more if there are still too
 * many. At a change of state, both points are kept. Short paths are unchanged.
 */
export function thinPath(path: readonly TrackPoint[], most = maxPoints): TrackPoint[] {
  let kept = [...path];
  for (let tolerancePx = 0.5; kept.length > most && tolerancePx < 1e5; tolerancePx *= 2) {
    kept = reduce(path, tolerancePx);
  }
  return kept;
}

function reduce(path: readonly TrackPoint[], tolerancePx: number): TrackPoint[] {
  const kept: TrackPoint[] = [];
  let from = 0;
  path.forEach((point, at) => {
    const [before, after] = [path[at - 1], path[at + 1]];
    const isEdge = !before || !after || before.state !== point.state || after.state !== point.state;
    if (isEdge || !isStraight(path, from, at + 1, tolerancePx)) {
      kept.push(point);
      from = at;
    }
  });
  return kept;
}

/** The maximum number of removed points between two kept ones, which limits the run time. */
const longestRun = 600;

/** Whether the points between two are near the line from one to the other. */
function isStraight(path: readonly TrackPoint[], from: number, to: number, tolerancePx: number): boolean {
  const [start, end] = [path[from], path[to]];
  if (!start || !end || to - from > longestRun) {
    return false;
  }
  const seconds = Math.max(1e-9, end.atSeconds - start.atSeconds);
  for (let at = from + 1; at < to; at++) {
    const point = path[at];
    const share = point ? (point.atSeconds - start.atSeconds) / seconds : 0;
    const isOff = (name: 'x' | 'y' | 'width' | 'height'): boolean =>
      point !== undefined && Math.abs(start[name] + (end[name] - start[name]) * share - point[name]) > tolerancePx;
    if (isOff('x') || isOff('y') || isOff('width') || isOff('height')) {
      return false;
    }
  }
  return true;
}
