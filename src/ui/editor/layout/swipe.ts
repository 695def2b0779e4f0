/** A position of a finger that drags a sheet: pixels below its start, and milliseconds. */
export type Drawn = { readonly byPx: number; readonly atMs: number };

/** Returns the path of a finger that touched down just now. */
export const wayFrom = (atMs: number): Drawn[] => [{ byPx: 0, atMs }];

/** The share of its height beyond which a dragged sheet closes. */
const enough = 0.35;
/** The min speed of a flick in pixels per millisecond, and its min distance in pixels. */
const flickSpeed = 0.5;
const flickPx = 24;
/** The time in milliseconds over which the speed is measured, so that a pause before letting go cancels a flick. */
const momentMs = 80;

/** Returns whether a sheet closes that was dragged along these points and released at `nowMs`. */
export function isDrawnAway(way: readonly Drawn[], nowMs: number, heightPx: number): boolean {
  const last = way.at(-1);
  if (!last || last.byPx <= 0) {
    return false;
  }
  const before = way.findLast(({ atMs }) => atMs <= nowMs - momentMs) ?? way[0] ?? last;
  const speed = (last.byPx - before.byPx) / Math.max(1, nowMs - before.atMs);
  return speed >= 0 && (last.byPx > enough * heightPx || (last.byPx > flickPx && speed > flickSpeed));
}
