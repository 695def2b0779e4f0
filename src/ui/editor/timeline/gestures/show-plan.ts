import { Failure } from '#core/lib/failure.ts';
import type { Item, TimelineDocument } from '#core/timeline/document.ts';
import { applyEdits, type Edit } from '#core/timeline/edit.ts';
import { getRows } from '../rows.ts';
import type { ShownGesture } from '../timeline-view.ts';
import { getMoves, type Move, type Plan } from './plan.ts';

/** Returns the preview of a plan: the result of its edits, or for a refused plan the position of the pointer. Inserted clips follow the pointer. */
export function showPlan(
  document: TimelineDocument,
  plan: Plan,
  heldIds: ReadonlySet<string>,
  isPhone: boolean,
): ShownGesture {
  const result = tryEdits(document, plan.edits);
  const moved =
    plan.copied || result instanceof Failure
      ? movedBy(document, plan.copied?.moves ?? plan.pointed ?? getMoves(plan.edits))
      : new Map([...placesIn(result), ...movedBy(document, plan.pointed ?? [])]);
  const items = new Map<string, Item>();
  for (const track of document.tracks) {
    for (const item of track.items) {
      const next = moved.get(item.id)?.item;
      if (next && next !== item) {
        items.set(item.id, next);
      }
    }
  }
  return {
    heldIds,
    items,
    ...getShifts(document, plan.edits, moved, isPhone),
    snapSeconds: plan.snapSeconds,
    says: plan.says ?? null,
    result: result instanceof Failure ? null : result,
    refusal: result instanceof Failure ? result.message : null,
    stays: plan.copied ? getKeptSeconds(document, heldIds, isPhone) : [],
    markers: result instanceof Failure ? new Map() : markersMoved(document, result),
  };
}

/** Returns the document after edits, or the reason of a refusal. */
function tryEdits(document: TimelineDocument, edits: readonly Edit[]): TimelineDocument | Failure {
  try {
    return applyEdits(document, edits);
  } catch (thrown) {
    if (thrown instanceof Failure) {
      return thrown;
    }
    throw thrown;
  }
}

function markersMoved(document: TimelineDocument, result: TimelineDocument): ReadonlyMap<string, number> {
  const before = new Map(document.markers.map(({ id, atSeconds }) => [id, atSeconds]));
  return new Map(
    result.markers.flatMap(({ id, atSeconds }) => (before.get(id) === atSeconds ? [] : [[id, atSeconds] as const])),
  );
}

type Places = ReadonlyMap<string, { readonly item: Item; readonly trackId: string }>;

const placesIn = ({ tracks }: TimelineDocument): Places =>
  new Map(tracks.flatMap(({ id: trackId, items }) => items.map((item) => [item.id, { item, trackId }] as const)));

/** Returns the places to which moves would take clips if nothing were in their way. */
function movedBy(document: TimelineDocument, moves: readonly Move[]): Places {
  const places = placesIn(document);
  return new Map(
    moves.flatMap(({ itemId, startSeconds, trackId }) => {
      const place = places.get(itemId);
      return place
        ? [[itemId, { item: { ...place.item, startSeconds }, trackId: trackId ?? place.trackId }] as const]
        : [];
    }),
  );
}

/** Returns the places of the clips whose copies are dragged. */
const getKeptSeconds = (
  document: TimelineDocument,
  heldIds: ReadonlySet<string>,
  isPhone: boolean,
): ShownGesture['stays'] =>
  getRows(document, isPhone).flatMap(({ track, topPx, heightPx }) =>
    track.items.flatMap((item) => (heldIds.has(item.id) ? [{ item, topPx, heightPx }] : [])),
  );

/** The overlap in pixels of a clip with the ruler, when it moves to a new track. */
const ontoRulerPx = 20;

/** Returns the offsets of clips from the rows in which they are rendered, and the position of a new row. */
function getShifts(
  document: TimelineDocument,
  edits: readonly Edit[],
  moved: Places,
  isPhone: boolean,
): Pick<ShownGesture, 'rowShifts' | 'newTrack'> {
  const added = edits.filter((edit) => edit.type === 'add-track');
  const before = getRows(document, isPhone);
  const withAdded = tryEdits(document, added);
  const after = getRows(withAdded instanceof Failure ? document : withAdded, isPhone);
  const getTop = new Map(after.map(({ track, topPx }) => [track.id, topPx]));
  // The visible rows stay in place: a new row above them overlaps the ruler.
  const lifted = getTop.get(before[0]?.track.id ?? '') ?? 0;
  const rowShifts = new Map<string, number>();
  for (const { track, topPx } of before) {
    for (const { id } of track.items) {
      const place = moved.get(id);
      const shift = place ? (getTop.get(place.trackId) ?? topPx) - lifted - topPx : 0;
      if (shift !== 0) {
        // The ruler is above the first row, and would hide most of the clip.
        rowShifts.set(id, Math.max(shift, -topPx - ontoRulerPx));
      }
    }
  }
  return { rowShifts, newTrack: added.length === 0 ? null : lifted > 0 ? 'above' : 'below' };
}
