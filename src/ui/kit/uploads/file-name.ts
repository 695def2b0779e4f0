import { readEnvelope } from '#client/offcut-error.ts';

/** Fetches a response of the API as a file with the name that the API gives it, else `fallback`. Throws OffcutError on failure. */
export async function toFile(response: Response, fallback: string): Promise<File> {
  if (!response.ok) {
    readEnvelope(await response.text());
  }
  const blob = await response.blob();
  return new File([blob], toFileName(response.headers.get('Content-Disposition') ?? '', fallback), { type: blob.type });
}

/** Returns the name in a Content-Disposition header: UTF-8 first, then ASCII, else `fallback`. */
export function toFileName(disposition: string, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="([^"]*)"/i.exec(disposition)?.[1];
  return encoded === undefined ? (plain ?? fallback) : decodeURIComponent(encoded);
}
