import type { Size } from '#core/lib/size.ts';
import { Kernels } from '../kernels/kernels.ts';
import type { Planes } from './planes.ts';
import { Resampler } from './resampler.ts';

/** Scales frames from one size to another. */
export class PlanesScaler {
  readonly #from: Size;
  readonly #luma: (source: Uint8Array, target: Uint8Array) => void;
  readonly #chroma: (source: Uint8Array, target: Uint8Array) => void;

  constructor(from: Size, to: Size) {
    this.#from = { width: from.width, height: from.height };
    this.#luma = createScaling(from, to);
    this.#chroma = createScaling(halve(from), halve(to));
  }

  /** Returns whether frames of this size are accepted. */
  isFrom({ width, height }: Size): boolean {
    return this.#from.width === width && this.#from.height === height;
  }

  scale(source: Planes, target: Planes): void {
    this.#luma(source.y, target.y);
    this.#chroma(source.u, target.u);
    this.#chroma(source.v, target.v);
  }

  /** Scales only luma, in which a second stream stores alpha. */
  scaleLuma(source: { readonly y: Uint8Array }, target: { readonly y: Uint8Array }): void {
    this.#luma(source.y, target.y);
  }
}

const halve = ({ width, height }: Size): Size => ({ width: (width + 1) >> 1, height: (height + 1) >> 1 });

/** Creates a function that scales planes of bytes in any memory, and rounds. */
function createScaling(from: Size, to: Size): (source: Uint8Array, target: Uint8Array) => void {
  const pixels = to.width * to.height;
  const kernels = new Kernels(from.width * from.height + 4 * pixels + Resampler.bytesFor(from, to));
  const own = kernels.bytes(from.width * from.height);
  const points = kernels.floats(pixels);
  const resampler = new Resampler(from, to, kernels);
  return (source, target) => {
    own.set(source);
    resampler.resample(own, points);
    for (let at = 0; at < target.length; at++) {
      target[at] = (points[at] ?? 0) + 0.5;
    }
  };
}
