import type { SmallPicture } from '../picture/small-picture.ts';

/** Halves both sides; each pixel is the mean of four. */
export function halvePicture(source: SmallPicture, target: SmallPicture): void {
  halve(source.y, source.width, target.y, target.width);
  halve(source.u, source.width, target.u, target.width);
  halve(source.v, source.width, target.v, target.width);
}

/** Halves one plane. `width` and `targetWidth` are the lengths of the rows; the first is even and twice the second. */
export function halve(source: Float32Array, width: number, target: Float32Array, targetWidth: number): void {
  for (let to = 0, from = 0; to < target.length; from += 2 * width) {
    for (let x = 0, at = from; x < targetWidth; x++, to++, at += 2) {
      const above = (source[at] ?? 0) + (source[at + 1] ?? 0);
      const below = (source[at + width] ?? 0) + (source[at + width + 1] ?? 0);
      target[to] = (above + below) / 4;
    }
  }
}
