import { toOperationAddress } from '#ui/app/client.ts';
import { readEnvelope } from '#ui/app/envelope.ts';

/** Replaces the state of this browser by that of a ZIP. The browser reads the file from the disk. Throws ApiError. */
export async function putWorld(file: File): Promise<void> {
  const headers = { 'Content-Type': 'application/zip' };
  const response = await fetch(toOperationAddress('putWorld'), { method: 'PUT', headers, body: file });
  readEnvelope(await response.text());
}
