import type { Size } from '#core/size.ts';
import { createPlanes, type Planes } from './planes.ts';

/** A picture as the constructor of `VideoFrame` takes it. */
export type EvenPicture = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly codedWidth: number;
  readonly codedHeight: number;
  readonly visibleRect: DOMRectInit;
};

/**
 * Adds a column or a row to planes of an odd size, which no frame shows: Firefox refuses to construct a `VideoFrame` of 4:2:0 whose coded
 * size is odd.
 */
export class EvenPlanes {
  #padded: Planes | null = null;

  /** Returns `planes` themselves where their size is even. What it returns is valid until the next call. */
  from(planes: Planes): EvenPicture {
    const { width, height } = planes;
    const codedSize = { width: width + (width & 1), height: height + (height & 1) };
    const { bytes } = codedSize.width === width && codedSize.height === height ? planes : this.#pad(planes, codedSize);
    return {
      bytes,
      codedWidth: codedSize.width,
      codedHeight: codedSize.height,
      visibleRect: { x: 0, y: 0, width, height },
    };
  }

  /** The last column and row are repeated, so that an encoder that looks at them finds no edge there. */
  #pad({ width, height, y, u, v }: Planes, size: Size): Planes {
    if (this.#padded?.width !== size.width || this.#padded.height !== size.height) {
      this.#padded = createPlanes(size.width, size.height);
    }
    const padded = this.#padded;
    for (let row = 0; row < size.height; row += 1) {
      const from = Math.min(row, height - 1) * width;
      padded.y.set(y.subarray(from, from + width), row * size.width);
      padded.y[row * size.width + size.width - 1] = y[from + width - 1] ?? 0;
    }
    // Chroma has the same size.
    padded.u.set(u);
    padded.v.set(v);
    return padded;
  }
}
