/**
 * A frame in planar YUV 4:2:0, 8 bits, limited range: the only internal format of frames. The three planes are contiguous in
 * `bytes`, as I420; an odd size has a chroma column or row for a single pixel.
 */
export type Planes = {
  readonly width: number;
  readonly height: number;
  readonly chromaWidth: number;
  readonly chromaHeight: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly y: Uint8Array<ArrayBuffer>;
  readonly u: Uint8Array<ArrayBuffer>;
  readonly v: Uint8Array<ArrayBuffer>;
};

/** Creates planes on `bytes`, or on new ones (they start as zeros, which is not black). */
export function createPlanes(width: number, height: number, bytes?: Uint8Array<ArrayBuffer>): Planes {
  const chromaWidth = (width + 1) >> 1;
  const chromaHeight = (height + 1) >> 1;
  const lumaSize = width * height;
  const chromaSize = chromaWidth * chromaHeight;
  const all = bytes ?? new Uint8Array(lumaSize + 2 * chromaSize);
  return {
    width,
    height,
    chromaWidth,
    chromaHeight,
    bytes: all,
    y: all.subarray(0, lumaSize),
    u: all.subarray(lumaSize, lumaSize + chromaSize),
    v: all.subarray(lumaSize + chromaSize, lumaSize + 2 * chromaSize),
  };
}

/** Returns the bytes of a frame of this size as I420. */
export function planesSize(width: number, height: number): number {
  return width * height + 2 * ((width + 1) >> 1) * ((height + 1) >> 1);
}
