import { Failure } from '#core/lib/failure.ts';
import type { Size } from '#core/lib/size.ts';
import { Kernels } from '../kernels/kernels.ts';
import { rgbFactors, type Matrix } from '../picture/colour.ts';
import { planesSize, type Planes } from '../picture/planes.ts';

/** The scale of integer colour factors. */
const one = 65_536;

/** Draws painted frames on a canvas, with the same pixels in a preview and in a still. */
export class FrameCanvas {
  readonly canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #size: Size;
  readonly #kernels: Kernels;
  readonly #factors: readonly [luma: number, redV: number, greenU: number, greenV: number, blueU: number];
  readonly #planes: Uint8Array<ArrayBuffer>;
  readonly #alpha: Uint8Array<ArrayBuffer>;
  readonly #rgba: Uint8Array<ArrayBuffer>;

  /** `matrix` is that of the planes of the frames. */
  constructor(canvas: OffscreenCanvas, { width, height }: Size, matrix: Matrix) {
    this.canvas = canvas;
    this.#context = takeContext(canvas);
    this.#size = { width, height };
    const sizeBytes = planesSize(width, height);
    this.#kernels = new Kernels(sizeBytes + 5 * width * height + 65_536);
    this.#planes = this.#kernels.bytes(sizeBytes);
    this.#alpha = this.#kernels.bytes(width * height);
    this.#rgba = this.#kernels.bytes(4 * width * height);
    const { luma, redV, greenU, greenV, blueU } = rgbFactors(matrix);
    const whole = (factor: number): number => Math.round(one * factor);
    this.#factors = [whole(luma), whole(redV), whole(greenU), whole(greenV), whole(blueU)];
  }

  /** Returns the frame as straight RGBA, in its own memory. */
  toImage({ bytes }: Planes, alpha: Pick<Planes, 'y'> | null): ImageData {
    const { width, height } = this.#size;
    // Bytes after the image may follow.
    this.#planes.set(bytes.subarray(0, this.#planes.length));
    if (alpha) {
      this.#alpha.set(alpha.y);
    }
    const [lumaSize, chromaSize] = [width * height, ((width + 1) >> 1) * ((height + 1) >> 1)];
    const y = this.#planes.subarray(0, lumaSize);
    const u = this.#planes.subarray(lumaSize, lumaSize + chromaSize);
    const v = this.#planes.subarray(lumaSize + chromaSize);
    const hasAlpha = alpha ? 1 : 0;
    this.#kernels.run.joinRgba(y, u, v, this.#alpha, hasAlpha, width, height, ...this.#factors, this.#rgba);
    return new ImageData(new Uint8ClampedArray(this.#rgba), width, height);
  }

  /** Resizes and fills the canvas at once, because a new size clears it. */
  draw(image: ImageData): void {
    const { canvas } = this;
    if (canvas.width !== image.width || canvas.height !== image.height) {
      [canvas.width, canvas.height] = [image.width, image.height];
    }
    this.#context.putImageData(image, 0, 0);
  }
}

const contexts = new WeakMap<OffscreenCanvas, OffscreenCanvasRenderingContext2D>();

/**
 * Returns the context of a canvas, requested once: in a worker, Firefox 159 throws at the second request for that of a page's
 * canvas.
 */
function takeContext(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = contexts.get(canvas) ?? canvas.getContext('2d');
  if (!context) {
    throw new Failure('INTERNAL', { message: 'This browser cannot create a canvas to draw on.' });
  }
  contexts.set(canvas, context);
  return context;
}
