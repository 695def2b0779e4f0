import { Failure } from '#core/lib/failure.ts';
import { addedModelEntry, fillModelEntry, type AddedModelEntry, type ModelEntry } from '#core/model/models.ts';
import type { Model } from '#core/model/records.ts';
import { shorten } from '#core/lib/shorten.ts';
import { dropMade } from '#store/sweep.ts';
import { followRow } from './follow-job.ts';
import type { Form } from './form.ts';
import { receive, type Received } from './ingest.ts';
import { getModelState } from './model-states.ts';
import type { Part } from './multipart.ts';
import { invalid, parsePart } from './parse-request.ts';
import type { ApiContext } from './ports.ts';
import { parseAddress } from './remote-file.ts';

/** The maximum size of the entry of a model, in bytes. */
const entryBytesMax = 64 * 1024;

/** The form fields in addition to the file that have been read so far. */
type Fields = { entry?: AddedModelEntry };

/**
 * Stores the model of a form and returns its row: with status `checking` if the form has the file, `paused` if the entry has URLs.
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
      throw invalid([{ path: 'file', message: 'the form must have exactly one part "file"; remove the others' }]);
    }
    const entry = toLocal(context, getEntry(fields), received);
    return { file: received.file, row: await putModel(context, entry, received) };
  });
  return kept.row;
}

/** Refuses an empty file. The engine later checks whether the file is a model. */
function refuseEmpty(head: Uint8Array): object {
  if (head.byteLength === 0) {
    throw invalid([{ path: 'file', message: 'the file is empty; send the ONNX file of the model' }]);
  }
  return {};
}

/** Reads up to the next part `file` and returns it, or undefined at the end. The entry may precede or follow the file. */
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
      throw invalid([
        { path: name, message: 'unknown or repeated part; the form has one part "entry" and one part "file"' },
      ]);
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
      throw invalid([{ path: 'entry', message: 'the entry is larger than 64 kB' }]);
    }
  }
  let json: unknown;
  try {
    json = JSON.parse(text + decoder.decode());
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw invalid([{ path: 'entry', message: `the entry is not valid JSON: ${shorten(reason)}` }], cause);
  }
  return addedModelEntry.parse(parsePart(addedModelEntry, json, ['entry']));
}

/**
 * Throws VALIDATION_FAILED for an id that is in use. Runs and results refer to models by id, so an id is never reused for another
 * model.
 */
async function refuseTaken(context: ApiContext, id: string): Promise<void> {
  const taken = await getModelState(context, id).catch(() => undefined);
  if (taken) {
    const message = `${taken.entry.name} has the id "${id}" already${taken.row?.entry ? '; remove that model first, or choose another id' : '; choose another id'}`;
    throw invalid([{ path: 'entry.id', message }]);
  }
}

function getEntry({ entry }: Fields): AddedModelEntry {
  if (!entry) {
    throw invalid([
      { path: 'entry', message: 'the part "entry" is missing; with curl: -F entry=@entry.json -F file=@model.onnx' },
    ]);
  }
  return entry;
}

/** Returns the entry of a model that will be downloaded. Throws VALIDATION_FAILED if the URL, the size or the hash is missing. */
function toDistant({ manifest, base }: ApiContext, added: AddedModelEntry): ModelEntry {
  const files = added.variants.map(({ address, bytes, sha256 }, index) => {
    if (address === null || bytes === undefined || sha256 === undefined) {
      const message = 'a model without the part "file" requires address, bytes and sha256';
      throw invalid([{ path: `entry.variants.${index}`, message }]);
    }
    parseAddress(address, base, (message) => invalid([{ path: `entry.variants.${index}.address`, message }]));
    return { bytes, sha256 };
  });
  return fillModelEntry(added, files, manifest);
}

/** Returns the entry of a model whose file was in the form. Throws VALIDATION_FAILED if the entry has another size or hash. */
function toLocal({ manifest }: ApiContext, added: AddedModelEntry, { sizeBytes, sha256 }: Received): ModelEntry {
  const [variant, ...others] = added.variants;
  if (others.length > 0) {
    throw invalid([{ path: 'entry.variants', message: 'a form with a file must have exactly one variant' }]);
  }
  if ((variant?.bytes ?? sizeBytes) !== sizeBytes) {
    throw invalid([
      {
        path: 'entry.variants.0.bytes',
        message: `the file has ${sizeBytes} bytes, but the entry says ${variant?.bytes}; correct one of them`,
      },
    ]);
  }
  if ((variant?.sha256 ?? sha256) !== sha256) {
    throw invalid([
      {
        path: 'entry.variants.0.sha256',
        message: `the file has the SHA-256 ${sha256}, so it is not the file of this entry; correct one of them`,
      },
    ]);
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
      throw invalid([
        { path: 'entry.id', message: `another call has just added a model with the id "${row.id}"; choose another id` },
      ]);
    }
    await transaction.put('models', row);
    return row;
  });
}

/**
 * Waits until the engine has opened the model. If the engine could not open it, removes the model and throws the reason. If no tab
 * with an engine has been open for a while, throws ENGINE_UNAVAILABLE and keeps the model.
 */
export async function waitForCheck(context: ApiContext, { id, status }: Model): Promise<void> {
  if (status !== 'checking') {
    return;
  }
  let engineSeenAt = performance.now();
  for await (const row of followRow(context, 'models', id)) {
    if (!row) {
      throw new Failure('MODEL_NOT_FOUND', {
        message: 'The model was removed before the engine had opened it; add it again.',
      });
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
      const message =
        'The model is stored but not checked yet; open the workspace in a browser, then the model can be used.';
      throw new Failure('ENGINE_UNAVAILABLE', { message, details: { retryAfterSeconds: 5 } });
    }
  }
}

async function forget({ store, bell }: ApiContext, { id, files }: Model): Promise<void> {
  await store.transact(['models'], (transaction) => transaction.remove('models', id));
  await dropMade(
    store,
    files.flatMap((file) => file.pieces.map((piece) => piece.file)),
  );
  bell.ring('models');
}
