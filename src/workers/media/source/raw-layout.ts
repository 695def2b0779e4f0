import { createPlanes, planesSize, type Planes } from '../picture/planes.ts';
import type { WideTransfer } from '../picture/to-sdr.ts';
import { createWidePlanes, ToneMapper, wideBits } from '../picture/tone-map.ts';

type Picture = { readonly planes: Planes; readonly alpha: Uint8Array | null };

/** How ffmpeg is to write a picture, so that it can be read here: 4:2:0 with alpha or without, of 10 bits where it is BT.2020. */
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

  /** The picture in `bytes`, which it may keep. */
  read(bytes: Uint8Array<ArrayBuffer>): Picture {
    const [width, height, size] = [this.#width, this.#height, planesSize(this.#width, this.#height)];
    if (!this.#toneMapper) {
      const planes = createPlanes(width, height, bytes.subarray(0, size));
      return { planes, alpha: this.#hasAlpha ? bytes.subarray(size) : null };
    }
    const values = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
    const planes = createPlanes(width, height);
    this.#toneMapper.map(createWidePlanes(width, height, values.subarray(0, size)), planes);
    const alpha = this.#hasAlpha ? Uint8Array.from(values.subarray(size), (value) => value >> (wideBits - 8)) : null;
    return { planes, alpha };
  }
}
