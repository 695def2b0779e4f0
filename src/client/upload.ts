import { canStreamRequests } from './can-stream-requests.ts';
import type { Connection, Send } from './connection.ts';
import { OffcutError } from './offcut-error.ts';
import type { Answer } from './operation-call.ts';

/** The bytes of a file. A Blob, such as a `File` or the result of Node's `openAsBlob`, is read in pieces, not loaded whole. */
export type UploadSource = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;

/** The bytes of a file that were passed to the network. `totalBytes` is null for a stream without `sizeBytes`. */
export type UploadProgress = { readonly sentBytes: number; readonly totalBytes: number | null };

export type FileOptions = {
  /** The name of the file. The default is the name of a File, or `file`. */
  readonly name?: string;
  /** The exact size of a ReadableStream, in bytes. Then a file that is too large is refused before it is sent. */
  readonly sizeBytes?: number;
  /**
   * Called at most about a hundred times, and at the end. In Firefox and Safari there is no progress before the end if a service
   * worker answers the request.
   */
  readonly onProgress?: (progress: UploadProgress) => void;
  readonly signal?: AbortSignal;
};

export type UploadOptions = FileOptions & {
  /** The purpose of the file, as free text of at most 2,000 characters. */
  readonly purpose?: string;
};

/** The part of a form that contains the file. */
type FilePart = {
  readonly name: string;
  readonly source: Blob | ReadableStream<Bytes>;
  readonly totalBytes: number | null;
};

type Bytes = Uint8Array<ArrayBuffer>;
type OnSent = (sentBytes: number) => void;

/**
 * Uploads a file and returns the handle of its material. A lost connection is retried, except with a ReadableStream. Throws
 * OffcutError with UPLOAD_INTERRUPTED if it stays lost.
 */
export async function uploadFile(
  connection: Connection,
  source: UploadSource,
  { purpose, ...options }: UploadOptions = {},
): Promise<string> {
  const body = purpose === undefined ? {} : { purpose };
  const { data } = await connection.call('createUpload', { body, signal: options.signal });
  return (await fillTicket(connection, data.ticket, source, options)).data.material;
}

/** Uploads a file to a ticket. Throws as `uploadFile`. */
export async function fillTicket(
  connection: Connection,
  ticket: string,
  source: UploadSource,
  options: FileOptions = {},
): Promise<Answer<'fillUpload'>> {
  const { onProgress, signal } = options;
  const part = toPart(source, options);
  const { name, totalBytes } = part;
  const onSent = onProgress && toOnSent(totalBytes, onProgress);
  const send = await chooseSend(connection, part, onSent);
  const isRepeatable = part.source instanceof Blob;
  try {
    const answer = await connection.send('fillUpload', { params: { ticket }, send, isRepeatable, signal });
    onProgress?.({ sentBytes: answer.data.bytes, totalBytes: answer.data.bytes });
    return answer;
  } catch (thrown) {
    throw thrown instanceof OffcutError && thrown.code === 'UNREACHABLE' ? toInterrupted(name, thrown) : thrown;
  }
}

function toPart(source: UploadSource, { name, sizeBytes }: FileOptions): FilePart {
  if (source instanceof ReadableStream) {
    return { name: name ?? 'file', source, totalBytes: sizeBytes ?? null };
  }
  const blob = source instanceof Blob ? source : new Blob([source]);
  return { name: name ?? (blob instanceof File ? blob.name : 'file'), source: blob, totalBytes: blob.size };
}

/** Calls `onProgress` for each hundredth of the bytes, or for each MiB if their number is not known. */
function toOnSent(totalBytes: number | null, onProgress: (progress: UploadProgress) => void): OnSent {
  const stepBytes = totalBytes === null ? 2 ** 20 : totalBytes / 100;
  let toldBytes = 0;
  return (sentBytes) => {
    // A retry starts at 0 again.
    if (sentBytes < toldBytes || sentBytes - toldBytes >= stepBytes) {
      toldBytes = sentBytes;
      onProgress({ sentBytes, totalBytes });
    }
  };
}

/**
 * Chooses how the form is sent. `fetch` has no progress events, so the bytes of a streamed form are counted. Only XMLHttpRequest
 * works with every server, as Chrome streams requests by HTTP/2 only, but it has no progress events if a service worker answers.
 */
async function chooseSend(connection: Connection, part: FilePart, onSent: OnSent | undefined): Promise<Send> {
  const { source, name } = part;
  const isBlob = source instanceof Blob;
  if (isBlob && onSent && connection.hasGlobalFetch && isSentByXhr(connection.toUrl('getMe'))) {
    return (url, init) => sendByXhr(url, { ...init, body: toForm(source, name) }, onSent, source.size);
  }
  if ((!isBlob || onSent) && canStreamRequests()) {
    return (url, init, fetchIt) => sendStreamed(url, init, fetchIt, { part, onSent });
  }
  const blob = isBlob ? source : await new Response(source).blob();
  return (url, init, fetchIt) => fetchIt(url, { ...init, body: toForm(blob, name) });
}

const isSentByXhr = (url: URL): boolean =>
  'XMLHttpRequest' in globalThis &&
  'navigator' in globalThis &&
  (url.origin !== location.origin || !navigator.serviceWorker?.controller);

function toForm(file: Blob, name: string): FormData {
  const form = new FormData();
  form.append('file', file, name);
  return form;
}

/** Sends the form as a stream that counts the bytes of the file. */
async function sendStreamed(
  url: URL,
  init: RequestInit,
  fetchIt: typeof fetch,
  { part: { name, source, totalBytes }, onSent }: { part: FilePart; onSent: OnSent | undefined },
): Promise<Response> {
  const boundary = `offcut-${crypto.randomUUID()}`;
  const type = source instanceof Blob && source.type !== '' ? source.type : 'application/octet-stream';
  const disposition = `Content-Disposition: form-data; name="file"; filename="${toFormName(name)}"`;
  const utf8 = new TextEncoder();
  const head = utf8.encode(`--${boundary}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n`);
  const tail = utf8.encode(`\r\n--${boundary}--\r\n`);
  const headers = new Headers(init.headers);
  headers.set('Content-Type', `multipart/form-data; boundary=${boundary}`);
  if (totalBytes !== null) {
    // Browsers ignore this header, and Node sends it.
    headers.set('Content-Length', String(head.byteLength + totalBytes + tail.byteLength));
  }
  const end = new AbortController();
  const stream = source instanceof Blob ? source.stream() : source;
  const body = stream.pipeThrough(wrapBytes(head, tail, onSent), { signal: end.signal });
  try {
    const streamed: RequestInit & { duplex: 'half' } = { ...init, headers, body, duplex: 'half' };
    return await fetchIt(url, streamed);
  } catch (thrown) {
    // After a lost connection Node reads the rest of the stream.
    end.abort(thrown);
    throw thrown;
  }
}

/** Adds bytes before and after a stream, and counts its own. */
function wrapBytes(head: Bytes, tail: Bytes, onSent: OnSent | undefined): TransformStream<Bytes, Bytes> {
  let sentBytes = 0;
  return new TransformStream({
    start: (controller) => controller.enqueue(head),
    transform: (piece, controller) => {
      sentBytes += piece.byteLength;
      controller.enqueue(piece);
      onSent?.(sentBytes);
    },
    flush: (controller) => controller.enqueue(tail),
  });
}

/** Escapes a file name for the header of a form part, as the HTML standard does. */
const toFormName = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Sends a request as `fetch` does, with the progress of its body. The form around the file is not counted. */
const sendByXhr = (url: URL, init: RequestInit, onSent: OnSent, fileBytes: number): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { method = 'POST', signal } = init;
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onSent(Math.max(0, loaded - (total - fileBytes))),
    );
    const stop = (): void => {
      request.abort();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
    request.addEventListener('load', () => resolve(new Response(request.responseText, toResponseInit(request))));
    request.addEventListener('error', () => reject(new TypeError('The connection was lost.')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
    request.send(init.body instanceof FormData ? init.body : null);
  });

function toResponseInit(request: XMLHttpRequest): ResponseInit {
  const headers = new Headers();
  for (const [, name = '', value = ''] of request.getAllResponseHeaders().matchAll(/^([^:\r\n]+):\s*(.*?)\r?$/gm)) {
    headers.append(name, value);
  }
  return { status: request.status, headers };
}

const toInterrupted = (name: string, cause: OffcutError): OffcutError =>
  new OffcutError({
    code: 'UPLOAD_INTERRUPTED',
    message: `The connection ended before ${name} was uploaded. Upload it again.`,
    retryable: true,
    cause,
  });
