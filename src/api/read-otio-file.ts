import { mediaKindOf } from '#core/media-kind.ts';
import type { Asset } from '#core/records.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { readOtio } from '#core/timeline/interchange/otio-read.ts';
import type { Rows } from '#store/store.ts';
import { toFileName } from './media-response.ts';
import { invalid } from './parse-request.ts';

/**
 * The document of an OpenTimelineIO file, and sentences on what is left out of it. Its media are materials and results that
 * are here, found by their ids in a file of ours, else by their names. Throws VALIDATION_FAILED.
 */
export async function readOtioFile(
  rows: Pick<Rows<'assets'>, 'list'>,
  file: Blob,
): Promise<ReturnType<typeof readOtio>> {
  if (file.size > documentLimits.bytes) {
    throw invalid([{ path: 'file', message: `it is larger than ${documentLimits.bytes / 1024 ** 2} MiB` }]);
  }
  const assets = (await rows.list('assets')).filter(({ kind }) => kind === 'material' || kind === 'result');
  const newest = assets.toSorted((a, b) => b.createdAt - a.createdAt);
  return readOtio(await file.text(), ({ assetId, fileName }) => {
    const found =
      newest.find(({ id }) => id === assetId) ??
      newest.find((asset) => asset.name === fileName || toFileName(asset) === fileName);
    return found && toFound(found);
  });
}

const toFound = ({ id, mimeType, facts }: Asset) => ({
  assetId: id,
  kind: facts?.kind ?? mediaKindOf(mimeType),
  width: facts?.width ?? null,
  height: facts?.height ?? null,
  durationSeconds: facts?.durationSeconds ?? null,
  audioTracks: facts?.audioTracks?.length,
});
