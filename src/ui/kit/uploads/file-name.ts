import { readEnvelope } from '#ui/app/envelope.ts';

/** What the API answers as a file, by the name that it gives it, else `fallback`. Throws ApiError where it refuses. */
export async function toFile(response: Response, fallback: string): Promise<File> {
  if (!response.ok) {
    readEnvelope(await response.text());
  }
  const blob = await response.blob();
  return new File([blob], toFileName(response.headers.get('Content-Disposition') ?? '', fallback), { type: blob.type });
}

/** The name in a Content-Disposition header: the one in UTF-8 before the one in ASCII, else `fallback`. */
export function toFileName(disposition: string, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="([^"]*)"/i.exec(disposition)?.[1];
  return encoded === undefined ? (plain ?? fallback) : decodeURIComponent(encoded);
}
