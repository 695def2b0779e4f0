import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { findPictureKind } from './picture-kind.ts';

it.each([
  { kind: 'PNG', head: '\x89PNG\r\n\x1a\n\0\0\0\rIHDR' },
  { kind: 'JPEG', head: '\xff\xd8\xff\xe0\0\x10JFIF' },
  { kind: 'GIF', head: 'GIF89a\x01\0\x01\0' },
  { kind: 'WebP', head: 'RIFF\x24\0\0\0WEBPVP8 ' },
  { kind: 'AVIF', head: '\0\0\0\x1cftypavif\0\0\0\0' },
  { kind: 'HEIC', head: '\0\0\0\x18ftypheic\0\0\0\0' },
  { kind: 'TIFF', head: 'II*\0\x08\0\0\0' },
  { kind: 'BMP', head: 'BM\x46\0\0\0\0\0\0\0' },
  { kind: null, head: 'RIFF\x24\0\0\0AVI LIST' },
  { kind: 'SVG', head: '<svg xmlns="http://www.w3.org/2000/svg">' },
  { kind: 'SVG', head: '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- drawn by hand -->\n<svg width="9">' },
  { kind: null, head: '<?xml version="1.0"?><html>' },
  { kind: null, head: '' },
])('$kind is detected by its first bytes', async ({ kind, head }) => {
  expect(await findPictureKind(new Blob([Buffer.from(head, 'latin1')]))).toBe(kind);
});

it('a video is not detected as an image', async () => {
  const clip = await readFile(new URL('../../../../test/fixtures/sample/short.mp4', import.meta.url));
  expect(await findPictureKind(new Blob([clip]))).toBeNull();
});
