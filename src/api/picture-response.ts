import type { ErrandAnswer } from '#core/errands.ts';
import type { ApiContext } from './ports.ts';

/** The file of an answer as the response, with headers of its own. */
export async function toPicture(
  { store }: ApiContext,
  { file, mimeType, sizeBytes }: ErrandAnswer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const bytes = await store.bytes.read(file);
  return new Response(bytes, {
    headers: { ...headers, 'Content-Type': mimeType, 'Content-Length': String(sizeBytes) },
  });
}
