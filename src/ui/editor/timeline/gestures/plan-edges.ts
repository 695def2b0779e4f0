import type { Item, TimelineDocument } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isBefore, isSameTime, snapToFrame } from '#core/timeline/frames.ts';
import { endOf } from '#core/timeline/schedule.ts';
import { fadeWithin } from '../../fade-within.ts';
import { clipsOf, placedOf, withGroups, type Placed } from '../clips.ts';
import { toSpoken } from '../clip-words.ts';
import { snapWay, type Plan, type Snapping } from './plan.ts';

export type Edge = 'start' | 'end';

/** How an edge is dragged. `ripple` takes what is behind along, on all tracks where `isAll`; `roll` moves the cut of two clips. */
export type EdgeDrag = {
  readonly itemId: string;
  readonly edge: Edge;
  readonly bySeconds: number;
  readonly mode: 'trim' | 'ripple' | 'roll';
  readonly isAll: boolean;
};

/** How long the file of an asset is; undefined while that is not known. */
export type LengthOf = (assetId: string) => number | undefined;

/** Moves an edge of a clip, and the same edge of the others of its group, as far as there is material and room. */
export function planEdge(
  document: TimelineDocument,
  drag: EdgeDrag,
  snapping: Snapping,
  lengthOf: LengthOf,
): Plan | null {
  const [held] = placedOf(document, [drag.itemId]);
  if (!held) {
    return null;
  }
  const from = edgeOf(held.item, drag.edge);
  const together = drag.mode === 'roll' ? [held] : withSameEdge(document, held, drag.edge);
  const limits = together.map((placed) => limitsOf(document, placed, drag, lengthOf));
  // From between two frames there may be none that way.
  const least = Math.min(from, frameWithin(Math.max(...limits.map(([low]) => low)), 1, document));
  const most = Math.max(from, frameWithin(Math.min(...limits.map(([, high]) => high)), -1, document));
  const { bySeconds, snapSeconds } = snapWay([from], drag.bySeconds, snapping, document.frameRate);
  const atSeconds = Math.min(most, Math.max(least, from + bySeconds));
  return {
    edits: isSameTime(atSeconds, from, document.frameRate) ? [] : edgeEdits(together, drag, atSeconds),
    label: { trim: 'Trim clip', ripple: 'Ripple trim', roll: 'Roll the cut' }[drag.mode],
    snapSeconds: atSeconds === from + bySeconds ? snapSeconds : null,
  };
}

function edgeEdits(together: readonly Placed[], { edge, mode, isAll }: EdgeDrag, atSeconds: number): Edit[] {
  return together.map(({ item: { id: itemId } }, index): Edit => {
    if (mode === 'roll') {
      return { type: 'roll', itemId, atSeconds };
    }
    // Rippling all tracks once moves the others too.
    return mode === 'trim' || (isAll && index < together.length - 1)
      ? { type: 'trim', itemId, edge, atSeconds }
      : { type: 'ripple-trim', itemId, edge, atSeconds, tracks: isAll ? 'all' : 'this' };
  });
}

/** The clip, last, and those of its group whose edge is at the same time. */
function withSameEdge(document: TimelineDocument, held: Placed, edge: Edge): Placed[] {
  const others = placedOf(document, withGroups(document, [held.item.id])).filter(
    ({ item }) =>
      item.id !== held.item.id && isSameTime(edgeOf(item, edge), edgeOf(held.item, edge), document.frameRate),
  );
  return [...others, held];
}

/** Between which times an edge can be: there must be material, room, and a frame of the clip left. */
function limitsOf(
  { frameRate }: TimelineDocument,
  { track, item }: Placed,
  { edge, mode }: EdgeDrag,
  lengthOf: LengthOf,
): [number, number] {
  const clips = clipsOf(track);
  const index = clips.indexOf(item);
  const [before, after] = [clips[index - 1], clips[index + 1]];
  const frame = 1 / frameRate;
  if (mode === 'roll' && before) {
    const least = Math.max(before.startSeconds + frame, earliestOf(item));
    return [least, Math.min(endOf(item) - frame, latestOf(before, lengthOf))];
  }
  if (edge === 'start') {
    const room = mode === 'ripple' ? -Infinity : before ? endOf(before) : 0;
    return [Math.max(room, earliestOf(item)), endOf(item) - frame];
  }
  const room = mode === 'ripple' ? Infinity : (after?.startSeconds ?? Infinity);
  return [item.startSeconds + frame, Math.min(room, latestOf(item, lengthOf))];
}

/** The frame at a limit, on which an edge is put; the next one inwards where the limit is passed by it. */
function frameWithin(seconds: number, inwards: -1 | 1, { frameRate }: TimelineDocument): number {
  const frame = snapToFrame(seconds, frameRate);
  const isPassed = inwards === 1 ? isBefore(frame, seconds, frameRate) : isBefore(seconds, frame, frameRate);
  return isPassed ? frame + inwards / frameRate : frame;
}

const edgeOf = (item: Item, edge: Edge): number => (edge === 'start' ? item.startSeconds : endOf(item));

/** Where a clip would begin if all before it in its file were shown. */
const earliestOf = (item: Item): number =>
  'sourceStartSeconds' in item ? item.startSeconds - item.sourceStartSeconds / item.speed : -Infinity;

/** Where a clip would end if all behind it in its file were shown. */
function latestOf(item: Item, lengthOf: LengthOf): number {
  const length = 'sourceStartSeconds' in item ? lengthOf(item.assetId) : undefined;
  return length !== undefined && 'sourceStartSeconds' in item
    ? Math.max(endOf(item), item.startSeconds + (length - item.sourceStartSeconds) / item.speed)
    : Infinity;
}

/** Shows another part of the source in the same place: to the right is earlier. */
export function planSlip(
  document: TimelineDocument,
  { itemId, bySeconds }: { readonly itemId: string; readonly bySeconds: number },
  lengthOf: LengthOf,
): Plan | null {
  const [{ item } = { item: null }] = placedOf(document, [itemId]);
  if (!item || !('sourceStartSeconds' in item)) {
    return null;
  }
  const length = lengthOf(item.assetId);
  const most = length === undefined ? Infinity : Math.max(0, length - item.durationSeconds * item.speed);
  const frame = item.speed / document.frameRate;
  const wanted = item.sourceStartSeconds - Math.round((bySeconds * item.speed) / frame) * frame;
  const sourceStartSeconds = Math.min(most, Math.max(0, wanted));
  const edits: Edit[] = bySeconds === 0 ? [] : [{ type: 'slip', itemId, sourceStartSeconds }];
  return {
    edits,
    label: 'Slip clip',
    snapSeconds: null,
    says: `Begins at ${toSpoken(sourceStartSeconds)} of its file`,
  };
}

/** Makes a fade of a clip as long as a handle says; both fades fit into it. */
export function planFade(
  document: TimelineDocument,
  { itemId, edge, seconds }: { readonly itemId: string; readonly edge: Edge; readonly seconds: number },
): Plan | null {
  const [{ item } = { item: null }] = placedOf(document, [itemId]);
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

/** Sets the volume of a clip, as an amplitude; near 1 it is 1. */
export function planVolume(
  document: TimelineDocument,
  { itemId, volume }: { readonly itemId: string; readonly volume: number },
): Plan | null {
  const [{ item } = { item: null }] = placedOf(document, [itemId]);
  if (!item || !('volume' in item)) {
    return null;
  }
  const near = Math.abs(volume - 1) < 0.04 ? 1 : Math.round(Math.min(2, Math.max(0, volume)) * 100) / 100;
  const edits: Edit[] = item.volume === near ? [] : [{ type: 'set', itemId, properties: { volume: near } }];
  return { edits, label: 'Volume', snapSeconds: null, says: `Volume ${Math.round(near * 100)} %` };
}
