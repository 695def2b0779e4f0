import { OffcutError } from '#client/offcut-error.ts';
import { fillTicket as fill, uploadFile as upload, type FileOptions } from '#client/upload.ts';
import { connection, type DataOf } from '#ui/app/client.ts';
import { markAsStored, notePending } from './pending-uploads.ts';

/** The time for which an unloading page may keep running. */
const leavingMs = 500;

const handles = new WeakMap<File, string>();

/** Called with the sent share of the bytes, 0..1, or with null if the browser does not report it. */
export type OnShare = (share: number | null) => void;

/** Uploads a file and returns the handle of its material. The same `File` is sent only once. Throws OffcutError. */
export async function uploadFile(file: File, onShare: OnShare, signal: AbortSignal): Promise<string> {
  const known = handles.get(file);
  if (known !== undefined) {
    return known;
  }
  const forget = notePending(file);
  try {
    const purpose = file.name.slice(0, 2000);
    const options = { ...toOptions(onShare, signal), purpose };
    const material = await upload(connection, file, options).catch(waitIfLeaving).catch(nameFile(file.name));
    handles.set(file, material);
    markAsStored(file);
    return material;
  } finally {
    forget();
  }
}

/** Uploads a file to a ticket. Throws OffcutError, or the reason of the abort. */
export const fillTicket = async (
  ticket: string,
  file: File,
  onShare: OnShare,
  signal: AbortSignal,
): Promise<DataOf<'fillUpload'>> =>
  (await fill(connection, ticket, file, toOptions(onShare, signal)).catch(waitIfLeaving).catch(nameFile(file.name)))
    .data;

function toOptions(onShare: OnShare, signal: AbortSignal): FileOptions {
  onShare(null);
  return { signal, onProgress: ({ sentBytes, totalBytes }) => onShare(totalBytes ? sentBytes / totalBytes : null) };
}

/** Firefox fails the requests of an unloading page before `pagehide`: such an upload did not fail, it was interrupted. */
async function waitIfLeaving(thrown: unknown): Promise<never> {
  if (thrown instanceof OffcutError && thrown.code === 'UPLOAD_INTERRUPTED') {
    await new Promise((resolve) => setTimeout(resolve, leavingMs));
  }
  throw thrown;
}

/** The errors that one file of several causes. */
const fileErrors: readonly string[] = ['UNSUPPORTED_MEDIA', 'FILE_TOO_LARGE', 'STORAGE_FULL'];

/** Returns a function that rethrows an error. If the file caused it, the message begins with the name of the file. */
export const nameFile =
  (name: string) =>
  (thrown: unknown): never => {
    if (thrown instanceof OffcutError && fileErrors.includes(thrown.code) && !thrown.message.includes(name)) {
      const { code, status, retryable, details, requestId } = thrown;
      const message = `"${name}": ${thrown.message}`;
      throw new OffcutError({ code, message, status, retryable, details, requestId, cause: thrown });
    }
    throw thrown;
  };
