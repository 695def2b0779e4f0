import type { Picture } from '#core/lib/picture.ts';

/** Creates an image of this size with the greys that `look` returns, 0 to 255. */
export function greyPicture(
  { width, height }: { readonly width: number; readonly height: number },
  look: (x: number, y: number) => number,
): Picture {
  const rgb = new Uint8Array(3 * width * height);
  for (let at = 0; at < width * height; at++) {
    rgb.fill(look(at % width, Math.floor(at / width)), 3 * at, 3 * at + 3);
  }
  return { width, height, rgb };
}
