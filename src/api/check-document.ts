import { mediaKindOf, type MediaKind } from '#core/media-kind.ts';
import type { Item, TimelineDocument } from '#core/timeline/document.ts';
import { assetIdsOf } from '#core/timeline/schedule.ts';
import type { Rows } from '#store/store.ts';
import { invalid } from './parse-request.ts';

type Options = {
  /** Ids that may be named though their assets are gone: those that the canvas named before. */
  readonly gone: readonly string[];
  /** Where the document stands in the request. */
  readonly path: readonly string[];
};

type Fault = { readonly path: string; readonly message: string };

/** Throws VALIDATION_FAILED for what a schema cannot see: items that overlap, ids that come twice, assets that are not here. */
export async function requireSoundDocument(
  rows: Pick<Rows<'assets'>, 'get'>,
  document: TimelineDocument,
  { gone, path }: Options,
): Promise<void> {
  const kinds = new Map<string, MediaKind | null>(gone.map((id) => [id, null]));
  for (const id of assetIdsOf(document)) {
    const asset = await rows.get('assets', id);
    if (asset) {
      kinds.set(id, asset.facts?.kind ?? mediaKindOf(asset.mimeType));
    }
  }
  const faults = findAssetFaults(document, kinds);
  if (faults.length > 0) {
    throw invalid(faults.map((fault) => ({ ...fault, path: [...path, fault.path].join('.') })));
  }
}

/** `kinds` has every asset that may be named; null for one that is gone. */
function findAssetFaults({ tracks }: TimelineDocument, kinds: ReadonlyMap<string, MediaKind | null>): Fault[] {
  return tracks.flatMap(({ items }, trackIndex) =>
    items.flatMap((item, itemIndex) =>
      listNamed(item).flatMap(({ field, id, wanted }) => {
        const message = describeFault(kinds.get(id), wanted);
        return message === null ? [] : [{ path: `tracks.${trackIndex}.items.${itemIndex}.${field}`, message }];
      }),
    ),
  );
}

type Named = { readonly field: string; readonly id: string; readonly wanted: readonly MediaKind[] };

function listNamed(item: Item): Named[] {
  switch (item.type) {
    case 'video':
      return [
        { field: 'assetId', id: item.assetId, wanted: ['video'] },
        ...(item.proxyAssetId === undefined
          ? []
          : [{ field: 'proxyAssetId', id: item.proxyAssetId, wanted: ['video'] as const }]),
      ];
    case 'picture':
      return [{ field: 'assetId', id: item.assetId, wanted: ['picture'] }];
    case 'sound':
      return [{ field: 'assetId', id: item.assetId, wanted: ['sound', 'video'] }];
    case 'bubbles':
      return item.messages.flatMap(({ imageAssetId }, index) =>
        imageAssetId === undefined
          ? []
          : [{ field: `messages.${index}.imageAssetId`, id: imageAssetId, wanted: ['picture'] as const }],
      );
    case 'text':
    case 'shape':
      break;
  }
  return [];
}

const kindNames = { video: 'a video', picture: 'a picture', sound: 'sound' } as const;

function describeFault(kind: MediaKind | null | undefined, wanted: readonly MediaKind[]): string | null {
  if (kind === undefined) {
    return 'no material or result has this id; GET /v1/materials lists the handles';
  }
  const names = wanted.map((one) => kindNames[one]).join(' or ');
  return kind === null || wanted.includes(kind) ? null : `must be ${names}; this is ${kindNames[kind]}`;
}
