import { BufferSource, EncodedPacketSink, Input, QTFF, type EncodedPacket } from 'mediabunny';
import type { Quality } from '#core/runners.ts';
import type { Size } from '#core/size.ts';
import { chooseCore, compileCore, type CompiledCore } from '../ffmpeg/core.ts';
import { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import type { Planes } from '../picture/planes.ts';
import type { SourceColour } from '../source/source.ts';

/** An ffmpeg in the browser runs out of memory after some 60 runs; before that a new one takes its place. */
const runsPerFfmpeg = 40;
/** Pieces are about so large, and so long at most. */
const pieceBytes = 24 * 1024 * 1024;
const mostFrames = 24;
/** The fixed quantizer: without one the encoder searches for it slice by slice, five times as long for larger files. */
const quantizers: Record<Quality, number> = { best: 4, fast: 8 };

const ffmpegMatrices: Readonly<Record<string, string>> = { 'bt2020-ncl': 'bt2020nc' };
const ffmpegTransfers: Readonly<Record<string, string>> = { pq: 'smpte2084', hlg: 'arib-std-b67' };

/**
 * ProRes 4444 with alpha, by ffmpeg, a piece of frames at a time. Every frame of it stands alone, so that the
 * packets of all pieces make one stream.
 */
export class ProresEncoder {
  /** So many frames make a piece. */
  readonly framesPerPiece: number;
  readonly #size: Size;
  readonly #args: string[];
  readonly #frameBytes: number;
  /** The one that is being filled, and the one that ffmpeg works at. */
  #pieces: readonly [filling: Uint8Array, encoding: Uint8Array];
  #filled = 0;
  #core: Promise<CompiledCore> | null = null;
  #ffmpeg: Ffmpeg | null = null;
  #runs = 0;

  constructor(size: Size, quality: Quality, { tags }: SourceColour) {
    const chromaBytes = 2 * ((size.width + 1) >> 1) * ((size.height + 1) >> 1);
    this.#size = size;
    this.#frameBytes = 2 * size.width * size.height + chromaBytes;
    this.framesPerPiece = Math.max(1, Math.min(mostFrames, Math.floor(pieceBytes / this.#frameBytes)));
    const bytes = this.#frameBytes * this.framesPerPiece;
    this.#pieces = [createSharable(bytes), createSharable(bytes)];
    // The encoder writes the tags of the frames, so they have to be said of the input.
    const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuva420p', '-s', `${size.width}x${size.height}`];
    const input = [...raw, ...tagArgs(tags), '-i', '/piece.yuv'];
    // 8 bits of alpha are what there is. Asked for 16, this ffmpeg makes 99.7 % of an alpha of 255.
    const codec = ['-c:v', 'prores_ks', '-profile:v', '4444', '-pix_fmt', 'yuva444p10le', '-alpha_bits', '8'];
    const options = ['-vendor', 'apl0', '-q:v', String(quantizers[quality])];
    this.#args = [...input, ...codec, ...options, '-f', 'mov', '/piece.mov'];
  }

  /** Copies a frame into the piece; true when the piece is full. */
  add(colour: Planes, alpha: Uint8Array): boolean {
    const at = this.#filled * this.#frameBytes;
    const [piece] = this.#pieces;
    piece.set(colour.bytes, at);
    piece.set(alpha, at + colour.bytes.length);
    this.#filled++;
    return this.#filled === this.framesPerPiece;
  }

  /**
   * Encodes the piece as far as it is filled, and starts another one at once; to be called again only when this is done.
   * The packets count their times from 0.
   */
  async encode(): Promise<EncodedPacket[]> {
    const [filled, free] = this.#pieces;
    const piece = filled.subarray(0, this.#filled * this.#frameBytes);
    this.#pieces = [free, filled];
    this.#filled = 0;
    if (piece.length === 0) {
      return [];
    }
    try {
      return await this.#run(piece);
    } catch {
      // A failed ffmpeg is thrown away. The single-threaded core is the steadier one, and gets the second try.
      this.close();
      this.#core = compileCore('core');
      return this.#run(piece);
    }
  }

  close(): void {
    this.#ffmpeg?.close();
    this.#ffmpeg = null;
  }

  async #run(piece: Uint8Array): Promise<EncodedPacket[]> {
    if (this.#runs++ % runsPerFfmpeg === 0 || !this.#ffmpeg) {
      this.close();
      this.#core ??= compileCore(chooseCore());
      this.#ffmpeg = await Ffmpeg.open(await this.#core);
    }
    return readPackets(await this.#ffmpeg.convert(this.#args, '/piece.yuv', piece, '/piece.mov'));
  }

  /** What a muxer has to know of the stream. */
  get decoderConfig(): VideoDecoderConfig {
    return { codec: 'ap4h', codedWidth: this.#size.width, codedHeight: this.#size.height };
  }
}

/** Bytes that another thread can work at without a copy, where threads can share memory. */
const createSharable = (sizeBytes: number): Uint8Array =>
  new Uint8Array(self.crossOriginIsolated ? new SharedArrayBuffer(sizeBytes) : new ArrayBuffer(sizeBytes));

function tagArgs(tags: VideoColorSpaceInit | null): string[] {
  const { matrix, primaries, transfer } = tags ?? {};
  return [
    ...(matrix ? ['-colorspace', ffmpegMatrices[matrix] ?? matrix] : []),
    ...(primaries ? ['-color_primaries', primaries] : []),
    ...(transfer ? ['-color_trc', ffmpegTransfers[transfer] ?? transfer] : []),
  ];
}

async function readPackets(mov: Uint8Array): Promise<EncodedPacket[]> {
  const input = new Input({ formats: [QTFF], source: new BufferSource(mov) });
  try {
    const track = await input.getPrimaryVideoTrack();
    const packets: EncodedPacket[] = [];
    if (track) {
      for await (const packet of new EncodedPacketSink(track).packets()) {
        packets.push(packet);
      }
    }
    return packets;
  } finally {
    input.dispose();
  }
}
