import type { Size } from '#core/lib/size.ts';
import { weights } from './prores-codes.ts';

/** Codes of ITU-T H.273 that RDD 36 includes; all others are unspecified. */
const unspecified = 2;
const primariesCodes: Readonly<Record<string, number>> = {
  bt709: 1,
  bt470bg: 5,
  smpte170m: 6,
  bt2020: 9,
  smpte432: 12,
};
const transferCodes: Readonly<Record<string, number>> = { bt709: 1, smpte170m: 1, pq: 16, hlg: 18 };
const matrixCodes: Readonly<Record<string, number>> = { bt709: 1, bt470bg: 6, smpte170m: 6, 'bt2020-ncl': 9 };

/** 4:4:4, and progressive. */
const frameFlags = 0b1100_0000;
const alphaOf8Bits = 1;
/** Version 1 of the bitstream has 4:4:4 and alpha. */
const version = 1;
const frameHeaderBytes = 20 + 2 * weights.length;
const pictureHeaderBytes = 8;
const macroblocksPerSlice = 8;

/** The offsets in a frame (RDD 36, frame syntax). Its header is the same in every frame except for its two sizes. */
export type FrameHead = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The offset of the picture size, in 4 bytes; the frame size is at 0. */
  readonly pictureSizeAt: number;
  readonly pictureAt: number;
  /** The offset of the sizes of the slices, two bytes each, up to the end of the header. */
  readonly slicesAt: number;
  readonly slicesPerRow: number;
};

/** Creates the header of frames of this size, with the colours in the names of WebCodecs. */
export function createHead({ width, height }: Size, tags: VideoColorSpaceInit | null): FrameHead {
  const slicesPerRow = countSlices(Math.ceil(width / 16));
  const slices = slicesPerRow * Math.ceil(height / 16);
  const pictureAt = 8 + frameHeaderBytes;
  const slicesAt = pictureAt + pictureHeaderBytes;
  const bytes = new Uint8Array(slicesAt + 2 * slices);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('icpf'), 4);
  view.setUint16(8, frameHeaderBytes);
  view.setUint16(10, version);
  // The encoder that created it. Some programs accept no other.
  bytes.set(new TextEncoder().encode('apl0'), 12);
  view.setUint16(16, width);
  view.setUint16(18, height);
  bytes[20] = frameFlags;
  bytes[22] = primariesCodes[tags?.primaries ?? ''] ?? unspecified;
  bytes[23] = transferCodes[tags?.transfer ?? ''] ?? unspecified;
  bytes[24] = matrixCodes[tags?.matrix ?? ''] ?? unspecified;
  bytes[25] = alphaOf8Bits;
  bytes[27] = 0b11; // The matrices of luma and of chroma follow.
  bytes.set(weights, 28);
  bytes.set(weights, 28 + weights.length);
  view.setUint8(pictureAt, pictureHeaderBytes << 3);
  view.setUint16(pictureAt + 5, slices);
  view.setUint8(pictureAt + 7, Math.log2(macroblocksPerSlice) << 4);
  return { bytes, pictureSizeAt: pictureAt + 1, pictureAt, slicesAt, slicesPerRow };
}

/** Counts whole slices, plus one for each power of two in the remainder. */
function countSlices(macroblocks: number): number {
  let slices = Math.floor(macroblocks / macroblocksPerSlice);
  for (let rest = macroblocks % macroblocksPerSlice; rest > 0; rest &= rest - 1) {
    slices++;
  }
  return slices;
}
