import { Failure } from '#core/failure.ts';
import type { Asset } from '#core/records.ts';
import { createId } from '#store/ids.ts';
import { ingest, refuseTooLarge, type Ingested } from './ingest.ts';
import { invalid } from './parse-request.ts';
import type { World } from './ports.ts';
import { within } from './within.ts';

/** How a material gets here: kept already, or still at its address. */
export type Material = { readonly kept: Asset } | { readonly kept: null; readonly address: URL };

/** Fetches what is not kept; two calls for one address at the same time share one fetch. */
export type MaterialFetcher = (address: URL) => Promise<Asset>;

/** A handle or an address as the material it names. Throws MATERIAL_NOT_FOUND and VALIDATION_FAILED. */
export async function findMaterial({ store, base }: World, material: string): Promise<Material> {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(material)) {
    const asset = await store.get('assets', material);
    if (asset?.kind !== 'material') {
      throw new Failure('MATERIAL_NOT_FOUND');
    }
    return { kept: asset };
  }
  const address = parseAddress(material, base);
  const [kept] = await store.list('assets', { index: 'sourceUrl', value: address.href });
  return kept ? { kept } : { kept: null, address };
}

/** https only, but for this site itself, which may be served from localhost. */
function parseAddress(material: string, base: URL): URL {
  const refuse = (message: string): Failure => invalid([{ path: 'material', message }]);
  if (!URL.canParse(material)) {
    throw refuse('this is neither a material handle nor a well-formed https URL');
  }
  const address = new URL(material);
  if (address.protocol !== 'https:' && address.origin !== base.origin) {
    throw refuse(`the URL must begin with https:, not ${address.protocol}`);
  }
  if (address.username !== '' || address.password !== '') {
    throw refuse('the URL must not have a user name or a password in it');
  }
  address.hash = '';
  return address;
}

export function createMaterialFetcher(world: World): MaterialFetcher {
  const fetching = new Map<string, Promise<Asset>>();
  return (address) => {
    const begun = fetching.get(address.href);
    const asset = begun ?? fetchMaterial(world, address).finally(() => fetching.delete(address.href));
    fetching.set(address.href, asset);
    return asset;
  };
}

async function fetchMaterial(world: World, address: URL): Promise<Asset> {
  const controller = new AbortController();
  try {
    const response = await request(world, address, controller.signal);
    await refuseTooLarge(world.store, Number(response.headers.get('Content-Length') ?? 0));
    const source = readBody(response.body ?? new Blob().stream(), address, world.timing.stallMs);
    return await ingest(world, source, (ingested) => keepFetched(world, address, ingested));
  } finally {
    // Ends what is still being sent; after the last byte there is nothing to abort.
    controller.abort();
  }
}

const fetchOptions = { credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'follow' } as const;

async function request({ fetchMaterial: fetch, timing }: World, address: URL, signal: AbortSignal): Promise<Response> {
  let response: Response | undefined;
  try {
    response = await within(fetch(address.href, { ...fetchOptions, signal }), timing.stallMs);
  } catch (cause) {
    throw await explain(fetch, address, timing.stallMs, cause);
  }
  if (!response) {
    throw unreachable(address, 'network', noAnswer);
  }
  if (!response.ok) {
    const { status } = response;
    throw unreachable(address, 'status', `the site answered ${status}. Check the address`, { status });
  }
  return response;
}

const noAnswer = 'no answer came (network). Check the address and the connection';

/** A refusal by CORS and a dead network look the same to a page; only one of them lets an unread request through. */
async function explain(
  fetch: World['fetchMaterial'],
  address: URL,
  timeoutMs: number,
  cause: unknown,
): Promise<Failure> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await fetch(address.href, { ...fetchOptions, method: 'HEAD', mode: 'no-cors', signal });
    return unreachable(address, 'cors', 'the site does not allow it (CORS). Download it and drop it here', { cause });
  } catch {
    return unreachable(address, 'network', noAnswer, { cause });
  }
}

function unreachable(
  address: URL,
  reason: 'cors' | 'network' | 'status',
  sentence: string,
  { status, cause }: { status?: number; cause?: unknown } = {},
): Failure {
  return new Failure('MATERIAL_UNREACHABLE', {
    message: `This browser could not read ${address.host}${address.pathname}: ${sentence}.`,
    details: { reason, url: address.href, ...(status === undefined ? {} : { status }) },
    cause,
  });
}

async function* readBody(body: ReadableStream<Uint8Array>, address: URL, stallMs: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const brokenOff = (cause?: unknown): Failure =>
    unreachable(address, 'network', 'the answer broke off (network). Try again', { cause });
  for (;;) {
    const next = await within(reader.read(), stallMs).catch((cause: unknown) => {
      throw brokenOff(cause);
    });
    if (!next) {
      throw brokenOff();
    }
    if (next.done) {
      return;
    }
    yield next.value;
  }
}

/** The row of what was fetched. Bytes that are there already are not kept twice: the row names the file that has them. */
async function keepFetched(world: World, address: URL, { file, ...ingested }: Ingested): Promise<Asset> {
  const asset = await world.store.transact(async (transaction) => {
    const twins = await transaction.list('assets', { index: 'sha256', value: ingested.sha256 });
    const same = twins.find((one) => one.sourceUrl === address.href);
    const row: Asset = same ?? {
      ...toMaterial(ingested, readFileName(address), world.clock.now()),
      file: twins[0]?.file ?? file,
      sourceUrl: address.href,
    };
    await transaction.put('assets', row);
    return row;
  });
  world.bell.ring('assets');
  return asset;
}

/** The name in the last step of a path. */
function readFileName({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** A new material's row, without the file. */
export const toMaterial = (
  { extension, mimeType, sizeBytes, sha256 }: Omit<Ingested, 'file'>,
  fileName: string,
  now: number,
): Omit<Asset, 'file'> => ({
  id: createId('mat'),
  kind: 'material',
  name: toSafeName(fileName) || `video.${extension}`,
  extension,
  mimeType,
  sizeBytes,
  sha256,
  sourceUrl: null,
  jobId: null,
  createdAt: now,
});

/** What a person called the file, without folders and control characters. */
const toSafeName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 200);
