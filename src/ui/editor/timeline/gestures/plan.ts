import type { Edit } from '#core/timeline/edit.ts';
import { snapToFrame } from '#core/timeline/frames.ts';
import { snap, type SnapTargets } from '../snapping.ts';

/** What a gesture would do if it ended here: one step of the history. */
export type Plan = {
  readonly edits: readonly Edit[];
  /** As the history calls it: "Move clip". */
  readonly label: string;
  /** The time that an edge was drawn to, for the line that shows it; null where there is none. */
  readonly snapSeconds: number | null;
  /** What the clip in the hand is to say where it does not show that itself: `Fade in 0.9 s`. */
  readonly says?: string;
  /** Of a plan that puts copies: the moves that the hand makes, and what is copied to which new id. */
  readonly copied?: {
    readonly moves: readonly Move[];
    readonly ids: readonly { readonly fromId: string; readonly itemId: string }[];
  };
};

/** Where a move puts an item; without a track it stays on its own. */
export type Move = Extract<Edit, { type: 'move-items' }>['moves'][number];

/** The moves of a plan. */
export const movesOf = (edits: readonly Edit[]): Move[] =>
  edits.flatMap((edit) => (edit.type === 'move-items' ? edit.moves : []));

/** What edges are drawn to: `toleranceSeconds` is 0 while snapping is off. */
export type Snapping = { readonly targets: SnapTargets; readonly toleranceSeconds: number };

/** A way in seconds on which the edges meet a target, or else the first of them a frame. */
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

/** `clip` or `3 clips`. */
export const clipsInWords = (count: number): string => (count === 1 ? 'clip' : `${count} clips`);
