import type { Item, Track } from '../document.ts';
import { isBefore, isEqualTime, isOnFrame, snapToFrame } from '../frames.ts';
import { endOf } from '../schedule.ts';
import { startAt } from './change.ts';

/** An item with the track and the time that it is to go to. */
type ToPlace = { readonly item: Item; readonly to: Track; readonly startSeconds: number };

/** Where an item on a track was to end, and where it ends. */
type End = { readonly asked: number; readonly placed: number };

/**
 * Puts items that are moved together onto frames. Where items lie beside the frames, as after a change of the canvas's rate, each
 * would be rounded by another part of a frame, and some would overlap: so one that follows another that is moved keeps its distance
 * to it, and one that is to touch what lies on the track does so.
 */
export function placeMoves(frameRate: number, moves: readonly ToPlace[]): Omit<ToPlace, 'startSeconds'>[] {
  const ends = new Map<Track, End>();
  const inTurn = moves.toSorted((one, other) => one.startSeconds - other.startSeconds);
  return inTurn.map((move) => {
    const { item, to, startSeconds } = move;
    const before = ends.get(to);
    const at = (before && placeBehind(before, startSeconds, frameRate)) ?? placeAlone(move, frameRate);
    const placed = startAt(item, at, frameRate);
    ends.set(to, { asked: startSeconds + item.durationSeconds, placed: endOf(placed) });
    return { item: placed, to };
  });
}

/**
 * At the distance to the end of the one before that was asked for; where that end is on a frame, on one that is not before it, as both may
 * have been rounded apart. Null where that end is a frame or more away.
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
    to.items.some((other) => [other.startSeconds, endOf(other)].some((edge) => isEqualTime(seconds, edge, frameRate)));
  const isKept =
    !isOnFrame(startSeconds, frameRate) &&
    (isTouching(startSeconds) || isTouching(startSeconds + item.durationSeconds));
  return isKept ? startSeconds : snapToFrame(startSeconds, frameRate);
}
