import type { Matrix } from './picture/colour.ts';
import { createPlanes, type Planes } from './picture/planes.ts';
import { toRgba } from './picture/rgba.ts';
import { PlanesScaler } from './picture/planes-scaler.ts';
import { fitInside } from './picture/fit-inside.ts';

const longSidePx = 240;

/** Creates small WebP images of cutout frames, with alpha, as data URLs. */
export class Snapshot {
  readonly #scaler: PlanesScaler;
  readonly #colour: Planes;
  readonly #alpha: Planes;
  readonly #canvas: OffscreenCanvas;
  readonly #matrix: Matrix;

  constructor(full: { width: number; height: number }, matrix: Matrix) {
    const { width, height } = fitInside(full, longSidePx);
    this.#scaler = new PlanesScaler(full, { width, height });
    this.#colour = createPlanes(width, height);
    this.#alpha = createPlanes(width, height);
    this.#canvas = new OffscreenCanvas(width, height);
    this.#matrix = matrix;
  }

  async draw(colour: Planes, alpha: Planes): Promise<string> {
    const { width, height } = this.#canvas;
    this.#scaler.scale(colour, this.#colour);
    this.#scaler.scaleLuma(alpha, this.#alpha);
    const rgba = toRgba(this.#colour, this.#alpha.y, this.#matrix);
    this.#canvas.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0);
    return toDataUrl(this.#canvas);
  }
}

/** Encodes a canvas as a small WebP. */
export async function toDataUrl(canvas: OffscreenCanvas): Promise<string> {
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
  return `data:${blob.type};base64,${toBase64(new Uint8Array(await blob.arrayBuffer()))}`;
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    text += String.fromCharCode(byte);
  }
  return btoa(text);
}
