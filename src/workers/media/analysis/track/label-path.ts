import type { TrackState } from '#core/analysis/track.ts';
import { mixPoses, type Pose } from './pose.ts';
import type { Sighting } from './sighting.ts';

/** The duration for which the motion of an invisible target is extrapolated. */
const carriedSeconds = 0.5;
/** The number of frames from which the speed is computed. */
const speedFrames = 5;

/** The position of the target in a frame. */
export type Labelled = { readonly pose: Pose; readonly state: TrackState; readonly confidence: number };

/**
 * Computes positions for the frames in which a target is not visible. A short gap is interpolated. In a longer one the target moves
 * on at a decreasing speed for half a second, and is then lost at its last position.
 */
export function labelPath(sightings: readonly Sighting[], times: readonly number[]): Labelled[] {
  const labels: (Labelled | undefined)[] = sightings.map(({ pose, isSeen, confidence }) =>
    isSeen ? { pose, state: 'tracked', confidence } : undefined,
  );
  for (let start = 0; start < labels.length; start++) {
    if (labels[start]) {
      continue;
    }
    let end = start;
    while (end < labels.length && !labels[end]) {
      end++;
    }
    const gap = { start, end, sightings, times };
    for (let at = start; at < end; at++) {
      labels[at] = { ...placeIn(gap, at), confidence: 0 };
    }
    start = end;
  }
  return labels.filter((label) => label !== undefined);
}

/** Frames from `start` to before `end`, in which the target is not visible. */
type Gap = {
  readonly start: number;
  readonly end: number;
  readonly sightings: readonly Sighting[];
  readonly times: readonly number[];
};

function placeIn(gap: Gap, at: number): Pick<Labelled, 'pose' | 'state'> {
  const { start, end, sightings, times } = gap;
  const [before, after] = [sightings[start - 1], sightings[end]];
  const time = getTime(times, at);
  if (before && after) {
    const [from, to] = [getTime(times, start - 1), getTime(times, end)];
    if (to - from <= carriedSeconds) {
      return { pose: mixPoses(before.pose, after.pose, (time - from) / (to - from)), state: 'carried' };
    }
  }
  // Before the first sighting, time runs backwards.
  const edge = before ? start - 1 : end;
  const last = before ?? after;
  if (!last) {
    return { pose: sightings[at]?.pose ?? { x: 0, y: 0, width: 1, height: 1, angle: 0 }, state: 'lost' };
  }
  const elapsed = Math.abs(time - getTime(times, edge));
  const { x, y } = speedAt(gap, edge, before ? -1 : 1);
  const way = wayAfter(Math.min(elapsed, carriedSeconds));
  return {
    pose: { ...last.pose, x: last.pose.x + x * way, y: last.pose.y + y * way },
    state: elapsed <= carriedSeconds ? 'carried' : 'lost',
  };
}

/** Returns the distance after this number of seconds at a speed that falls linearly from 1 to 0. */
const wayAfter = (seconds: number): number => seconds - (seconds * seconds) / (2 * carriedSeconds);

/** Returns the speed in pixels per second, away from the frames in which the target is visible; `step` leads into those. */
function speedAt({ sightings, times }: Gap, edge: number, step: number): { readonly x: number; readonly y: number } {
  let far = edge;
  while (Math.abs(far - edge) < speedFrames && sightings[far + step]?.isSeen) {
    far += step;
  }
  const [one, other] = [sightings[edge], sightings[far]];
  const seconds = Math.abs(getTime(times, edge) - getTime(times, far));
  return one && other && seconds > 0
    ? { x: (one.pose.x - other.pose.x) / seconds, y: (one.pose.y - other.pose.y) / seconds }
    : { x: 0, y: 0 };
}

const getTime = (times: readonly number[], at: number): number => times[at] ?? 0;
