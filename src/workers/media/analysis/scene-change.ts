import type { Size } from '#core/lib/size.ts';
import { findPanRatio } from './pan-ratio.ts';

/** The approximate longer side of the thumbnails in which cuts are found, in pixels. */
const longSide = 64;
const blockSide = 8;
/** The maximum motion of a block along either axis: an eighth of the longer side. */
const reach = 8;
/** The maximum gain of the contrast of the paler image: nearly black images contain little but noise. */
const maxGain = 3;
/** The maximum cost of a block that is not in the other image, relative to its own deviation, plus one level per pixel. */
const maxCost = 1.5;
/**
 * The minimum deviation of a textured block, in levels per pixel, and the maximum share of it that is left if the block is found.
 */
const minTexture = 3;
const maxFoundRatio = 0.4;
/** The minimum share of textured blocks in an image for which they are compared. */
const minTextured = 0.1;
/** The maximum difference of pixels of equal light, in levels. */
const maxEqualDifference = 6;
const maxLevel = 255;

/** The difference of two images after motion compensation. */
export type SceneChange = {
  /** The difference after motion compensation, in levels: the mean of both directions. */
  readonly left: number;
  /** The same relative to the deviation within the blocks: near 0 for one scene, about 1 for two. */
  readonly ratio: number;
};

/**
 * Measures how much of one image is found in another. As in the scene cut decision of the encoder x264, blocks are predicted from
 * the other image (by motion) and from themselves (by their mean), and the costs are compared. Mean and contrast of the two are
 * equalised first, so that fades and light switches count little.
 */
export class SceneComparer {
  /** The number of pixels of a thumbnail. */
  readonly thumbnailSize: number;
  readonly #width: number;
  readonly #factor: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #blocks: readonly Block[];
  readonly #raised: Float32Array;

  /** `size` is the size of the images from which thumbnails are created. */
  constructor({ width, height }: Size) {
    this.#width = width;
    this.#factor = Math.max(1, Math.round(Math.max(width, height) / longSide));
    this.#columns = Math.max(1, Math.floor(width / this.#factor));
    this.#rows = Math.max(1, Math.floor(height / this.#factor));
    this.thumbnailSize = this.#columns * this.#rows;
    this.#blocks = listBlocks(this.#columns, this.#rows);
    this.#raised = new Float32Array(this.thumbnailSize);
  }

  /** Fills `thumbnail` with area averages of `luma`, minus their mean. */
  shrink(luma: ArrayLike<number>, thumbnail: Float32Array): void {
    const area = this.#factor ** 2;
    let sum = 0;
    for (let to = 0; to < thumbnail.length; to++) {
      const column = to % this.#columns;
      const from = ((to - column) / this.#columns) * this.#factor * this.#width + column * this.#factor;
      const light = this.#sumSquare(luma, from) / area;
      thumbnail[to] = light;
      sum += light;
    }
    const mean = sum / thumbnail.length;
    for (let at = 0; at < thumbnail.length; at++) {
      thumbnail[at] = (thumbnail[at] ?? 0) - mean;
    }
  }

  /** Compares two thumbnails. Motion is estimated only if the ratio without it exceeds `enough`. */
  compare(now: Float32Array, before: Float32Array, enough: number): SceneChange {
    const gain = getContrast(now) / Math.max(getContrast(before), 1e-3);
    return gain > 1
      ? this.#compareEqual(now, this.#raise(before, gain), enough)
      : this.#compareEqual(this.#raise(now, 1 / Math.max(gain, 1e-3)), before, enough);
  }

  /**
   * Returns the share, 0..1, that two images have in common: high if something enters or leaves the scene, low if the scene
   * changes. Only textured blocks count; with little texture, all pixels of equal light. Light is compared without the means, which
   * an occluder changes.
   */
  getSharedPart(now: Float32Array, before: Float32Array): number {
    const light = findCommonDifference(now, before);
    for (let at = 0; at < before.length; at++) {
      this.#raised[at] = (before[at] ?? 0) + light;
    }
    const [one, other] = [this.#countFound(now, this.#raised), this.#countFound(this.#raised, now)];
    const min = minTextured * this.thumbnailSize;
    if (one.textured < min && other.textured < min) {
      return countEqual(now, this.#raised) / this.thumbnailSize;
    }
    const isFlat = one.textured < min || other.textured < min;
    return isFlat ? 0 : (one.found / one.textured + other.found / other.textured) / 2;
  }

  /**
   * Returns the difference that a pan of any speed leaves between two images, relative to their deviation. It is near 0 if one
   * image is the other one moved along an axis by at most two thirds of the width or height, and about 1 for two scenes.
   */
  getPanRatio(now: Float32Array, before: Float32Array): number {
    return findPanRatio(now, before, { width: this.#columns, height: this.#rows });
  }

  /** Counts the pixels of the textured blocks of `picture`, and of the blocks found in `other`. */
  #countFound(picture: Float32Array, other: Float32Array): { textured: number; found: number } {
    let [textured, found] = [0, 0];
    for (const block of this.#blocks) {
      const area = (block.right - block.left) * (block.bottom - block.top);
      const deviation = this.#deviation(picture, block);
      if (deviation >= minTexture * area) {
        textured += area;
        found += this.#search(picture, other, block) <= maxFoundRatio * deviation ? area : 0;
      }
    }
    return { textured, found };
  }

  #raise(thumbnail: Float32Array, gain: number): Float32Array {
    const factor = Math.min(gain, maxGain);
    for (let at = 0; at < thumbnail.length; at++) {
      this.#raised[at] = (thumbnail[at] ?? 0) * factor;
    }
    return this.#raised;
  }

  #compareEqual(one: Float32Array, other: Float32Array, enough: number): SceneChange {
    let [inner, still, moved] = [0, 0, 0];
    for (const block of this.#blocks) {
      inner += this.#deviation(one, block) + this.#deviation(other, block);
      still += 2 * this.#difference(one, other, block, 0, 0, Infinity);
    }
    if (still <= enough * inner) {
      return this.#toChange(still, inner);
    }
    for (const block of this.#blocks) {
      moved += this.#predict(one, other, block) + this.#predict(other, one, block);
    }
    return this.#toChange(moved, inner);
  }

  #toChange(outer: number, inner: number): SceneChange {
    return { left: outer / (2 * this.thumbnailSize), ratio: outer / Math.max(inner, 1e-3) };
  }

  #sumSquare(luma: ArrayLike<number>, from: number): number {
    let sum = 0;
    for (let row = 0; row < this.#factor; row++) {
      const start = from + row * this.#width;
      for (let at = start; at < start + this.#factor; at++) {
        sum += luma[at] ?? 0;
      }
    }
    return sum;
  }

  /** Returns the sum of the differences of a block from its mean. */
  #deviation(picture: Float32Array, { left, top, right, bottom }: Block): number {
    let sum = 0;
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        sum += picture[y * this.#columns + x] ?? 0;
      }
    }
    const mean = sum / ((right - left) * (bottom - top));
    let deviation = 0;
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        deviation += Math.abs((picture[y * this.#columns + x] ?? 0) - mean);
      }
    }
    return deviation;
  }

  /**
   * Returns the cost of a block predicted from the other image. It is bounded, so that content that a pan reveals does not outweigh
   * the rest.
   */
  #predict(picture: Float32Array, other: Float32Array, block: Block): number {
    const area = (block.right - block.left) * (block.bottom - block.top);
    return Math.min(this.#search(picture, other, block), maxCost * this.#deviation(picture, block) + area);
  }

  /** Returns the smallest difference of a block of `picture` from a nearby block in `other`. */
  #search(picture: Float32Array, other: Float32Array, block: Block): number {
    let best = this.#difference(picture, other, block, 0, 0, Infinity);
    const up = Math.max(-reach, -block.top);
    const down = Math.min(reach, this.#rows - block.bottom);
    const leftward = Math.max(-reach, -block.left);
    const rightward = Math.min(reach, this.#columns - block.right);
    for (let y = up; y <= down; y++) {
      for (let x = leftward; x <= rightward; x++) {
        best = this.#difference(picture, other, block, x, y, best);
      }
    }
    return best;
  }

  /** Returns the sum of the differences from the block at an offset of `(x, y)` in `other`, or `most` if the sum is larger. */
  #difference(
    picture: Float32Array,
    other: Float32Array,
    { left, top, right, bottom }: Block,
    x: number,
    y: number,
    most: number,
  ): number {
    const shift = y * this.#columns + x;
    let sum = 0;
    for (let row = top; row < bottom && sum < most; row++) {
      const end = row * this.#columns + right;
      for (let at = row * this.#columns + left; at < end; at++) {
        sum += Math.abs((picture[at] ?? 0) - (other[at + shift] ?? 0));
      }
    }
    return Math.min(sum, most);
  }
}

function listBlocks(columns: number, rows: number): Block[] {
  const blocks: Block[] = [];
  for (let top = 0; top < rows; top += blockSide) {
    for (let left = 0; left < columns; left += blockSide) {
      const right = Math.min(columns, left + blockSide);
      blocks.push({ left, top, right, bottom: Math.min(rows, top + blockSide) });
    }
  }
  return blocks;
}

/** Returns the mean distance from the mean, which is 0 in a thumbnail. */
function getContrast(thumbnail: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < thumbnail.length; at++) {
    sum += Math.abs(thumbnail[at] ?? 0);
  }
  return sum / thumbnail.length;
}

/** Returns the difference in light, in levels, that most pixels of two thumbnails share. */
function findCommonDifference(one: Float32Array, other: Float32Array): number {
  const counts = new Uint16Array(2 * maxLevel + 1);
  for (let at = 0; at < one.length; at++) {
    const place = Math.round((one[at] ?? 0) - (other[at] ?? 0)) + maxLevel;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  let [best, most] = [maxLevel, 0];
  for (let at = 1; at < counts.length - 1; at++) {
    const count = (counts[at - 1] ?? 0) + (counts[at] ?? 0) + (counts[at + 1] ?? 0);
    [best, most] = count > most ? [at, count] : [best, most];
  }
  return best - maxLevel;
}

function countEqual(one: Float32Array, other: Float32Array): number {
  let count = 0;
  for (let at = 0; at < one.length; at++) {
    count += Math.abs((one[at] ?? 0) - (other[at] ?? 0)) <= maxEqualDifference ? 1 : 0;
  }
  return count;
}

/** Columns `[left, right)` of the rows `[top, bottom)` of a thumbnail. */
type Block = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
