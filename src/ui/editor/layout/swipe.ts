/** A finger that draws a sheet down: how far it is, and when. Pixels below where it began, and milliseconds. */
export type Drawn = { readonly byPx: number; readonly atMs: number };

/** The way of a finger that was put down just now. */
export const wayFrom = (atMs: number): Drawn[] => [{ byPx: 0, atMs }];

/** Drawn further than this share of its height, a sheet goes. */
const enough = 0.35;
/** A flick is at least this fast, in pixels a millisecond, and goes this far. */
const flickSpeed = 0.5;
const flickPx = 24;
/** The speed is that of the last moment: who stops before letting go has thought better of it. Milliseconds. */
const momentMs = 80;

/** Whether a sheet that was drawn down along these points, and let go at `nowMs`, is to be closed. */
export function isDrawnAway(way: readonly Drawn[], nowMs: number, heightPx: number): boolean {
  const last = way.at(-1);
  if (!last || last.byPx <= 0) {
    return false;
  }
  const before = way.findLast(({ atMs }) => atMs <= nowMs - momentMs) ?? way[0] ?? last;
  const speed = (last.byPx - before.byPx) / Math.max(1, nowMs - before.atMs);
  return speed >= 0 && (last.byPx > enough * heightPx || (last.byPx > flickPx && speed > flickSpeed));
}
