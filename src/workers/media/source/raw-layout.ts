import { planesSize, type Planes } from '../picture/planes.ts';
import type { WideTransfer } from '../picture/to-sdr.ts';
import { createWidePlanes, ToneMapper, wideBits } from '../picture/tone-map.ts';

/** The pixel format in which ffmpeg writes frames: 4:2:0 with alpha or without, with 10 bits for BT.2020. */
export class RawLayout {
  readonly pixelFormat: string;
  readonly sizeBytes: number;
  readonly #width: number;
  readonly #height: number;
  readonly #hasAlpha: boolean;
  readonly #toneMapper: ToneMapper | null;

  constructor({ width, height }: { width: number; height: number }, hasAlpha: boolean, wide: WideTransfer | null) {
    const values = planesSize(width, height) + (hasAlpha ? width * height : 0);
    this.#width = width;
    this.#height = height;
    this.#hasAlpha = hasAlpha;
    this.#toneMapper = wide && new ToneMapper(wide, false);
    this.pixelFormat = `${hasAlpha ? 'yuva420p' : 'yuv420p'}${wide ? '10le' : ''}`;
    this.sizeBytes = wide ? 2 * values : values;
  }

  /** Reads the frame in `bytes` into `target`, and returns its alpha, if it has one. */
  read(bytes: Uint8Array<ArrayBuffer>, target: Planes): Uint8Array | null {
    const size = planesSize(this.#width, this.#height);
    if (!this.#toneMapper) {
      target.bytes.set(bytes.subarray(0, size));
      return this.#hasAlpha ? bytes.subarray(size) : null;
    }
    const values = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
    this.#toneMapper.map(createWidePlanes(this.#width, this.#height, values.subarray(0, size)), target);
    return this.#hasAlpha ? Uint8Array.from(values.subarray(size), (value) => value >> (wideBits - 8)) : null;
  }
}
