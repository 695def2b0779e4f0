import type { LoggedMessage, LoggedRequest } from '#core/model/lab-rows.ts';
import type { Clock } from '#core/lib/time.ts';
import type { Store } from '#store/store.ts';
import { faultHeader } from '#core/protocol/lab-headers.ts';
import { getNotes, type CallNotes } from './call-notes.ts';
import { hideSecrets } from './hide-secrets.ts';

/** The number of calls that the log keeps. */
export const requestsMax = 1000;
/** The maximum number of characters or bytes of a body that the log keeps. */
const bodyMax = 64 * 1024;
/** The calls of programs that show the log, which would fill it. */
const unlogged = /\/sandbox\/v1\/(requests|lab)\b/;

type Parts = {
  readonly store: Store;
  readonly clock: Clock;
  /** The time after which calls are written to the store without a reader; absent if only a reader needs them. */
  readonly requestsWriteMs?: number | undefined;
};

/** A call that is not written yet. Its row is created when it is needed. */
type Entry = {
  readonly notes: CallNotes;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly requestBytes: Promise<Uint8Array | null>;
  readonly response: { readonly status: number; readonly headers: Headers };
  readonly responseBytes: Promise<Uint8Array | null>;
  readonly createdAt: number;
  readonly durationMs: number;
};

const noBytes = Promise.resolve(null);

/**
 * The log of requests. Calls are kept in memory and written in batches, because a transaction for each call would slow down the API.
 */
export class RequestLog {
  readonly #parts: Parts;
  /** The newest calls that are not written, at their sequence numbers modulo `requestsMax`. */
  #pending = new Map<number, Entry>();
  #sequence = 0;
  /** The number of the first call of this thread; undefined before it was computed from the stored rows. */
  #first: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Answers a request and records the call. */
  async record(request: Request, answer: (request: Request) => Promise<Response>): Promise<Response> {
    if (unlogged.test(request.url)) {
      return answer(request);
    }
    const createdAt = this.#parts.clock.now();
    const startedAt = performance.now();
    const notes = getNotes(request);
    const requestBytes = copySmall(request);
    const response = await answer(request);
    // Requests and responses are not kept, because they would fill the memory.
    this.#pending.set(this.#sequence, {
      notes,
      method: request.method,
      url: request.url,
      headers: request.headers,
      requestBytes,
      response: { status: response.status, headers: response.headers },
      responseBytes: copySmall(response),
      createdAt,
      durationMs: performance.now() - startedAt,
    });
    this.#pending.delete(this.#sequence - requestsMax);
    this.#sequence += 1;
    this.#writeSoon();
    return response;
  }

  /** Returns the stored calls, the newest first. */
  async list(): Promise<LoggedRequest[]> {
    await this.#write();
    const rows = await this.#parts.store.list('requests');
    return rows.toSorted((a, b) => b.number - a.number);
  }

  /** Returns a call by its number. */
  async find(number: number): Promise<LoggedRequest | undefined> {
    await this.#write();
    const row = await this.#parts.store.get('requests', toSlot(number));
    return row?.number === number ? row : undefined;
  }

  /** Deletes all calls and returns their number. */
  async clear(): Promise<number> {
    await this.#write();
    const deleted = await this.#parts.store.transact(['requests'], async (transaction) => {
      const rows = await transaction.list('requests');
      await Promise.all(rows.map(({ id }) => transaction.remove('requests', id)));
      return rows.length;
    });
    // The ring starts at its first position again.
    this.#first = -this.#sequence;
    return deleted;
  }

  #writeSoon(): void {
    const { requestsWriteMs } = this.#parts;
    if (requestsWriteMs !== undefined && this.#timer === undefined) {
      // On a full disk the calls are lost.
      this.#timer = setTimeout(() => void this.#write().catch(() => undefined), requestsWriteMs);
    }
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#writePending());
    return this.#writing;
  }

  async #writePending(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { store } = this.#parts;
    const pending = [...this.#pending];
    if (pending.length === 0) {
      return;
    }
    this.#pending = new Map();
    const first = (this.#first ??= await findNext(store));
    const rows = await Promise.all(pending.map(([sequence, entry]) => toRow(first + sequence, entry)));
    await store.transact(['requests'], (transaction) =>
      Promise.all(rows.map((row) => transaction.put('requests', row))),
    );
  }
}

const toSlot = (number: number): string => String(number % requestsMax);

/** Returns the number after that of the last stored call. The rows of a ring are ordered, so ten of them are read. */
async function findNext(store: Pick<Store, 'get'>): Promise<number> {
  const first = await store.get('requests', '0');
  if (!first) {
    return 0;
  }
  let [low, high] = [0, requestsMax];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const row = await store.get('requests', String(middle));
    [low, high] = row && row.number > first.number ? [middle, high] : [low, middle];
  }
  return first.number + low + 1;
}

/** Copies a small body whose text is not noted by its reader: of a form, or of an image. */
function copySmall(message: Request | Response): Promise<Uint8Array | null> {
  const size = Number(message.headers.get('Content-Length') ?? Number.POSITIVE_INFINITY);
  const type = message.headers.get('Content-Type') ?? '';
  if (size === 0 || size > bodyMax || type.includes('json') || message.body === null) {
    return noBytes;
  }
  return message
    .clone()
    .arrayBuffer()
    .then(
      (buffer) => new Uint8Array(buffer),
      () => null,
    );
}

async function toRow(number: number, entry: Entry): Promise<LoggedRequest> {
  const { notes, response, createdAt, durationMs } = entry;
  const { pathname, search } = new URL(entry.url);
  const answer = toMessage(response.headers, notes.responseText, await entry.responseBytes);
  const [, jobId = null] = /(job_[\w-]{10,})/.exec(`${pathname} ${answer.body?.content ?? ''}`) ?? [];
  return {
    id: toSlot(number),
    number,
    operation: notes.operation,
    method: entry.method,
    path: hideSecrets(pathname + search),
    keyId: notes.keyId,
    status: response.status,
    request: toMessage(entry.headers, notes.requestText, await entry.requestBytes),
    response: answer,
    jobId,
    faultId: response.headers.get(faultHeader),
    createdAt,
    durationMs,
  };
}

const toMessage = (headers: Headers, text: string | null, bytes: Uint8Array | null): LoggedMessage => ({
  headers: [...headers].map(([name, value]) => [name, hideSecrets(value)]),
  body: toBody(text, bytes),
});

function toBody(text: string | null, bytes: Uint8Array | null): LoggedMessage['body'] {
  if (text !== null) {
    const whole = hideSecrets(text);
    return { encoding: 'text', content: whole.slice(0, bodyMax), isComplete: whole.length <= bodyMax };
  }
  if (bytes === null) {
    return null;
  }
  const content = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return { encoding: 'base64', content, isComplete: true };
}
