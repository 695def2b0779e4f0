import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Offcut } from '#client/offcut.ts';
import type { UploadOptions } from '#client/upload.ts';
import { Failure } from '#core/lib/failure.ts';

/** Whether a text is a URL or the handle of a stored file, not a path. */
export const isRemote = (file: string): boolean => /^https?:\/\/|^mat_/.test(file);

/**
 * Uploads a file of this computer in pieces and returns its handle. Returns a URL or a handle unchanged. Throws NOT_FOUND if the
 * file does not exist, and the errors of the upload.
 */
export async function uploadPath(offcut: Offcut, path: string, options: UploadOptions = {}): Promise<string> {
  if (isRemote(path)) {
    return path;
  }
  const file = resolve(path);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) {
    throw new Failure('NOT_FOUND', { message: `The file ${file} does not exist.` });
  }
  return offcut.upload(await openAsBlob(file), { name: basename(file), ...options });
}
