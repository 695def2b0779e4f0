/** The name in a Content-Disposition header: the one in UTF-8 before the one in ASCII, else `fallback`. */
export function toFileName(disposition: string, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="([^"]*)"/i.exec(disposition)?.[1];
  return encoded === undefined ? (plain ?? fallback) : decodeURIComponent(encoded);
}
