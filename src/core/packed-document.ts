import type { Item, TimelineDocument, Track } from './timeline/document.ts';

/** An item that is sent for the first time, under a number; or the number of one that was sent with the document before. */
export type PackedItem = { readonly ref: number; readonly item?: Item };

/** A document as it is sent from one thread to another, without the items that are there already. */
export type PackedDocument = Omit<TimelineDocument, 'tracks'> & {
  readonly tracks: readonly (Omit<Track, 'items'> & { readonly items: readonly (Item | PackedItem)[] })[];
};

/**
 * Packs the documents that are sent one after the other: copying 500 items takes longer than a frame, and an edit changes few of
 * them. Items are the same where they are the same object, as edits leave them.
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

/** Unpacks each of the documents that a packer has packed, in their order. Items that were the same object are so again. */
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
    // A document that was not packed says nothing of what the packer has sent.
    known = now.size > 0 ? now : known;
    return { ...packed, tracks };
  };
}
