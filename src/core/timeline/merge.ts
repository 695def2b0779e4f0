import { checkRules } from './check.ts';
import type { Item, TimelineDocument, Track } from './document.ts';
import { groupBy } from './merge/group-by.ts';
import { getHead, type TrackHead } from './merge/get-head.ts';
import { inOrder, mergeOrder } from './merge/order.ts';
import { findRenames, renameIds, type Renames } from './merge/renames.ts';
import { isEqual, mergeEntries, mergeFields } from './merge/three-way.ts';
import { animatedNames } from './properties.ts';

/** A conflict between two changes of the same document. */
export type MergeConflict = {
  readonly kind: 'canvas' | 'track' | 'item' | 'marker';
  /** The id of the track, item or marker; empty for the canvas itself. */
  readonly id: string;
  /** The field that both changed; null if one removed what the other needs, or if both together violate `rule`. */
  readonly field: string | null;
  /** The rule of documents that both changes together violate, as a part of a sentence. */
  readonly rule: string | null;
};

/** Both changes in one document, or their conflicts. `renames` are ids of mine that theirs used for something else. */
export type Merge =
  | { readonly isMerged: true; readonly document: TimelineDocument; readonly renames: Renames }
  | { readonly isMerged: false; readonly conflicts: readonly [MergeConflict, ...MergeConflict[]] };

/**
 * Merges two documents that were both derived from `base`, field by field, for the canvas, tracks, items and markers. The result is
 * valid if both are. To undo a single step, pass its result as `base` and the document before it as `mine`.
 */
export function mergeDocuments(base: TimelineDocument, mine: TimelineDocument, theirs: TimelineDocument): Merge {
  const renames = findRenames(base, mine, theirs);
  const here = renameIds(mine, renames);
  if (isEqual(here, base) || isEqual(here, theirs)) {
    return { isMerged: true, document: theirs, renames };
  }
  if (isEqual(theirs, base)) {
    return { isMerged: true, document: here, renames };
  }
  const { document, conflicts } = mergeParts({ base, mine: here, theirs });
  // With conflicts, the rules of documents are not checked.
  const [first, ...more] = conflicts.length > 0 ? conflicts : findBrokenRules(document);
  return first ? { isMerged: false, conflicts: [first, ...more] } : { isMerged: true, document, renames };
}

type Three<T> = { readonly base: T; readonly mine: T; readonly theirs: T };

const ofThree = <T, R>({ base, mine, theirs }: Three<T>, pick: (one: T) => R): Three<R> => ({
  base: pick(base),
  mine: pick(mine),
  theirs: pick(theirs),
});

function mergeParts(all: Three<TimelineDocument>): { document: TimelineDocument; conflicts: MergeConflict[] } {
  const conflicts: MergeConflict[] = [];
  const note = (kind: MergeConflict['kind'], id: string, field: string | null): void =>
    void conflicts.push({ kind, id, field, rule: null });
  const merged = <T extends { readonly id: string }>(kind: MergeConflict['kind'], lists: Three<readonly T[]>): T[] =>
    mergeEntries(lists.base, lists.mine, lists.theirs, (id, field) => note(kind, id, field));

  const canvas = ofThree(all, (document) => {
    const { tracks: _, markers: __, ...fields } = document;
    return fields;
  });
  const fields = mergeFields(canvas.base, canvas.mine, canvas.theirs, (field) => note('canvas', '', field));

  const markers = ofThree(all, (document) => document.markers);
  const order = mergeOrder(markers.base, markers.mine, markers.theirs) ?? markers.mine.map(({ id }) => id);

  const heads = merged(
    'track',
    ofThree(all, ({ tracks }) => tracks.map(getHead)),
  );
  const placed = merged('item', ofThree(all, listPlaced));
  for (const { id, trackId } of placed.filter((item) => !heads.some((head) => head.id === item.trackId))) {
    note('track', trackId || id, null);
  }
  findShiftedContent(all).forEach((id) => note('item', id, 'startSeconds'));
  const tracks = mergeOrder(all.base.tracks, all.mine.tracks, all.theirs.tracks);
  if (!tracks) {
    note('canvas', '', 'tracks');
  }
  return {
    document: {
      ...fields,
      tracks: inOrder(fillTracks(heads, placed, all), tracks ?? []),
      markers: inOrder(merged('marker', markers), order),
    },
    conflicts,
  };
}

/** An item with its track as one of its fields. */
type Placed = Item & { readonly trackId: string };

const listPlaced = ({ tracks }: TimelineDocument): Placed[] =>
  tracks.flatMap(({ id: trackId, items }) => items.map((item) => ({ ...item, trackId })));

/** Builds tracks with their items in order of time. A track that equals that of one side is the same object. */
function fillTracks(
  heads: readonly TrackHead[],
  placed: readonly Placed[],
  { mine, theirs }: Three<TimelineDocument>,
): Track[] {
  const byTrack = groupBy(placed, ({ trackId }) => trackId);
  const known = new Map(
    [...theirs.tracks, ...mine.tracks].flatMap(({ items }) => items.map((item) => [item.id, item])),
  );
  const share = (one: Placed): Item => {
    const { trackId: _, ...item } = one;
    const same = known.get(item.id);
    return same && isEqual(same, item) ? same : item;
  };
  return heads.map((head) => {
    const items = (byTrack.get(head.id) ?? [])
      .map(share)
      .toSorted((one, other) => one.startSeconds - other.startSeconds);
    const track = { ...head, items };
    return [...theirs.tracks, ...mine.tracks].find((one) => one.id === head.id && isEqual(one, track)) ?? track;
  });
}

/**
 * Finds items of which one side moved the start within the content, which shifts all times in the content, while the other side
 * changed the content.
 */
function findShiftedContent(all: Three<TimelineDocument>): string[] {
  const items = ofThree(
    all,
    ({ tracks }) => new Map(tracks.flatMap((track) => track.items.map((item) => [item.id, item]))),
  );
  return [...items.base].flatMap(([id, base]) => {
    const [mine, theirs] = [items.mine.get(id), items.theirs.get(id)];
    const isClash =
      mine &&
      theirs &&
      ((isShifted(base, mine) && isRetimed(base, theirs)) || (isShifted(base, theirs) && isRetimed(base, mine)));
    return isClash ? [id] : [];
  });
}

const isShifted = (before: Item, after: Item): boolean =>
  !isEqual(before.startSeconds, after.startSeconds) && !isEqual(before.durationSeconds, after.durationSeconds);

const contentFields = new Set<string>([...animatedNames, 'sourceStartSeconds', 'speed', 'messages']);

/** Whether times within the content of the item differ. */
function isRetimed(before: Item, after: Item): boolean {
  const [was, is] = [before, after].map((item) => Object.entries(item).filter(([name]) => contentFields.has(name)));
  const isTimed = ([name, value]: [string, unknown]): boolean =>
    typeof value === 'object' || name === 'sourceStartSeconds' || name === 'speed';
  return !isEqual(Object.fromEntries(was?.filter(isTimed) ?? []), Object.fromEntries(is?.filter(isTimed) ?? []));
}

/** Returns the rules that the merged parts violate together, each with its object. */
const findBrokenRules = (document: TimelineDocument): MergeConflict[] =>
  checkRules(document).map(({ path, message }) => ({ ...findPlace(document, path), field: null, rule: message }));

function findPlace({ tracks, markers }: TimelineDocument, path: string): Pick<MergeConflict, 'kind' | 'id'> {
  const [list, index, , place] = path.split('.');
  if (list === 'markers' && index !== undefined) {
    return { kind: 'marker', id: markers[Number(index)]?.id ?? '' };
  }
  const track = index === undefined ? undefined : tracks[Number(index)];
  const item = place === undefined ? undefined : track?.items[Number(place)];
  if (item) {
    return { kind: 'item', id: item.id };
  }
  return track ? { kind: 'track', id: track.id } : { kind: 'canvas', id: '' };
}
