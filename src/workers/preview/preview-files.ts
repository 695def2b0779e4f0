import type { PreviewAssets } from '#core/protocol/preview.ts';
import type { AssetFile } from '#core/timeline/render.ts';
import { AddressFile, type MediaFiles } from '../media/source/media-file.ts';

/** The files of assets by their addresses; what was looked up once is known. */
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

/** The assets as a renderer takes them: their addresses are the names of their files. */
export const toAssetFiles = (assets: PreviewAssets): Record<string, AssetFile> =>
  Object.fromEntries(Object.entries(assets).map(([id, { url, mimeType }]) => [id, { file: url, mimeType }]));
