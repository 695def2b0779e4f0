import type { TaskAnswer } from '#core/protocol/engine-tasks.ts';
import type { ApiContext } from './ports.ts';

/**
 * Returns the file of a task as a response with its own headers. Warnings are a JSON list in ASCII, as headers require: other
 * characters are escaped.
 */
export async function toPicture(
  { store }: ApiContext,
  { file, mimeType, sizeBytes, warnings }: TaskAnswer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const bytes = await store.bytes.read(file);
  return new Response(bytes, {
    headers: {
      ...headers,
      ...(warnings.length > 0 && { 'X-Warnings': toAscii(JSON.stringify(warnings)) }),
      'Content-Type': mimeType,
      'Content-Length': String(sizeBytes),
    },
  });
}

const toAscii = (json: string): string =>
  json.replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
