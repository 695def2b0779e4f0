import { getMediaKind } from '#core/model/media-kind.ts';
import type { Asset } from '#core/model/records.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { toNameKey } from '#core/timeline/interchange/otio-file-names.ts';
import { readOtio } from '#core/timeline/interchange/otio-read.ts';
import type { Rows } from '#store/store.ts';
import { decodeText } from './decode-text.ts';
import { toFileName } from './media-response.ts';
import { invalid } from './parse-request.ts';

/**
 * Reads an OpenTimelineIO file. Returns the document, and sentences about omitted parts. Its media are matched to materials and
 * results of the store: by the ids in a file of Offcut, or else by their names, or else by their content. Throws VALIDATION_FAILED.
 */
export async function readOtioFile(
  rows: Pick<Rows<'assets'>, 'list'>,
  file: Blob,
): Promise<ReturnType<typeof readOtio>> {
  if (file.size > documentLimits.bytes) {
    throw invalid([
      {
        path: 'file',
        message: `the file is larger than the limit of ${documentLimits.bytes / 1024 ** 2} MiB; export a shorter timeline`,
      },
    ]);
  }
  const assets = (await rows.list('assets')).filter(({ kind }) => kind === 'material' || kind === 'result');
  const newest = assets.toSorted((a, b) => b.createdAt - a.createdAt);
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  const findByName = createNameIndex(newest);
  return readOtio(
    text,
    ({ assetId, fileName }) => {
      const found = newest.find(({ id }) => id === assetId) ?? findByName(fileName);
      return found && toFound(found);
    },
    newest.map(toFound),
  );
}

/** Returns a function that finds the newest asset with a name. An exact match is preferred to one with other capitals. */
function createNameIndex(newest: readonly Asset[]): (fileName: string) => Asset | undefined {
  const oldestFirst = newest.toReversed();
  const index = (toKey: (name: string) => string): ReadonlyMap<string, Asset> =>
    new Map(
      oldestFirst.flatMap((asset) => [asset.name, toFileName(asset)].map((name) => [toKey(name), asset] as const)),
    );
  const exact = index((name) => name);
  const alike = index(toNameKey);
  return (fileName) => exact.get(fileName) ?? alike.get(toNameKey(fileName));
}

const toFound = ({ id, name, mimeType, facts }: Asset) => ({
  assetId: id,
  name,
  kind: facts?.kind ?? getMediaKind(mimeType),
  width: facts?.width ?? null,
  height: facts?.height ?? null,
  durationSeconds: facts?.durationSeconds ?? null,
  audioTracks: facts?.audioTracks?.length,
  frameRate: facts?.frameRate ?? null,
});
