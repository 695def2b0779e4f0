import type { Item, TimelineDocument } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isBefore, isSameTime, snapToFrame } from '#core/timeline/frames.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import { fadeWithin } from '../../fade-within.ts';
import { getClips, findPlaced, withGroups, type Placed } from '../clips.ts';
import { toSpoken } from '../clip-words.ts';
import { snapWay, type Plan, type Snapping } from './plan.ts';

export type Edge = 'start' | 'end';

/** The drag of an edge. A `ripple` moves later clips along; `roll` moves the cut between two clips. */
export type EdgeDrag = {
  readonly itemId: string;
  readonly edge: Edge;
  readonly bySeconds: number;
  readonly mode: 'trim' | 'ripple' | 'roll';
  /** The clips that a ripple moves along: those of the track, these with their connected clips, or those of all tracks. */
  readonly ripple: 'this' | 'connected' | 'all';
};

/** Returns the duration of an asset's file; undefined if it is unknown. */
export type LengthOf = (assetId: string) => number | undefined;

/** Moves an edge of a clip, and the same edge of the others of its group, as far as material and space allow. */
export function planEdge(
  document: TimelineDocument,
  drag: EdgeDrag,
  snapping: Snapping,
  getAssetDuration: LengthOf,
): Plan | null {
  const [held] = findPlaced(document, [drag.itemId]);
  if (!held) {
    return null;
  }
  const from = getEdge(held.item, drag.edge);
  const together = drag.mode === 'roll' ? [held] : withSameEdge(document, held, drag.edge);
  const limits = together.map((placed) => getLimits(document, placed, drag, getAssetDuration));
  // From a time between two frames there may be no frame in that direction.
  const least = Math.min(from, frameWithin(Math.max(...limits.map(([low]) => low)), 1, document));
  const most = Math.max(from, frameWithin(Math.min(...limits.map(([, high]) => high)), -1, document));
  const { bySeconds, snapSeconds } = snapWay([from], drag.bySeconds, snapping, document.frameRate);
  const atSeconds = Math.min(most, Math.max(least, from + bySeconds));
  return {
    edits: isSameTime(atSeconds, from, document.frameRate) ? [] : edgeEdits(together, drag, atSeconds),
    label: { trim: 'Trim clip', ripple: 'Ripple trim', roll: 'Roll cut' }[drag.mode],
    snapSeconds: atSeconds === from + bySeconds ? snapSeconds : null,
  };
}

function edgeEdits(together: readonly Placed[], { edge, mode, ripple }: EdgeDrag, atSeconds: number): Edit[] {
  // The ripple of connected clips also trims the others.
  const trimmed = mode === 'ripple' && ripple === 'connected' ? together.slice(-1) : together;
  return trimmed.map(({ item: { id: itemId } }, index): Edit => {
    if (mode === 'roll') {
      return { type: 'roll', itemId, atSeconds };
    }
    // Rippling all tracks once also moves the others.
    return mode === 'trim' || (ripple === 'all' && index < together.length - 1)
      ? { type: 'trim', itemId, edge, atSeconds }
      : { type: 'ripple-trim', itemId, edge, atSeconds, tracks: ripple };
  });
}

/** Returns the clips of its group whose edges are at the same time, and the clip itself as the last one. */
function withSameEdge(document: TimelineDocument, held: Placed, edge: Edge): Placed[] {
  const others = findPlaced(document, withGroups(document, [held.item.id])).filter(
    ({ item }) =>
      item.id !== held.item.id && isSameTime(getEdge(item, edge), getEdge(held.item, edge), document.frameRate),
  );
  return [...others, held];
}

/** Returns the min and max time of an edge: there must be material, space, and one remaining frame of the clip. */
function getLimits(
  { frameRate }: TimelineDocument,
  { track, item }: Placed,
  { edge, mode }: EdgeDrag,
  getAssetDuration: LengthOf,
): [number, number] {
  const clips = getClips(track);
  const index = clips.indexOf(item);
  const [before, after] = [clips[index - 1], clips[index + 1]];
  const frame = 1 / frameRate;
  if (mode === 'roll' && before) {
    const least = Math.max(before.startSeconds + frame, getEarliestStart(item));
    return [least, Math.min(getEnd(item) - frame, getLatestEnd(before, getAssetDuration))];
  }
  if (edge === 'start') {
    const room = mode === 'ripple' ? -Infinity : before ? getEnd(before) : 0;
    return [Math.max(room, getEarliestStart(item)), getEnd(item) - frame];
  }
  const room = mode === 'ripple' ? Infinity : (after?.startSeconds ?? Infinity);
  return [item.startSeconds + frame, Math.min(room, getLatestEnd(item, getAssetDuration))];
}

/** Returns the frame at a limit for an edge; the next frame inwards if it would exceed the limit. */
function frameWithin(seconds: number, inwards: -1 | 1, { frameRate }: TimelineDocument): number {
  const frame = snapToFrame(seconds, frameRate);
  const isPassed = inwards === 1 ? isBefore(frame, seconds, frameRate) : isBefore(seconds, frame, frameRate);
  return isPassed ? frame + inwards / frameRate : frame;
}

const getEdge = (item: Item, edge: Edge): number => (edge === 'start' ? item.startSeconds : getEnd(item));

/** Returns the start of a clip if it showed all earlier material of its file. */
const getEarliestStart = (item: Item): number =>
  'sourceStartSeconds' in item ? item.startSeconds - item.sourceStartSeconds / item.speed : -Infinity;

/** Returns the end of a clip if it showed all later material of its file. */
function getLatestEnd(item: Item, getAssetDuration: LengthOf): number {
  const length = 'sourceStartSeconds' in item ? getAssetDuration(item.assetId) : undefined;
  return length !== undefined && 'sourceStartSeconds' in item
    ? Math.max(getEnd(item), item.startSeconds + (length - item.sourceStartSeconds) / item.speed)
    : Infinity;
}

/** Shows another part of the source in the same place: dragging to the right shows an earlier part. */
export function planSlip(
  document: TimelineDocument,
  { itemId, bySeconds }: { readonly itemId: string; readonly bySeconds: number },
  getAssetDuration: LengthOf,
): Plan | null {
  const [{ item } = { item: null }] = findPlaced(document, [itemId]);
  if (!item || !('sourceStartSeconds' in item)) {
    return null;
  }
  const length = getAssetDuration(item.assetId);
  const most = length === undefined ? Infinity : Math.max(0, length - item.durationSeconds * item.speed);
  const frame = item.speed / document.frameRate;
  const wanted = item.sourceStartSeconds - Math.round((bySeconds * item.speed) / frame) * frame;
  const sourceStartSeconds = Math.min(most, Math.max(0, wanted));
  const edits: Edit[] = bySeconds === 0 ? [] : [{ type: 'slip', itemId, sourceStartSeconds }];
  return {
    edits,
    label: 'Slip clip',
    snapSeconds: null,
    says: `Source in ${toSpoken(sourceStartSeconds)}`,
  };
}

/** Sets the duration of a fade from its handle; both fades fit into the clip. */
export function planFade(
  document: TimelineDocument,
  { itemId, edge, seconds }: { readonly itemId: string; readonly edge: Edge; readonly seconds: number },
): Plan | null {
  const [{ item } = { item: null }] = findPlaced(document, [itemId]);
  if (!item) {
    return null;
  }
  const [name, other] =
    edge === 'start'
      ? (['fadeInSeconds', item.fadeOutSeconds] as const)
      : (['fadeOutSeconds', item.fadeInSeconds] as const);
  const frames = Math.round(seconds * document.frameRate) / document.frameRate;
  const length = fadeWithin(item, other, frames);
  const edits: Edit[] = item[name] === length ? [] : [{ type: 'set', itemId, properties: { [name]: length } }];
  const label = edge === 'start' ? 'Fade in' : 'Fade out';
  return { edits, label, snapSeconds: null, says: `${label} ${toSpoken(length)}` };
}

/** Sets the volume of a clip, as an amplitude; values near 1 snap to 1. */
export function planVolume(
  document: TimelineDocument,
  { itemId, volume }: { readonly itemId: string; readonly volume: number },
): Plan | null {
  const [{ item } = { item: null }] = findPlaced(document, [itemId]);
  if (!item || !('volume' in item)) {
    return null;
  }
  const near = Math.abs(volume - 1) < 0.04 ? 1 : Math.round(Math.min(2, Math.max(0, volume)) * 100) / 100;
  const edits: Edit[] = item.volume === near ? [] : [{ type: 'set', itemId, properties: { volume: near } }];
  return { edits, label: 'Volume', snapSeconds: null, says: `Volume ${Math.round(near * 100)} %` };
}
