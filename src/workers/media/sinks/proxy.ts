import { fitInside } from '../picture/fit-inside.ts';
import { createPlanes, type Planes } from '../picture/planes.ts';
import { PlanesScaler } from '../picture/planes-scaler.ts';
import type { CutOutFrame, FileFormat, PictureEncoder } from './sink.ts';
import type { Vp9Options } from './vp9-alpha.ts';
import { planWebm } from './webm.ts';

/** The long side of what a page plays in place of a file that browsers do not play. */
const longSidePx = 640;

/** A small WebM with alpha of frames of the size that `options` says. */
export async function planProxy(options: Vp9Options): Promise<FileFormat> {
  const size = fitInside(options, longSidePx);
  const webm = await planWebm({ ...options, ...size });
  return {
    ...webm,
    createEncoder: (onPacket) => new ScaledEncoder(webm.createEncoder(onPacket), options, size),
  };
}

type Size = { readonly width: number; readonly height: number };

class ScaledEncoder implements PictureEncoder {
  readonly #inner: PictureEncoder;
  readonly #scaler: PlanesScaler;
  readonly #colour: Planes;
  readonly #alpha: Planes;

  constructor(inner: PictureEncoder, full: Size, { width, height }: Size) {
    this.#inner = inner;
    this.#scaler = new PlanesScaler(full, { width, height });
    this.#colour = createPlanes(width, height);
    this.#alpha = createPlanes(width, height);
    this.#alpha.u.fill(128);
    this.#alpha.v.fill(128);
  }

  async encode(frame: CutOutFrame): Promise<void> {
    this.#scaler.scale(frame.colour, this.#colour);
    this.#scaler.scaleLuma(frame.alpha, this.#alpha);
    await this.#inner.encode({ ...frame, colour: this.#colour, alpha: this.#alpha });
  }

  cut(): Promise<void> {
    return this.#inner.cut();
  }

  close(): void {
    this.#inner.close();
  }
}
