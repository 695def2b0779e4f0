import type { AssetFile } from '#core/timeline/render.ts';
import { getAssetIds } from '#core/timeline/schedule.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { Rows } from './store.ts';

/** Returns the files of all existing assets that a document names, by their ids. */
export async function listAssetFiles(
  store: Pick<Rows<'assets'>, 'get'>,
  document: TimelineDocument,
): Promise<Record<string, AssetFile>> {
  const assets = await Promise.all(getAssetIds(document).map((id) => store.get('assets', id)));
  return Object.fromEntries(
    assets.flatMap((asset) => (asset ? [[asset.id, { file: asset.file, mimeType: asset.mimeType }]] : [])),
  );
}
