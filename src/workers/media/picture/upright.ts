import type { Size } from '#core/lib/size.ts';
import { isSideways, isUpright, orientPlane, orientPlanes, type Orientation } from './orient.ts';
import { createPlanes, type Planes } from './planes.ts';
import { PlanesScaler } from './planes-scaler.ts';

/**
 * Converts stored frames to displayed frames: rotated, mirrored, and scaled to square pixels of one size, even if the stream
 * changes its size.
 */
export class Upright {
  readonly #size: Size;
  readonly #orientation: Orientation;
  #turned: Planes | null = null;
  #turnedAlpha = new Uint8Array(0);
  #scaledAlpha = new Uint8Array(0);
  #scaler: PlanesScaler | null = null;

  constructor(size: Size, orientation: Orientation) {
    this.#size = size;
    this.#orientation = orientation;
  }

  /** Returns whether frames of this size are displayed as stored. */
  isAsStored({ width, height }: Size): boolean {
    return isUpright(this.#orientation) && width === this.#size.width && height === this.#size.height;
  }

  /** Fills `target`, which has the displayed size. `stored` can be the same object if frames are displayed as stored. */
  toPlanes(stored: Planes, target: Planes): void {
    const turned = this.#turn(stored, target);
    if (turned === target) {
      return;
    }
    if (turned.width === target.width && turned.height === target.height) {
      target.bytes.set(turned.bytes);
      return;
    }
    this.#scalerFrom(turned).scale(turned, target);
  }

  /** Converts the alpha of `stored`. The result can be the same array, or one that is valid until the next call. */
  toAlpha(alpha: Uint8Array, stored: Size): Uint8Array {
    const { width, height } = stored;
    let turned = alpha;
    if (!isUpright(this.#orientation)) {
      this.#turnedAlpha = this.#turnedAlpha.length === alpha.length ? this.#turnedAlpha : new Uint8Array(alpha.length);
      turned = this.#turnedAlpha;
      orientPlane(alpha, width, height, turned, this.#orientation);
    }
    const pixels = this.#size.width * this.#size.height;
    if (turned.length === pixels) {
      return turned;
    }
    this.#scaledAlpha = this.#scaledAlpha.length === pixels ? this.#scaledAlpha : new Uint8Array(pixels);
    this.#scalerFrom(this.#turnedSize(stored)).scaleLuma({ y: turned }, { y: this.#scaledAlpha });
    return this.#scaledAlpha;
  }

  #turn(stored: Planes, target: Planes): Planes {
    if (isUpright(this.#orientation)) {
      return stored;
    }
    const size = this.#turnedSize(stored);
    if (size.width === target.width && size.height === target.height) {
      orientPlanes(stored, target, this.#orientation);
      return target;
    }
    if (this.#turned?.width !== size.width || this.#turned.height !== size.height) {
      this.#turned = createPlanes(size.width, size.height);
    }
    orientPlanes(stored, this.#turned, this.#orientation);
    return this.#turned;
  }

  #turnedSize({ width, height }: Size): Size {
    return isSideways(this.#orientation) ? { width: height, height: width } : { width, height };
  }

  #scalerFrom(size: Size): PlanesScaler {
    if (!this.#scaler?.isFrom(size)) {
      this.#scaler = new PlanesScaler(size, this.#size);
    }
    return this.#scaler;
  }
}
