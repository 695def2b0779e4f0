import type { Item, TimelineDocument, Track } from '../timeline/document.ts';

/** An item that is sent for the first time, with a number; or the number of an item of the previous document. */
type PackedItem = { readonly ref: number; readonly item?: Item };

/** A document to send to another thread, without the items that the thread already has. */
export type PackedDocument = Omit<TimelineDocument, 'tracks'> & {
  readonly tracks: readonly (Omit<Track, 'items'> & { readonly items: readonly (Item | PackedItem)[] })[];
};

/**
 * Creates a function that packs consecutive documents: copying 500 items takes longer than a frame, and an edit changes few of
 * them. Items are compared by identity, because edits keep unchanged objects.
 */
export function createPacker(): (document: TimelineDocument) => PackedDocument {
  let sent = new Map<Item, number>();
  let last = 0;
  return (document) => {
    const now = new Map<Item, number>();
    const pack = (item: Item): PackedItem => {
      const known = sent.get(item);
      last += known === undefined ? 1 : 0;
      now.set(item, known ?? last);
      return known === undefined ? { ref: last, item } : { ref: known };
    };
    const tracks = document.tracks.map((track) => ({ ...track, items: track.items.map(pack) }));
    sent = now;
    return { ...document, tracks };
  };
}

/** Creates a function that unpacks the documents of a packer, in their order. Unchanged items remain the same objects. */
export function createUnpacker(): (packed: PackedDocument) => TimelineDocument {
  let known = new Map<number, Item>();
  return (packed) => {
    const now = new Map<number, Item>();
    const unpack = (one: Item | PackedItem): Item => {
      if (!('ref' in one)) {
        return one;
      }
      const item = one.item ?? known.get(one.ref);
      if (!item) {
        throw new TypeError(`Item ${one.ref} of a packed document was not sent before.`);
      }
      now.set(one.ref, item);
      return item;
    };
    const tracks = packed.tracks.map((track): Track => ({ ...track, items: track.items.map(unpack) }));
    // An unpacked document does not change the items that the packer knows as sent.
    known = now.size > 0 ? now : known;
    return { ...packed, tracks };
  };
}
