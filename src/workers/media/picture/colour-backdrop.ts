import type { Size } from '#core/lib/size.ts';
import { Kernels } from '../kernels/kernels.ts';
import { createPlanes, planesSize, type Planes } from './planes.ts';

/** Composites frames over one colour, in limited-range YUV. */
export class ColourBackdrop {
  /** The last result. It may be larger than the frames by a column or a row, which has the background colour. */
  readonly result: Planes;
  readonly #kernels: Kernels;
  readonly #background: readonly [number, number, number];
  readonly #picture: Planes;
  readonly #alpha: Uint8Array;

  constructor(size: Size, background: readonly [number, number, number], resultSize: Size) {
    const [bytes, resultBytes] = [size, resultSize].map(({ width, height }) => planesSize(width, height));
    const pixels = size.width * size.height;
    const kernels = new Kernels((bytes ?? 0) + (resultBytes ?? 0) + pixels + 1024);
    this.#kernels = kernels;
    this.#background = background;
    this.#picture = createPlanes(size.width, size.height, kernels.bytes(bytes ?? 0));
    this.#alpha = kernels.bytes(pixels);
    this.result = createPlanes(resultSize.width, resultSize.height, kernels.bytes(resultBytes ?? 0));
    this.result.y.fill(background[0] + 0.5);
  }

  /** Fills `result`; `alpha` has one byte per pixel of the frame. */
  lay(picture: Planes, alpha: Uint8Array): void {
    const { run } = this.#kernels;
    const { y, u, v, bytes, width, height } = this.#picture;
    const [levelY, levelU, levelV] = this.#background;
    bytes.set(picture.bytes);
    this.#alpha.set(alpha);
    run.layLuma(y, this.#alpha, width, height, levelY, this.result.y, this.result.width);
    run.layChroma(u, this.#alpha, width, height, levelU, this.result.u);
    run.layChroma(v, this.#alpha, width, height, levelV, this.result.v);
  }
}
