import type { Quality } from '#core/model/formats.ts';
import type { Size } from '#core/lib/size.ts';
import { Kernels } from '../kernels/kernels.ts';
import { planesSize, type Planes } from '../picture/planes.ts';
import { codebooks, createQuantizer, places, scales } from './prores-codes.ts';
import { createHead, type FrameHead } from './prores-header.ts';

/** The number of tabulated codewords per codebook. */
const tabledCodes = 64;
const scratchBytes = 8192;
/**
 * More than the maximum of a macroblock: 768 coefficients with codewords of at most 49 bits for run, level and sign, and 256 of
 * alpha.
 */
const macroblockBytes = 8192;

/**
 * Encodes ProRes 4444 with alpha (SMPTE RDD 36:2015): 4:4:4, progressive, with a fixed quantizer and 8 bits of lossless alpha.
 * Every frame is independent, and the same image gives the same bytes. Chroma is interpolated linearly, with the siting of MPEG-2.
 */
export class ProresEncoder {
  /** The decoder configuration of the stream, for a muxer. */
  readonly decoderConfig: VideoDecoderConfig;
  readonly #height: number;
  readonly #head: FrameHead;
  readonly #planes: Record<'y' | 'u' | 'v' | 'alpha', Uint8Array>;
  readonly #output: Uint8Array;
  readonly #sizes: Uint8Array;
  /** Encodes a row of macroblocks into `#output` and `#sizes`. Returns the number of bytes. */
  readonly #codeRow: (top: number) => number;
  /** The buffer of the frame that is being encoded. */
  #frame = new Uint8Array(1 << 16);

  constructor(size: Size, quality: Quality, tags: VideoColorSpaceInit | null) {
    const { width, height } = size;
    const macroblocks = Math.ceil(width / 16);
    const chromaBytes = ((width + 1) >> 1) * ((height + 1) >> 1);
    const outputBytes = macroblocks * macroblockBytes;
    const bandBytes = macroblocks * 16 * 16;
    const kernels = new Kernels(planesSize(width, height) + width * height + 7 * bandBytes + outputBytes + (1 << 16));
    this.decoderConfig = { codec: 'ap4h', codedWidth: width, codedHeight: height, ...(tags && { colorSpace: tags }) };
    this.#height = height;
    this.#head = createHead(size, tags);
    const y = kernels.bytes(width * height);
    const [u, v] = [kernels.bytes(chromaBytes), kernels.bytes(chromaBytes)];
    const alpha = kernels.bytes(width * height);
    this.#planes = { y, u, v, alpha };
    this.#output = kernels.bytes(outputBytes);
    this.#sizes = kernels.bytes(2 * this.#head.slicesPerRow);
    const [luma, blue, red] = [
      kernels.bytes(2 * bandBytes),
      kernels.bytes(2 * bandBytes),
      kernels.bytes(2 * bandBytes),
    ];
    const alphaBand = kernels.bytes(bandBytes);
    const tables = createTables(kernels, quality);
    const { run } = kernels;
    this.#codeRow = (top) => {
      run.widenLuma(y, width, height, top, luma);
      run.widenChroma(u, width, height, top, blue);
      run.widenChroma(v, width, height, top, red);
      run.padBytes(alpha, width, height, top, alphaBand);
      const bands = [luma, blue, red, alphaBand] as const;
      return run.codeSlices(...bands, macroblocks, scales[quality], ...tables, this.#sizes, this.#output);
    };
  }

  /** Encodes one frame; `alpha` has one byte per pixel, and is null if all pixels are opaque. */
  encode({ y, u, v }: Planes, alpha: Uint8Array | null): Uint8Array {
    this.#planes.y.set(y);
    this.#planes.u.set(u);
    this.#planes.v.set(v);
    if (alpha) {
      this.#planes.alpha.set(alpha);
    } else {
      this.#planes.alpha.fill(255);
    }
    const { bytes: head, slicesAt, pictureSizeAt, pictureAt } = this.#head;
    let sizesAt = slicesAt;
    let at = head.length;
    this.#frame.set(head);
    for (let top = 0; top < this.#height; top += 16) {
      const rowBytes = this.#codeRow(top);
      this.#makeRoom(at + rowBytes);
      this.#frame.set(this.#output.subarray(0, rowBytes), at);
      this.#frame.set(this.#sizes, sizesAt);
      at += rowBytes;
      sizesAt += this.#sizes.length;
    }
    const view = new DataView(this.#frame.buffer);
    view.setUint32(0, at);
    view.setUint32(pictureSizeAt, at - pictureAt);
    return this.#frame.slice(0, at);
  }

  #makeRoom(sizeBytes: number): void {
    if (sizeBytes > this.#frame.length) {
      const frame = new Uint8Array(2 * sizeBytes);
      frame.set(this.#frame);
      this.#frame = frame;
    }
  }
}

/** Creates the tables of the kernels, in the order of their parameters. */
function createTables(kernels: Kernels, quality: Quality) {
  const quantizer = new Uint16Array(createQuantizer(quality));
  const tables = [
    kernels.bytes(quantizer.byteLength),
    kernels.bytes(places.length),
    kernels.ints(codebooks.length),
    kernels.ints(tabledCodes * codebooks.length),
    kernels.bytes(scratchBytes),
  ] as const;
  const [factors, order, books, codes] = tables;
  factors.set(new Uint8Array(quantizer.buffer));
  order.set(places);
  books.set(codebooks);
  kernels.run.fillCodes(books, codebooks.length, codes);
  return tables;
}
