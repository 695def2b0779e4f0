import type { ErrandAnswer } from '#core/protocol/errands.ts';
import type { ApiContext } from './ports.ts';

/**
 * The file of an answer as the response, with headers of its own. Warnings are a list in JSON, in ASCII as headers are: other
 * letters are escaped.
 */
export async function toPicture(
  { store }: ApiContext,
  { file, mimeType, sizeBytes, warnings }: ErrandAnswer,
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
