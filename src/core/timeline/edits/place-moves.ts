import type { Item, Track } from '../document.ts';
import { isBefore, isEqualTime, isOnFrame, snapToFrame } from '../frames.ts';
import { getEnd } from '../schedule.ts';
import { startAt } from './change.ts';

/** An item with its new track and start time. */
type ToPlace = { readonly item: Item; readonly to: Track; readonly startSeconds: number };

/** The requested and the actual end of an item on a track. */
type End = { readonly asked: number; readonly placed: number };

/**
 * Snaps items that are moved together to frames. After a change of the canvas's frame rate, items may be between frames: each
 * would be rounded differently, and some would overlap. Therefore an item that follows another moved item keeps its distance to
 * it, and an item that should touch another one on the track does so.
 */
export function placeMoves(frameRate: number, moves: readonly ToPlace[]): Omit<ToPlace, 'startSeconds'>[] {
  const ends = new Map<Track, End>();
  const inTurn = moves.toSorted((one, other) => one.startSeconds - other.startSeconds);
  return inTurn.map((move) => {
    const { item, to, startSeconds } = move;
    const before = ends.get(to);
    const at = (before && placeBehind(before, startSeconds, frameRate)) ?? placeAlone(move, frameRate);
    const placed = startAt(item, at, frameRate);
    ends.set(to, { asked: startSeconds + item.durationSeconds, placed: getEnd(placed) });
    return { item: placed, to };
  });
}

/**
 * Returns a start at the requested distance to the end of the previous item. If that end is on a frame, the start is not before it,
 * because both may have been rounded apart. Null if that end is a frame or more away.
 */
function placeBehind({ asked, placed }: End, startSeconds: number, frameRate: number): number | null {
  const gap = startSeconds - asked;
  if (isBefore(gap, 0, frameRate) || gap * frameRate >= 1) {
    return null;
  }
  return isOnFrame(placed, frameRate) ? Math.max(placed, snapToFrame(startSeconds, frameRate)) : placed + gap;
}

function placeAlone({ item, to, startSeconds }: ToPlace, frameRate: number): number {
  const isTouching = (seconds: number): boolean =>
    to.items.some((other) => [other.startSeconds, getEnd(other)].some((edge) => isEqualTime(seconds, edge, frameRate)));
  const isKept =
    !isOnFrame(startSeconds, frameRate) &&
    (isTouching(startSeconds) || isTouching(startSeconds + item.durationSeconds));
  return isKept ? startSeconds : snapToFrame(startSeconds, frameRate);
}
