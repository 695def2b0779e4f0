import type { Size } from '#core/size.ts';
import type { Planes } from './planes.ts';
import { Resampler } from './resampler.ts';

/** Scales whole pictures from one size to another. */
export class PlanesScaler {
  readonly #luma: Resampler;
  readonly #chroma: Resampler;

  constructor(from: Size, to: Size) {
    this.#luma = new Resampler(from.width, from.height, to.width, to.height);
    this.#chroma = new Resampler(
      (from.width + 1) >> 1,
      (from.height + 1) >> 1,
      (to.width + 1) >> 1,
      (to.height + 1) >> 1,
    );
  }

  /** Whether pictures of this size can be given. */
  isFrom({ width, height }: Size): boolean {
    return this.#luma.isFrom(width, height);
  }

  scale(source: Planes, target: Planes): void {
    this.#luma.resample(source.y, target.y);
    this.#chroma.resample(source.u, target.u);
    this.#chroma.resample(source.v, target.v);
  }

  /** Only luma; that is where a second picture carries alpha. */
  scaleLuma(source: { readonly y: Uint8Array }, target: { readonly y: Uint8Array }): void {
    this.#luma.resample(source.y, target.y);
  }
}
