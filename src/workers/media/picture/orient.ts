import type { Planes } from './planes.ts';

/** The transform from stored to displayed pixels: rotated clockwise first, then mirrored left to right. */
export type Orientation = { readonly rotation: 0 | 90 | 180 | 270; readonly isMirrored: boolean };

/** Returns whether pixels stay unchanged. */
export function isUpright({ rotation, isMirrored }: Orientation): boolean {
  return rotation === 0 && !isMirrored;
}

/** Returns whether width and height are swapped. */
export function isSideways({ rotation }: Orientation): boolean {
  return rotation === 90 || rotation === 270;
}

/** Rotates `source` into `target`, which has the rotated size. */
export function orientPlanes(source: Planes, target: Planes, orientation: Orientation): void {
  orientPlane(source.y, source.width, source.height, target.y, orientation);
  orientPlane(source.u, source.chromaWidth, source.chromaHeight, target.u, orientation);
  orientPlane(source.v, source.chromaWidth, source.chromaHeight, target.v, orientation);
}

/** Rotates one plane, which has `width` by `height` pixels before rotation. */
export function orientPlane(
  source: Uint8Array,
  width: number,
  height: number,
  target: Uint8Array,
  orientation: Orientation,
): void {
  const turnedWidth = isSideways(orientation) ? height : width;
  const turnedHeight = isSideways(orientation) ? width : height;
  const { start, right, down } = steps(width, height, orientation);
  let at = 0;
  for (let y = 0; y < turnedHeight; y++) {
    let from = start + y * down;
    for (let x = 0; x < turnedWidth; x++) {
      target[at++] = source[from] ?? 0;
      from += right;
    }
  }
}

/** Returns where the rotated image starts in the source, and the source steps of one rotated step right or down. */
function steps(width: number, height: number, { rotation, isMirrored }: Orientation) {
  const last = width * height - 1;
  const turned = {
    0: { start: 0, right: 1, down: width },
    90: { start: last - width + 1, right: -width, down: 1 },
    180: { start: last, right: -1, down: -width },
    270: { start: width - 1, right: width, down: -1 },
  }[rotation];
  if (!isMirrored) {
    return turned;
  }
  const turnedWidth = rotation === 90 || rotation === 270 ? height : width;
  return { start: turned.start + (turnedWidth - 1) * turned.right, right: -turned.right, down: turned.down };
}
