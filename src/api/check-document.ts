import { getMediaKind, type MediaKind } from '#core/model/media-kind.ts';
import { checkDocument } from '#core/timeline/check.ts';
import type { Item, TimelineDocument } from '#core/timeline/document.ts';
import { getAssetIds } from '#core/timeline/schedule.ts';
import type { Rows } from '#store/store.ts';
import { invalid } from './parse-request.ts';

type Options = {
  /**
   * An earlier state of the canvas, or the document of a project. The new document may name its assets even if they were deleted
   * since.
   */
  readonly mayLack: TimelineDocument | null;
  /** The path of the document in the request. */
  readonly path: readonly string[];
};

/** Throws VALIDATION_FAILED for errors that a schema cannot find: overlapping items, duplicate ids, missing assets. */
export async function requireSoundDocument(
  rows: Pick<Rows<'assets'>, 'get'>,
  document: TimelineDocument,
  { mayLack, path }: Options,
): Promise<void> {
  const trackCounts = new Map<string, number | undefined>();
  const kinds = new Map(mayLack?.tracks.flatMap(({ items }) => items.flatMap(listKinds)));
  for (const id of getAssetIds(document)) {
    const asset = await rows.get('assets', id);
    if (asset) {
      kinds.set(id, asset.facts?.kind ?? getMediaKind(asset.mimeType));
      trackCounts.set(id, asset.facts?.audioTracks?.length);
    }
  }
  const faults = checkDocument(
    document,
    (id) => kinds.get(id),
    (id) => trackCounts.get(id),
  );
  if (faults.length > 0) {
    throw invalid(faults.map((fault) => ({ ...fault, path: [...path, fault.path].join('.') })));
  }
}

/** Lists the assets that an item names, with the kind that the item requires of each. */
function listKinds(item: Item): [string, MediaKind][] {
  if (item.type === 'bubbles') {
    return item.messages.flatMap(({ imageAssetId }) => (imageAssetId === undefined ? [] : [[imageAssetId, 'picture']]));
  }
  if (item.type === 'text') {
    return item.fontAssetId === undefined ? [] : [[item.fontAssetId, 'font']];
  }
  if (!('assetId' in item)) {
    return [];
  }
  const proxyId = item.type === 'video' ? item.proxyAssetId : undefined;
  return [
    [item.assetId, item.type],
    ...(proxyId === undefined ? [] : [[proxyId, 'video'] satisfies [string, MediaKind]]),
  ];
}
