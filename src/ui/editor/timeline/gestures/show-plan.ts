import { Failure } from '#core/failure.ts';
import type { Item, TimelineDocument } from '#core/timeline/document.ts';
import { applyEdits, type Edit } from '#core/timeline/edit.ts';
import { rowsOf } from '../rows.ts';
import type { ShownGesture } from '../timeline-view.ts';
import { movesOf, type Move, type Plan } from './plan.ts';

/** How clips are shown while a plan is not done yet: as the edits would leave them, or, where they cannot, where the hand is. */
export function showPlan(
  document: TimelineDocument,
  plan: Plan,
  heldIds: ReadonlySet<string>,
  isPhone: boolean,
): ShownGesture {
  const result = tryEdits(document, plan.edits);
  const moved =
    plan.copied || result instanceof Failure
      ? movedBy(document, plan.copied?.moves ?? movesOf(plan.edits))
      : placesIn(result);
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
    ...shiftsOf(document, plan.edits, moved, isPhone),
    snapSeconds: plan.snapSeconds,
    says: plan.says ?? null,
    refusal: result instanceof Failure ? result.message : null,
    stays: plan.copied ? staysOf(document, heldIds, isPhone) : [],
    markers: result instanceof Failure ? new Map() : markersMoved(document, result),
  };
}

/** The document after edits, or why they cannot be done. */
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

/** Where moves would put clips if nothing were in their way. */
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

/** Where the clips are that a hand draws copies of. */
const staysOf = (document: TimelineDocument, heldIds: ReadonlySet<string>, isPhone: boolean): ShownGesture['stays'] =>
  rowsOf(document, isPhone).flatMap(({ track, topPx, heightPx }) =>
    track.items.flatMap((item) => (heldIds.has(item.id) ? [{ item, topPx, heightPx }] : [])),
  );

/** How far a clip that goes to a new track lies under the ruler. Pixels. */
const ontoRulerPx = 20;

/** How far clips are from the rows that they are rendered in, and where a new row would be. */
function shiftsOf(
  document: TimelineDocument,
  edits: readonly Edit[],
  moved: Places,
  isPhone: boolean,
): Pick<ShownGesture, 'rowShifts' | 'newTrack'> {
  const added = edits.filter((edit) => edit.type === 'add-track');
  const before = rowsOf(document, isPhone);
  const withAdded = tryEdits(document, added);
  const after = rowsOf(withAdded instanceof Failure ? document : withAdded, isPhone);
  const topOf = new Map(after.map(({ track, topPx }) => [track.id, topPx]));
  // The rows that are shown stay where they are: a new one above them lies over the ruler.
  const lifted = topOf.get(before[0]?.track.id ?? '') ?? 0;
  const rowShifts = new Map<string, number>();
  for (const { track, topPx } of before) {
    for (const { id } of track.items) {
      const place = moved.get(id);
      const shift = place ? (topOf.get(place.trackId) ?? topPx) - lifted - topPx : 0;
      if (shift !== 0) {
        // Above the first row is the ruler, under which most of the clip would not be seen.
        rowShifts.set(id, Math.max(shift, -topPx - ontoRulerPx));
      }
    }
  }
  return { rowShifts, newTrack: added.length === 0 ? null : lifted > 0 ? 'above' : 'below' };
}
