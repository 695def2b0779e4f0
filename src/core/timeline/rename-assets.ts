import type { Item, TimelineDocument } from './document.ts';

/** Replaces the asset ids of a document; ids that are not in `ids` are unchanged. */
export const renameAssets = (document: TimelineDocument, ids: ReadonlyMap<string, string>): TimelineDocument => ({
  ...document,
  tracks: document.tracks.map((track) => ({
    ...track,
    items: track.items.map((item) => renameInItem(item, (id) => ids.get(id) ?? id)),
  })),
});

function renameInItem(item: Item, rename: (id: string) => string): Item {
  switch (item.type) {
    case 'video': {
      const { assetId, proxyAssetId } = item;
      return {
        ...item,
        assetId: rename(assetId),
        ...(proxyAssetId !== undefined && { proxyAssetId: rename(proxyAssetId) }),
      };
    }
    case 'picture':
    case 'sound':
      return { ...item, assetId: rename(item.assetId) };
    case 'bubbles':
      return {
        ...item,
        messages: item.messages.map((message) =>
          message.imageAssetId === undefined ? message : { ...message, imageAssetId: rename(message.imageAssetId) },
        ),
      };
    case 'text':
      return item.fontAssetId === undefined ? item : { ...item, fontAssetId: rename(item.fontAssetId) };
    case 'shape':
      break;
  }
  return item;
}
