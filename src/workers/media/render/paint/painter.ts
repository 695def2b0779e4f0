import type { Size } from '#core/lib/size.ts';
import { blendModeIds, type BlendMode } from '#core/timeline/blend-modes.ts';
import { matrixWeights, parseHexColour, toYuv, type Matrix } from '../../picture/colour.ts';
import type { Planes } from '../../picture/planes.ts';
import type { PaintMemory } from './memory.ts';
import type { Plane } from './sampler.ts';
import type { Sprite } from './sprite.ts';

/** The options for compositing a sprite: `opacity` is 0..1. */
export type Laying = { readonly opacity: number; readonly blend: BlendMode };

/** A canvas of planes. Pixels that no sprite covers keep their exact values. Alpha is straight: planes are not premultiplied. */
export class Painter {
  /** The painted planes, in the memory of the kernels. */
  readonly planes: Planes;
  /** Alpha as luma, with neutral chroma; null for an opaque canvas. */
  readonly alpha: Planes | null;
  readonly #memory: PaintMemory;
  readonly #matrix: Matrix;
  /** The mean alpha of the canvas for each chroma sample, before a sprite is composited. */
  readonly #half: Uint8Array<ArrayBuffer>;

  constructor(memory: PaintMemory, { width, height }: Size, matrix: Matrix, hasAlpha: boolean) {
    const create = (): Planes => memory.planes(width, height).planes;
    this.#memory = memory;
    this.#matrix = matrix;
    this.planes = create();
    this.alpha = hasAlpha ? create() : null;
    this.alpha?.bytes.fill(128);
    this.#half = memory.take(hasAlpha ? this.planes.u.length : 0);
  }

  /** Fills the canvas with one colour, `#rrggbb`, or makes it transparent; without alpha it becomes black then. */
  clear(colour: string | null): void {
    const { planes, alpha } = this;
    const [y, u, v] = toYuv(colour === null ? [0, 0, 0] : parseHexColour(colour), this.#matrix);
    planes.y.fill(y + 0.5);
    planes.u.fill(u + 0.5);
    planes.v.fill(v + 0.5);
    alpha?.y.fill(colour === null ? 0 : 255);
  }

  lay(sprite: Sprite, { opacity, blend }: Laying): void {
    const share = Math.round(255 * opacity);
    if (share === 0) {
      return;
    }
    const shown = sprite.alpha ? null : this.#opaqueAlpha(sprite, share, blend);
    const alpha = sprite.alpha ?? shown?.alpha ?? null;
    if (!alpha) {
      this.#mix(sprite, share);
    } else if (blend !== 'normal') {
      this.#blend(sprite, alpha, share, blend);
    } else if (this.alpha) {
      this.#layOnAlpha(sprite, alpha, share);
    } else {
      this.#over(sprite, alpha, share);
    }
    shown?.release();
  }

  /** Creates an alpha plane for an opaque sprite, if compositing needs one. */
  #opaqueAlpha({ width, height }: Sprite, share: number, blend: BlendMode) {
    if (blend === 'normal' && (!this.alpha || share === 255)) {
      return null;
    }
    const piece = this.#memory.take(width * height);
    piece.fill(255, 0, width * height);
    const alpha = { full: { bytes: piece, stride: width }, half: { bytes: piece, stride: (width + 1) >> 1 } };
    return { alpha, release: () => this.#memory.release(piece) };
  }

  #mix(sprite: Sprite, share: number): void {
    const { run } = this.#memory.kernels;
    for (const { shown, target, width, height } of this.#pairs(sprite)) {
      run.mixPlane(shown.bytes, shown.stride, target.bytes, target.stride, width, height, share);
    }
    if (this.alpha) {
      const target = getPart(this.alpha.y, this.alpha.width, sprite.x, sprite.y);
      const white = this.#memory.take(sprite.width);
      white.fill(255);
      run.mixPlane(white, 0, target.bytes, target.stride, sprite.width, sprite.height, 255);
      this.#memory.release(white);
    }
  }

  #over(sprite: Sprite, alpha: NonNullable<Sprite['alpha']>, share: number): void {
    const { run } = this.#memory.kernels;
    for (const { shown, target, width, height, part } of this.#pairs(sprite)) {
      const { bytes, stride } = alpha[part];
      run.over(shown.bytes, shown.stride, bytes, stride, target.bytes, target.stride, width, height, share);
    }
  }

  #layOnAlpha(sprite: Sprite, alpha: NonNullable<Sprite['alpha']>, share: number): void {
    const below = this.alpha;
    if (!below) {
      return;
    }
    const { run } = this.#memory.kernels;
    const { width, chromaWidth } = below;
    const full = getPart(below.y, width, sprite.x, sprite.y);
    const half = getPart(this.#half, chromaWidth, sprite.x >> 1, sprite.y >> 1);
    run.halveAlpha(full.bytes, full.stride, sprite.width, sprite.height, half.bytes, half.stride);
    const belows = { full, half };
    for (const { shown, target, part, ...size } of this.#pairs(sprite)) {
      const [own, under] = [alpha[part], belows[part]];
      const planes = [shown.bytes, shown.stride, own.bytes, own.stride, under.bytes, under.stride] as const;
      run.overStraight(...planes, target.bytes, target.stride, size.width, size.height, share);
    }
    this.#addAlpha(sprite, alpha.full, share);
  }

  #blend(sprite: Sprite, alpha: NonNullable<Sprite['alpha']>, share: number, blend: BlendMode): void {
    const { run } = this.#memory.kernels;
    const { width, chromaWidth, y, u, v } = this.planes;
    const { luma, blue, red } = sprite;
    const shown = [luma.bytes, blue.bytes, red.bytes, alpha.full.bytes, alpha.half.bytes] as const;
    const [atX, atY] = [sprite.x, sprite.y];
    const below = [
      getPart(y, width, atX, atY).bytes,
      getPart(u, chromaWidth, atX >> 1, atY >> 1).bytes,
      getPart(v, chromaWidth, atX >> 1, atY >> 1).bytes,
      getPart(this.alpha?.y ?? y, width, atX, atY).bytes,
      Number(this.alpha !== null),
    ] as const;
    const { kr, kb } = matrixWeights(this.#matrix);
    const strides = [luma.stride, blue.stride] as const;
    const size = [sprite.width, sprite.height, share, kr, kb] as const;
    run.blendPicture(blendModeIds.indexOf(blend), ...shown, ...strides, ...below, width, chromaWidth, ...size);
    this.#addAlpha(sprite, alpha.full, share);
  }

  /** Updates the canvas's own alpha below a sprite. */
  #addAlpha({ x, y, width, height }: Sprite, { bytes, stride }: Plane, share: number): void {
    if (this.alpha) {
      const target = getPart(this.alpha.y, this.alpha.width, x, y);
      const { run } = this.#memory.kernels;
      run.over(bytes, stride, bytes, stride, target.bytes, target.stride, width, height, share);
    }
  }

  /** Returns the three planes of a sprite, with the target planes below them. */
  #pairs({ x, y, width, height, luma, blue, red }: Sprite) {
    const { planes } = this;
    const half = { width: (width + 1) >> 1, height: (height + 1) >> 1, part: 'half' } as const;
    const chroma = (plane: Uint8Array): Plane => getPart(plane, planes.chromaWidth, x >> 1, y >> 1);
    return [
      { shown: luma, target: getPart(planes.y, planes.width, x, y), width, height, part: 'full' },
      { shown: blue, target: chroma(planes.u), ...half },
      { shown: red, target: chroma(planes.v), ...half },
    ] as const;
  }
}

const getPart = (bytes: Uint8Array, stride: number, x: number, y: number): Plane => ({
  bytes: bytes.subarray(y * stride + x),
  stride,
});
