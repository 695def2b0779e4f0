import { Failure } from '#core/lib/failure.ts';
import { getMediaKind } from '#core/model/media-kind.ts';
import type { MaterialWish } from '#core/protocol/operation.ts';
import type { Asset } from '#core/model/records.ts';
import { shorten } from '#core/lib/shorten.ts';
import { createId } from '#store/ids.ts';
import { ingest, refuseOverCap, refuseTooLarge, type Ingested } from './ingest.ts';
import { invalid } from './parse-request.ts';
import type { ApiContext } from './ports.ts';
import { isHidden, isRedacted, redactAddress } from './redact-address.ts';
import { openRemoteFile, parseAddress, type Unreachable } from './remote-file.ts';

/** A material that is stored already, or the URL of one that is not. */
export type Material = { readonly kept: Asset } | { readonly kept: null; readonly address: URL };

/** Fetches and stores the material of a URL. Calls for one URL at the same time share one fetch. */
export type MaterialFetcher = (address: URL) => Promise<Asset>;

/** Returns the material of a handle or URL. Throws MATERIAL_NOT_FOUND and VALIDATION_FAILED. */
export async function findMaterial(
  { store, base }: ApiContext,
  { material, path }: Pick<MaterialWish, 'material' | 'path'>,
): Promise<Material> {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(material)) {
    const asset = await store.get('assets', material);
    if (asset?.kind !== 'material') {
      throw new Failure('MATERIAL_NOT_FOUND');
    }
    return { kept: asset };
  }
  const address = parseAddress(material, base, (message) => invalid([{ path, message }]));
  const kept = await findFetched(store, address);
  if (!kept && isRedacted(address)) {
    const message = 'The material was deleted, and the secrets of its URL are not stored; send the whole URL.';
    throw new Failure('MATERIAL_NOT_FOUND', { message });
  }
  return kept ? { kept } : { kept: null, address };
}

const findFetched = async (store: ApiContext['store'], address: URL): Promise<Asset | undefined> =>
  (await store.list('assets', { index: 'sourceUrl', value: await redactAddress(address) }))[0];

export function createMaterialFetcher(context: ApiContext): MaterialFetcher {
  const fetching = new Map<string, Promise<Asset>>();
  return (address) => {
    const begun = fetching.get(address.href);
    const asset = begun ?? fetchOnce(context, address).finally(() => fetching.delete(address.href));
    fetching.set(address.href, asset);
    return asset;
  };
}

/** Another call may have finished the same fetch since the last lookup. */
const fetchOnce = async (context: ApiContext, address: URL): Promise<Asset> =>
  (await findFetched(context.store, address)) ?? fetchMaterial(context, address);

async function fetchMaterial(context: ApiContext, address: URL): Promise<Asset> {
  const controller = new AbortController();
  const sourceUrl = await redactAddress(address);
  try {
    const { response, body } = await openRemoteFile({
      fetch: context.fetchOutside,
      address,
      stallMs: context.timing.stallMs,
      signal: controller.signal,
      toFailure: (why) => unreachable(sourceUrl, why),
    });
    await refuseTooLarge(context.store, Number(response.headers.get('Content-Length') ?? 0));
    return await ingest(context, body, (ingested) => keepFetched(context, sourceUrl, ingested));
  } finally {
    // Ends the transfer if it is still running.
    controller.abort();
  }
}

function unreachable(sourceUrl: string, { reason, sentence, status, cause }: Unreachable): Failure {
  const { host, pathname } = new URL(sourceUrl);
  return new Failure('MATERIAL_UNREACHABLE', {
    message: `This browser could not read ${shorten(host + pathname)}: ${sentence}.`,
    details: { reason, url: shorten(sourceUrl, 500), ...(status === undefined ? {} : { status }) },
    cause,
  });
}

/** Writes the row of a fetched material. Bytes that are stored already are not stored twice: the row names their file. */
async function keepFetched(context: ApiContext, sourceUrl: string, { file, ...ingested }: Ingested): Promise<Asset> {
  const asset = await context.store.transact(['assets', 'models', 'account'], async (transaction) => {
    const twins = await transaction.list('assets', { index: 'sha256', value: ingested.sha256 });
    const same = twins.find((one) => one.sourceUrl === sourceUrl);
    const row: Asset = same ?? {
      ...toMaterial(ingested, readFileName(new URL(sourceUrl)), context.clock.now()),
      file: twins[0]?.file ?? file,
      sourceUrl,
    };
    if (row.file === file) {
      await refuseOverCap(transaction, row.sizeBytes);
    }
    await transaction.put('assets', row);
    return row;
  });
  context.bell.ring('assets');
  return asset;
}

/** Returns the last segment of a path, decoded; empty if it is a hidden secret. */
function readFileName({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  if (isHidden(last)) {
    return '';
  }
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Creates the row of a new material, without the name of its file. */
export const toMaterial = (
  { extension, mimeType, sizeBytes, sha256 }: Omit<Ingested, 'file'>,
  fileName: string,
  now: number,
): Omit<Asset, 'file'> => ({
  id: createId('mat'),
  kind: 'material',
  name: toSafeName(fileName) || `${getMediaKind(mimeType)}.${extension}`,
  extension,
  mimeType,
  sizeBytes,
  sha256,
  sourceUrl: null,
  jobId: null,
  facts: null,
  createdAt: now,
});

/** Returns the sender's name of the file, without folders and control characters; may be empty. */
const toSafeName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 200);
