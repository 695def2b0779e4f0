import type { TimelineDocument, Track } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import { findPlaced, type Placed } from '../clips.ts';
import { newTracks } from '../new-tracks.ts';
import { getRows } from '../rows.ts';
import { clipsInWords, getMoves, snapWay, type Plan, type Snapping } from './plan.ts';

/**
 * The drag of clips: the clip under the pointer determines the snapping, and the number of tracks by which all move up or down.
 */
export type Drag = {
  readonly ids: readonly string[];
  readonly heldId: string;
  readonly bySeconds: number;
  /** The index of the row under the pointer, as returned by `rowAt`; null keeps the tracks. */
  readonly overRow: number | null;
  /**
   * Returns the ids of added tracks: the same ones during a gesture, so that its plan stays the same while the pointer rests.
   */
  readonly toTrackId?: (index: number) => string;
};

/** Moves clips in time and across tracks; tracks are added for clips that move beyond the first or last of their kind. */
export function planMove(document: TimelineDocument, drag: Drag, snapping: Snapping): Plan | null {
  const placed = findPlaced(document, drag.ids);
  const held = placed.find(({ item }) => item.id === drag.heldId);
  if (!held) {
    return null;
  }
  const others = placed.filter((one) => one !== held);
  const edges = [held, ...others].flatMap(({ item }) => [item.startSeconds, getEnd(item)]);
  const snapped = snapWay(edges, drag.bySeconds, snapping, document.frameRate);
  const earliest = Math.min(...placed.map(({ item }) => item.startSeconds));
  const isStopped = earliest + snapped.bySeconds < 0;
  const bySeconds = isStopped ? -earliest : snapped.bySeconds;
  const { added, getTrackId } = shiftTracks(document, placed, held, drag);
  const moves = placed.map(({ track, item }) => {
    const trackId = getTrackId(track);
    const startSeconds = Math.max(0, item.startSeconds + bySeconds);
    return { itemId: item.id, startSeconds, ...(trackId !== track.id && { trackId }) };
  });
  return {
    edits: [...added, { type: 'move-items', moves }],
    label: `Move ${clipsInWords(placed.length)}`,
    snapSeconds: isStopped ? null : snapped.snapSeconds,
  };
}

/** Returns whether a move changes nothing. */
export function isNoMove(document: TimelineDocument, { edits }: Plan): boolean {
  const moves = getMoves(edits);
  const placed = findPlaced(
    document,
    moves.map(({ itemId }) => itemId),
  );
  const starts = new Map(placed.map(({ item }) => [item.id, item.startSeconds]));
  return moves.every(
    ({ itemId, startSeconds, trackId }) => trackId === undefined && starts.get(itemId) === startSeconds,
  );
}

type Shift = { readonly added: readonly Edit[]; readonly getTrackId: (track: Track) => string };

/** Returns the target tracks of clips when the dragged one moves to a row; clips of the other kind stay on theirs. */
function shiftTracks(
  document: TimelineDocument,
  placed: readonly Placed[],
  held: Placed,
  { overRow, toTrackId }: Drag,
): Shift {
  const { kind } = held.track;
  const shown = getRows(document).map(({ track }) => track);
  const tracks = shown.filter((track) => track.kind === kind);
  const by = overRow === null ? 0 : indexOfKind(shown, kind, overRow) - tracks.indexOf(held.track);
  const moved = placed.filter(({ track }) => track.kind === kind).map(({ track }) => tracks.indexOf(track) + by);
  const above = Math.max(0, -Math.min(...moved));
  const below = Math.max(0, Math.max(...moved) - tracks.length + 1);
  const { edits, ids } = newTracks(document, kind, { above, below }, toTrackId);
  const order = [...ids.slice(0, above), ...tracks.map(({ id }) => id), ...ids.slice(above)];
  return {
    added: edits,
    getTrackId: (track) => (track.kind === kind ? (order[tracks.indexOf(track) + by + above] ?? track.id) : track.id),
  };
}

/** Returns the index of a row among the tracks of a kind: -1 or their count is a new track beyond them. */
function indexOfKind(shown: readonly Track[], kind: Track['kind'], row: number): number {
  const first = shown.findIndex((track) => track.kind === kind);
  const last = shown.findLastIndex((track) => track.kind === kind);
  // Visual tracks stay above audio tracks, so the new track is the first or last one of its kind.
  const least = row < 0 ? first - 1 : first;
  const most = row >= shown.length ? last + 1 : last;
  return Math.min(most, Math.max(least, row)) - first;
}
