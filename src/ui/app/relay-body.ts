import type { Exchange, RelayRequest } from '#core/protocol/relay.ts';

/** The maximum size of a body that is passed to `fetch` as one array. */
const smallBytes = 64 * 1024;

/** The size of a write to disk. Each write costs a message between processes, so larger writes are faster. */
const blockBytes = 1024 * 1024;

const spoolFolder = 'offcut-relay';
const spoolDays = 1;

/** A request body as `fetch` accepts it, and a function to call when the request is done. */
type Body = { readonly init: RequestInit & { duplex?: 'half' }; readonly release: () => Promise<void> };

/**
 * Returns the body of a relayed request: a stream if the browser can send one, else a file on disk, so that no large body
 * is held in memory, else a blob, which the browser stores. Rejects with the exchange's Failure when the caller
 * disconnects.
 */
export async function collectBody(head: RelayRequest, exchange: Exchange, canStream: boolean): Promise<Body> {
  const release = (): Promise<void> => Promise.resolve();
  if (head.bodyBytes === 0) {
    return { init: {}, release };
  }
  if (head.bodyBytes !== null && head.bodyBytes <= smallBytes) {
    return { init: { body: await readBlock(exchange, Infinity) }, release };
  }
  if (canStream) {
    return { init: { body: toStream(exchange), duplex: 'half' }, release };
  }
  return 'createWritable' in FileSystemFileHandle.prototype
    ? spool(exchange)
    : { init: { body: await readBlob(exchange) }, release };
}

async function readBlob(exchange: Exchange): Promise<Blob> {
  const blocks: Blob[] = [];
  for (let block = await readBlock(exchange); block.length > 0; block = await readBlock(exchange)) {
    blocks.push(new Blob([block]));
  }
  return new Blob(blocks);
}

/** Returns the next bytes of the body: at least `sizeBytes`, or the rest. */
async function readBlock(exchange: Exchange, sizeBytes = blockBytes): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (length < sizeBytes) {
    const piece = await exchange.read();
    if (!piece) {
      break;
    }
    pieces.push(piece);
    length += piece.length;
  }
  return join(pieces, length);
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

const toStream = (exchange: Exchange): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      pull: async (controller) => {
        const piece = await exchange.read();
        if (piece) {
          controller.enqueue(piece);
        } else {
          controller.close();
        }
      },
    },
    { highWaterMark: 0 },
  );

async function spool(exchange: Exchange): Promise<Body> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(spoolFolder, { create: true });
  await removeOld(folder);
  const name = `${Date.now()}-${crypto.randomUUID()}`;
  const handle = await folder.getFileHandle(name, { create: true });
  const release = (): Promise<void> => folder.removeEntry(name);
  const sink = await handle.createWritable();
  try {
    let block = await readBlock(exchange);
    while (block.length > 0) {
      await sink.write(block);
      block = await readBlock(exchange);
    }
    await sink.close();
    return { init: { body: await handle.getFile() }, release };
  } catch (error) {
    // An open writable stream locks the file.
    await sink.abort().catch(() => undefined);
    await release();
    throw error;
  }
}

/** Removes files of tabs that were closed during an upload. */
async function removeOld(folder: FileSystemDirectoryHandle): Promise<void> {
  const oldestMs = Date.now() - spoolDays * 24 * 3600 * 1000;
  for await (const name of folder.keys()) {
    if (Number(name.split('-')[0]) < oldestMs) {
      await folder.removeEntry(name);
    }
  }
}
