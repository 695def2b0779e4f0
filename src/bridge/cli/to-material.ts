import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import * as z from 'zod';
import { Failure } from '#core/lib/failure.ts';
import type { ApiClient } from './api-client.ts';

const newTicket = z.object({ ticket: z.string() });
const upload = z.object({ material: z.string() });

const dayMs = 24 * 3600 * 1000;

/** Uploads a file as a stream and returns its handle. Returns a URL unchanged. Throws NOT_FOUND if the file does not exist. */
export async function toMaterial(api: ApiClient, material: string): Promise<string> {
  if (/^https?:\/\//.test(material)) {
    return material;
  }
  const file = resolve(material);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) {
    throw new Failure('NOT_FOUND', { message: `The file ${file} does not exist.` });
  }
  const { ticket } = await api.call('/v1/uploads', newTicket, {
    method: 'POST',
    json: { purpose: 'a file on this computer' },
  });
  const form = new FormData();
  form.set('file', await openAsBlob(file), basename(file));
  const filled = await api.call(`/v1/uploads/${ticket}/file`, upload, { method: 'POST', form, timeoutMs: dayMs });
  return filled.material;
}
