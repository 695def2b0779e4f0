import type { Sliced } from './media-file.ts';

/** The number of bytes of a file that are read. */
const headBytes = 1024;

/**
 * The kinds of images, by their first bytes (as Latin-1): ffmpeg would treat each as a video of one frame. Sources: the
 * specifications of the formats.
 */
const kinds: readonly (readonly [kind: string, head: RegExp])[] = [
  ['PNG', /^\x89PNG\r\n/],
  ['JPEG', /^\xff\xd8\xff/],
  ['GIF', /^GIF8[79]a/],
  ['WebP', /^RIFF[^]{4}WEBP/],
  ['AVIF', /^[^]{4}ftypavi[fs]/],
  ['HEIC', /^[^]{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/],
  ['TIFF', /^(?:II\*\0|MM\0\*)/],
  ['BMP', /^BM[^]{4}\0\0\0\0/],
  ['SVG', /^(?:\xef\xbb\xbf)?\s*<(?:svg[\s>]|[?!][^]*<svg[\s>])/i],
];

/** Returns the common name of a file's image format; null if it is not an image. */
export async function findPictureKind(file: Sliced): Promise<string | null> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const head = String.fromCharCode(...bytes);
  return kinds.find(([, pattern]) => pattern.test(head))?.[0] ?? null;
}
