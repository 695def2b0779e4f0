import type { Planes } from './planes.ts';

/**
 * Lays the picture over one colour (limited-range YUV). `target` may be larger by a column or a row, which then shows the
 * colour alone.
 */
export function composite(
  picture: Planes,
  alpha: Uint8Array,
  background: readonly [number, number, number],
  target: Planes,
): void {
  const [y, u, v] = background;
  const isLarger = target.width !== picture.width || target.height !== picture.height;
  if (isLarger) {
    target.y.fill(y);
  }
  for (let row = 0; row < picture.height; row++) {
    mixRow(picture.y, alpha, row * picture.width, picture.width, y, target.y, row * target.width);
  }
  for (let row = 0; row < picture.chromaHeight; row++) {
    mixChromaRow(picture, alpha, row, u, picture.u, target.u);
    mixChromaRow(picture, alpha, row, v, picture.v, target.v);
  }
}

function mixRow(
  source: Uint8Array,
  alpha: Uint8Array,
  from: number,
  length: number,
  background: number,
  target: Uint8Array,
  to: number,
): void {
  for (let x = 0; x < length; x++) {
    const share = (alpha[from + x] ?? 0) / 255;
    target[to + x] = background + share * ((source[from + x] ?? 0) - background) + 0.5;
  }
}

/** Chroma has the mean alpha of the pixels that it serves. An even target has the same chroma size as an odd picture. */
function mixChromaRow(
  { width, height, chromaWidth }: Planes,
  alpha: Uint8Array,
  row: number,
  background: number,
  source: Uint8Array,
  target: Uint8Array,
): void {
  const above = 2 * row * width;
  const below = 2 * row + 1 < height ? above + width : above;
  for (let x = 0; x < chromaWidth; x++) {
    const left = 2 * x;
    const right = left + 1 < width ? left + 1 : left;
    const sum =
      (alpha[above + left] ?? 0) +
      (alpha[above + right] ?? 0) +
      (alpha[below + left] ?? 0) +
      (alpha[below + right] ?? 0);
    const at = row * chromaWidth + x;
    target[at] = background + (sum / 1020) * ((source[at] ?? 0) - background) + 0.5;
  }
}
