import { Failure } from '#core/lib/failure.ts';
import { addedModelEntry, fillModelEntry, type AddedModelEntry, type ModelEntry } from '#core/model/models.ts';
import type { Model } from '#core/model/records.ts';
import { shorten } from '#core/lib/shorten.ts';
import { followRow } from './follow-job.ts';
import type { Form } from './form.ts';
import { receive, type Received } from './ingest.ts';
import { getModelState } from './model-states.ts';
import type { Part } from './multipart.ts';
import { invalid, parsePart } from './parse-request.ts';
import type { ApiContext } from './ports.ts';
import { parseAddress } from './remote-file.ts';

/** The longest entry that is read. */
const entryBytesMax = 64 * 1024;

/** The form fields in addition to the file that have been read so far. */
type Fields = { entry?: AddedModelEntry };

/**
 * Stores the model of a form and returns its row: `checking` when the form has the file, `paused` when it has addresses.
 * Throws VALIDATION_FAILED, ENGINE_UNAVAILABLE, FILE_TOO_LARGE and STORAGE_FULL.
 */
export async function receiveModel(context: ApiContext, { parts }: Form): Promise<Model> {
  const fields: Fields = {};
  const file = await readUpToFile(context, parts, fields);
  if (!file) {
    return putModel(context, toDistant(context, getEntry(fields)), null);
  }
  if (!(await context.hasEngine())) {
    throw new Failure('ENGINE_UNAVAILABLE', { details: { retryAfterSeconds: 5 } });
  }
  const kept = await receive(context.store, file.body, refuseEmpty, async (received) => {
    if (await readUpToFile(context, parts, fields)) {
      throw invalid([{ path: 'file', message: 'there must be one part "file"; here is another one' }]);
    }
    const entry = toLocal(context, getEntry(fields), received);
    return { file: received.file, row: await putModel(context, entry, received) };
  });
  return kept.row;
}

/** Whether a file is a model is found out by the engine; an empty one is refused before. */
function refuseEmpty(head: Uint8Array): object {
  if (head.byteLength === 0) {
    throw invalid([{ path: 'file', message: 'the file is empty' }]);
  }
  return {};
}

/** Reads up to the next part `file` and returns it; undefined at the end. The entry may come before the file or after it. */
async function readUpToFile(
  context: ApiContext,
  parts: AsyncGenerator<Part, undefined>,
  fields: Fields,
): Promise<Part | undefined> {
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const { name, body } = next.value;
    if (name === 'file') {
      return next.value;
    }
    if (name !== 'entry' || fields.entry) {
      throw invalid([{ path: name, message: 'the form has one part "entry" and one part "file"' }]);
    }
    fields.entry = await readEntry(body);
    await refuseTaken(context, fields.entry.id);
  }
  return undefined;
}

async function readEntry(body: AsyncIterable<Uint8Array>): Promise<AddedModelEntry> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > entryBytesMax) {
      throw invalid([{ path: 'entry', message: 'it is longer than 64 kB' }]);
    }
  }
  let json: unknown;
  try {
    json = JSON.parse(text + decoder.decode());
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw invalid([{ path: 'entry', message: `it is not JSON: ${shorten(reason)}` }], cause);
  }
  return addedModelEntry.parse(parsePart(addedModelEntry, json, ['entry']));
}

/** Throws VALIDATION_FAILED for an id that is in use. Runs and results name models by id, so an id stays with its model. */
async function refuseTaken(context: ApiContext, id: string): Promise<void> {
  const taken = await getModelState(context, id).catch(() => undefined);
  if (taken) {
    const message = `"${id}" is the id of ${taken.entry.name}${taken.row?.entry ? '; remove that one first, or choose another' : '; choose another'}`;
    throw invalid([{ path: 'entry.id', message }]);
  }
}

function getEntry({ entry }: Fields): AddedModelEntry {
  if (!entry) {
    throw invalid([
      { path: 'entry', message: 'the part is missing; with curl: -F entry=@entry.json -F file=@model.onnx' },
    ]);
  }
  return entry;
}

/** The entry of a model that is to be downloaded. Throws VALIDATION_FAILED when address, size or hash is missing. */
function toDistant({ manifest, base }: ApiContext, added: AddedModelEntry): ModelEntry {
  const files = added.variants.map(({ address, bytes, sha256 }, index) => {
    if (address === null || bytes === undefined || sha256 === undefined) {
      const message = 'without the part "file" this needs address, bytes and sha256';
      throw invalid([{ path: `entry.variants.${index}`, message }]);
    }
    parseAddress(address, base, (message) => invalid([{ path: `entry.variants.${index}.address`, message }]));
    return { bytes, sha256 };
  });
  return fillModelEntry(added, files, manifest);
}

/** The entry of a model whose file was in the form. Throws VALIDATION_FAILED when it says another size or hash. */
function toLocal({ manifest }: ApiContext, added: AddedModelEntry, { sizeBytes, sha256 }: Received): ModelEntry {
  const [variant, ...others] = added.variants;
  if (others.length > 0) {
    throw invalid([{ path: 'entry.variants', message: 'with one file there is one variant' }]);
  }
  if ((variant?.bytes ?? sizeBytes) !== sizeBytes) {
    throw invalid([
      { path: 'entry.variants.0.bytes', message: `the file has ${sizeBytes} bytes, not ${variant?.bytes}` },
    ]);
  }
  if ((variant?.sha256 ?? sha256) !== sha256) {
    throw invalid([{ path: 'entry.variants.0.sha256', message: `the file has ${sha256}: it is another file` }]);
  }
  return fillModelEntry(added, [{ bytes: sizeBytes, sha256 }], manifest);
}

async function putModel({ store, clock }: ApiContext, entry: ModelEntry, received: Received | null): Promise<Model> {
  const now = clock.now();
  const row: Model = {
    id: entry.id,
    entry,
    status: received ? 'checking' : 'paused',
    files: received
      ? [
          {
            sha256: received.sha256,
            etag: null,
            pieces: [{ file: received.file, sizeBytes: received.sizeBytes }],
          },
        ]
      : [],
    receivedBytes: received?.sizeBytes ?? 0,
    error: null,
    createdAt: now,
    updatedAt: now,
  };
  return store.transact(['models'], async (transaction) => {
    if (await transaction.get('models', row.id)) {
      throw invalid([{ path: 'entry.id', message: `"${row.id}" was taken by another call just now` }]);
    }
    await transaction.put('models', row);
    return row;
  });
}

/**
 * Waits until the engine has opened the model. If the engine could not, removes the model and throws the reason. Throws
 * ENGINE_UNAVAILABLE when no tab with an engine has been open for a while, and keeps the model then.
 */
export async function waitForCheck(context: ApiContext, { id, status }: Model): Promise<void> {
  if (status !== 'checking') {
    return;
  }
  let engineSeenAt = performance.now();
  for await (const row of followRow(context, 'models', id)) {
    if (!row) {
      throw new Failure('MODEL_NOT_FOUND', { message: 'The model was removed before it was opened.' });
    }
    if (row.status === 'broken') {
      await forget(context, row);
      throw row.error ? Failure.fromWire(row.error) : new Failure('MODEL_UNUSABLE');
    }
    if (row.status !== 'checking') {
      return;
    }
    if (await context.hasEngine()) {
      engineSeenAt = performance.now();
    } else if (performance.now() - engineSeenAt > context.timing.engineGraceMs) {
      const message = 'The model is kept; it is opened, and can then be used, when the workspace is open in a browser.';
      throw new Failure('ENGINE_UNAVAILABLE', { message, details: { retryAfterSeconds: 5 } });
    }
  }
}

async function forget({ store, bell }: ApiContext, { id, files }: Model): Promise<void> {
  await store.transact(['models'], (transaction) => transaction.remove('models', id));
  await Promise.all(files.flatMap((file) => file.pieces).map((piece) => store.bytes.remove(piece.file)));
  bell.ring('models');
}
