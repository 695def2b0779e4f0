import type { Planes } from './planes.ts';

/**
 * Lays the picture over one colour (limited-range YUV). `target` may be larger by a column or a row, which then shows the
 * colour alone. Most of a picture is all subject or all background: that is copied or filled in runs, and only what lies
 * between is mixed.
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
  const { width } = picture;
  const luma = { source: picture.y, target: target.y, background: y };
  for (let row = 0; row < picture.height; row++) {
    mixRow(luma, alpha.subarray(row * width, (row + 1) * width), 255, row * width, row * target.width);
  }
  const chroma = [
    { source: picture.u, target: target.u, background: u },
    { source: picture.v, target: target.v, background: v },
  ];
  const sums = new Uint16Array(picture.chromaWidth);
  for (let row = 0; row < picture.chromaHeight; row++) {
    sumSquares(picture, alpha, row, sums);
    for (const plane of chroma) {
      // An even target has the same chroma size as an odd picture.
      mixRow(plane, sums, 1020, row * picture.chromaWidth, row * picture.chromaWidth);
    }
  }
}

type Plane = { readonly source: Uint8Array; readonly target: Uint8Array; readonly background: number };

/** One row, given by where it starts in the source and in the target; `shares` says how much of `whole` is subject. */
function mixRow(plane: Plane, shares: Uint8Array | Uint16Array, whole: number, from: number, to: number): void {
  const { source, target, background } = plane;
  const gain = 1 / whole;
  let x = 0;
  while (x < shares.length) {
    const share = shares[x] ?? 0;
    if (share > 0 && share < whole) {
      target[to + x] = background + share * gain * ((source[from + x] ?? 0) - background) + 0.5;
      x++;
      continue;
    }
    const start = x;
    while (x < shares.length && shares[x] === share) {
      x++;
    }
    if (share === 0) {
      target.fill(background + 0.5, to + start, to + x);
    } else {
      target.set(source.subarray(from + start, from + x), to + start);
    }
  }
}

/** Chroma has the mean alpha of the pixels that it serves: the sums over its squares, of which those at an odd border repeat. */
function sumSquares({ width, height, chromaWidth }: Planes, alpha: Uint8Array, row: number, sums: Uint16Array): void {
  const above = 2 * row * width;
  const below = 2 * row + 1 < height ? above + width : above;
  for (let x = 0; x < chromaWidth; x++) {
    const left = 2 * x;
    const right = left + 1 < width ? left + 1 : left;
    const upper = (alpha[above + left] ?? 0) + (alpha[above + right] ?? 0);
    sums[x] = upper + (alpha[below + left] ?? 0) + (alpha[below + right] ?? 0);
  }
}
