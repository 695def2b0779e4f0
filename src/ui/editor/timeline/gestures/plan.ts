import type { Edit } from '#core/timeline/edit.ts';
import { snapToFrame } from '#core/timeline/frames.ts';
import { snap, type SnapTargets } from '../snapping.ts';

/** The result of a gesture if it ended now: one step of the history. */
export type Plan = {
  readonly edits: readonly Edit[];
  /** The label in the history: "Move clip". */
  readonly label: string;
  /** The time to which an edge snapped, for the line that shows it; null without snapping. */
  readonly snapSeconds: number | null;
  /** The readout on the dragged clip for values that it does not show itself: `Fade in 0.9 s`. */
  readonly says?: string;
  /** Set by a plan that inserts clips elsewhere than at the pointer: the moves of the pointer, which the dragged clips follow. */
  readonly pointed?: readonly Move[];
  /** Set by a plan that adds copies: the moves of the pointer, and the ids of the copies. */
  readonly copied?: { readonly moves: readonly Move[]; readonly ids: readonly string[] };
};

/** The target of a moved item; without a track it stays on its own. */
export type Move = Extract<Edit, { type: 'move-items' }>['moves'][number];

/** Returns the moves of a plan. */
export const getMoves = (edits: readonly Edit[]): Move[] =>
  edits.flatMap((edit) => (edit.type === 'move-items' ? edit.moves : []));

/** The targets to which edges snap: `toleranceSeconds` is 0 while snapping is off. */
export type Snapping = { readonly targets: SnapTargets; readonly toleranceSeconds: number };

/** Returns an offset in seconds at which an edge meets a target, or else at which the first edge is on a frame. */
export function snapWay(
  edges: readonly number[],
  bySeconds: number,
  { targets, toleranceSeconds }: Snapping,
  frameRate: number,
): { readonly bySeconds: number; readonly snapSeconds: number | null } {
  const near =
    toleranceSeconds > 0
      ? snap(
          edges.map((edge) => edge + bySeconds),
          targets,
          toleranceSeconds,
        )
      : null;
  if (near) {
    return { bySeconds: bySeconds + near.bySeconds, snapSeconds: near.atSeconds };
  }
  const [first = 0] = edges;
  return { bySeconds: snapToFrame(first + bySeconds, frameRate) - first, snapSeconds: null };
}

/** Formats a number of clips: `clip` or `3 clips`. */
export const clipsInWords = (count: number): string => (count === 1 ? 'clip' : `${count} clips`);
