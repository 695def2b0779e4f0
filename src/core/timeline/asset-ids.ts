import type { Item, TimelineDocument } from './document.ts';

/** The ids of all assets that a document names, each once. */
export const listAssetIds = ({ tracks }: TimelineDocument): string[] => [
  ...new Set(tracks.flatMap(({ items }) => items.flatMap(listItemAssetIds))),
];

function listItemAssetIds(item: Item): string[] {
  switch (item.type) {
    case 'video':
      return [item.assetId, ...(item.proxyAssetId === undefined ? [] : [item.proxyAssetId])];
    case 'picture':
    case 'sound':
      return [item.assetId];
    case 'bubbles':
      return item.messages.flatMap(({ imageAssetId }) => imageAssetId ?? []);
    case 'text':
    case 'shape':
      return [];
  }
}
