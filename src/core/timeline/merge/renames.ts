import type { Item, TimelineDocument } from '../document.ts';
import { isEqualButRounding } from '../edits/is-equal.ts';
import { uniqueId } from '../unique-id.ts';
import { groupBy } from './group-by.ts';
import { getHead } from './get-head.ts';

/** Ids of one document and their new ids, by kind. */
export type Renames = Readonly<Record<'items' | 'tracks' | 'markers' | 'groups', ReadonlyMap<string, string>>>;

/**
 * Finds new ids for additions of `mine` whose id `theirs` used for something else: both generated ids from the same document.
 */
export function findRenames(base: TimelineDocument, mine: TimelineDocument, theirs: TimelineDocument): Renames {
  const [known, here, there] = [indexDocument(base), indexDocument(mine), indexDocument(theirs)];
  const rename = (kind: keyof Renames): ReadonlyMap<string, string> =>
    new Map(
      [...here[kind]].flatMap(([id, value]) => {
        const isNewTwice = !known[kind].has(id) && there[kind].has(id);
        return isNewTwice && !isEqualButRounding(value, there[kind].get(id)) ? [[id, toOtherId(id)]] : [];
      }),
    );
  return { items: rename('items'), tracks: rename('tracks'), markers: rename('markers'), groups: rename('groups') };
}

/** True if no id changes. */
export const isEmpty = (renames: Renames): boolean => kinds.every((kind) => renames[kind].size === 0);

/** Replaces the ids in the whole document; items without a new id are shared with the old document. */
export function renameIds(document: TimelineDocument, renames: Renames): TimelineDocument {
  if (isEmpty(renames)) {
    return document;
  }
  const { tracks, markers } = document;
  return {
    ...document,
    tracks: tracks.map((track) => ({
      ...track,
      id: renames.tracks.get(track.id) ?? track.id,
      items: track.items.map((item) => renameInItem(item, renames)),
    })),
    markers: markers.map((marker) => ({ ...marker, id: renames.markers.get(marker.id) ?? marker.id })),
  };
}

const kinds = ['items', 'tracks', 'markers', 'groups'] as const;

/** The object of every id of a document, by kind. */
type Index = Readonly<Record<keyof Renames, ReadonlyMap<string, unknown>>>;

function indexDocument({ tracks, markers }: TimelineDocument): Index {
  const placed = tracks.flatMap(({ id: trackId, items }) => items.map((item) => ({ trackId, item })));
  const grouped = placed.filter(({ item }) => item.groupId !== undefined);
  const members = groupBy(grouped, ({ item }) => item.groupId ?? '');
  return {
    items: new Map(placed.map((one) => [one.item.id, one])),
    tracks: new Map(tracks.map((track) => [track.id, getHead(track)])),
    markers: new Map(markers.map((marker) => [marker.id, marker])),
    groups: new Map([...members].map(([id, those]) => [id, those.map(({ item }) => item.id).toSorted()])),
  };
}

/** Returns another id for another `clip-1`, with the same prefix as far as its length allows. */
const toOtherId = (id: string): string => uniqueId(id.replace(/-(?:\d+|[0-9a-z]{8})$/, '').slice(0, 100));

function renameInItem(item: Item, { items, tracks, groups }: Renames): Item {
  const { groupId } = item;
  const ducksUnder = 'ducksUnder' in item ? item.ducksUnder : undefined;
  if (!items.has(item.id) && !groups.has(groupId ?? '') && !tracks.has(ducksUnder ?? '')) {
    return item;
  }
  return {
    ...item,
    id: items.get(item.id) ?? item.id,
    ...(groupId !== undefined && { groupId: groups.get(groupId) ?? groupId }),
    ...(ducksUnder !== undefined && { ducksUnder: tracks.get(ducksUnder) ?? ducksUnder }),
  };
}
