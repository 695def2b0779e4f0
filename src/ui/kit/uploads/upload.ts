import { call, toData, toOperationAddress, type DataOf } from '#ui/app/client.ts';
import { ApiError, readEnvelope } from '#ui/app/envelope.ts';
import { canStreamRequests } from './can-stream-requests.ts';
import { notePending } from './pending-uploads.ts';

/** The time for which an unloading page may keep running. */
const leavingMs = 500;

const handles = new WeakMap<File, string>();

/** Called with the sent share of the bytes, 0..1, or with null if the browser does not report it. */
export type OnShare = (share: number | null) => void;

/** Uploads a file and returns the handle of its material. The same `File` is sent only once. Throws ApiError. */
export async function uploadFile(file: File, onShare: OnShare, signal: AbortSignal): Promise<string> {
  const known = handles.get(file);
  if (known !== undefined) {
    return known;
  }
  const forget = notePending(file);
  try {
    const { ticket } = await call('createUpload', { body: { purpose: file.name.slice(0, 2000) }, signal });
    const { material } = await fillTicket(ticket, file, onShare, signal);
    handles.set(file, material);
    return material;
  } finally {
    forget();
  }
}

/** Uploads a file to a ticket. Throws ApiError, or the reason of the abort. */
export async function fillTicket(
  ticket: string,
  file: File,
  onShare: OnShare,
  signal: AbortSignal,
): Promise<DataOf<'fillUpload'>> {
  onShare(null);
  try {
    const body = canStreamRequests() ? toStreamedForm(file, onShare) : toForm(file);
    const response = await fetch(toOperationAddress('fillUpload', { ticket }), { method: 'POST', signal, ...body });
    return toData('fillUpload', readEnvelope(await response.text()));
  } catch (thrown) {
    if (signal.aborted || thrown instanceof ApiError) {
      throw thrown;
    }
    // Firefox fails the requests of an unloading page before `pagehide`: such an upload did not fail, it was interrupted.
    await new Promise((resolve) => setTimeout(resolve, leavingMs));
    throw ApiError.from(thrown);
  }
}

function toForm(file: File): RequestInit {
  const body = new FormData();
  body.append('file', file);
  return { body };
}

/**
 * The form as a stream that counts the bytes read from it. Uploads to a service worker have no progress events, neither
 * with `fetch` nor with XMLHttpRequest.
 */
export function toStreamedForm(file: File, onShare: OnShare): RequestInit & { duplex: 'half' } {
  const boundary = `offcut-${crypto.randomUUID()}`;
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="file"; filename="${toFormName(file.name)}"`,
    `Content-Type: ${file.type || 'application/octet-stream'}`,
  ];
  const form = new Blob([`${head.join('\r\n')}\r\n\r\n`, file, `\r\n--${boundary}--\r\n`]);
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: form.stream().pipeThrough(countBytes(form.size, onShare)),
    duplex: 'half',
  };
}

/** Passes bytes on and reports their share, at most a hundred times: a render for every chunk would be slow. */
function countBytes(totalBytes: number, onShare: OnShare): TransformStream<Uint8Array, Uint8Array> {
  let takenBytes = 0;
  let said = 0;
  return new TransformStream({
    transform(piece, controller) {
      takenBytes += piece.byteLength;
      controller.enqueue(piece);
      const hundredths = Math.floor((takenBytes / totalBytes) * 100);
      if (hundredths > said) {
        said = hundredths;
        onShare(takenBytes / totalBytes);
      }
    },
  });
}

/** Escapes a file name for the header of a form part, as the HTML standard does. */
const toFormName = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
