import type { PreviewAssets } from '#core/protocol/preview.ts';
import type { AssetFile } from '#core/timeline/render.ts';
import { AddressFile, type MediaFiles } from '../media/source/media-file.ts';

/** Loads the files of assets by URL, and caches them. */
export function createPreviewFiles(): MediaFiles {
  const known = new Map<string, Promise<AddressFile>>();
  return {
    read: (address) => {
      const file = known.get(address) ?? AddressFile.open(address);
      known.set(address, file);
      file.catch(() => known.delete(address));
      return file;
    },
  };
}

/** Returns the assets as a renderer expects them: their URLs serve as file names. */
export const toAssetFiles = (assets: PreviewAssets): Record<string, AssetFile> =>
  Object.fromEntries(Object.entries(assets).map(([id, { url, mimeType }]) => [id, { file: url, mimeType }]));
