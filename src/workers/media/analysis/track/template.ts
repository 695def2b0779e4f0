import { cellCount, CellSums } from './cell-sums.ts';
import { levelCount, sample, type Plane, type Pyramid } from './plane.ts';
import type { Pose } from './pose.ts';

/** The approximate number of pixels of a template. */
const area = 40 * 40;
/** The minimum similarity of cells that are used to align; the others are hidden or changed. */
const minCell = 0.35;
/** The minimum similarity of a cell that shows the target. */
const alikeCell = 0.5;
/** The minimum contrast of a usable cell, in levels. */
const minContrast = 3;
const maxSteps = 8;

/** The fit of a template in a frame. */
export type Fit = {
  readonly pose: Pose;
  /** The ZNCC over the cells that show the target, -1 to 1. */
  readonly likeness: number;
  /** The ZNCC over the whole template. */
  readonly wholeLikeness: number;
  /** The share of the template's cells that show the target, 0..1. */
  readonly visibleShare: number;
};

/**
 * The appearance of a target in one frame. It finds the position in other frames by inverse compositional alignment of a similarity
 * (S. Baker, I. Matthews, "Lucas-Kanade 20 years on", 2004), on pixels without mean and contrast, so that light does not count.
 * Hidden cells are found by their ZNCC and left out.
 */
export class Template {
  readonly width: number;
  readonly height: number;
  readonly #values: Float32Array;
  readonly #sums: CellSums;
  readonly #isTextured: Uint8Array;
  readonly #read: Float32Array;

  constructor(pyramid: Pyramid, pose: Pose) {
    const scale = Math.sqrt(area / (pose.width * pose.height));
    this.width = Math.max(8, Math.round(pose.width * scale));
    this.height = Math.max(8, Math.round(pose.height * scale));
    const count = this.width * this.height;
    this.#read = new Float32Array(count);
    this.#values = new Float32Array(count);
    this.#readAt(pyramid, pose, this.#values);
    this.#sums = new CellSums(this, { values: this.#values, weights: toWeights(this) });
    const isTextured = (_: unknown, cell: number): number => (this.#sums.isTextured(cell, minContrast) ? 1 : 0);
    this.#isTextured = Uint8Array.from({ length: cellCount }, isTextured);
  }

  /** The original pixels, for a search. */
  get values(): Float32Array {
    return this.#values;
  }

  /** Finds the position of the template in the frame, near `pose`. */
  align(pyramid: Pyramid, pose: Pose): Fit {
    let best = this.judge(pyramid, pose);
    let used = best.cells;
    let current = pose;
    for (let step = 0; step < maxSteps; step++) {
      const next = this.#step(current, used);
      if (!next) {
        break;
      }
      const judged = this.judge(pyramid, next);
      const hasArrived = Math.hypot(next.x - current.x, next.y - current.y) < 0.02 * (next.width / this.width);
      current = next;
      used = judged.cells;
      if (judged.score > best.score) {
        best = judged;
      }
      if (hasArrived) {
        break;
      }
    }
    return best;
  }

  /** Measures how well the template fits at a pose. */
  judge(pyramid: Pyramid, pose: Pose): Fit & { readonly cells: Uint8Array; readonly score: number } {
    this.#readAt(pyramid, pose, this.#read);
    this.#sums.add(this.#read);
    const whole = this.#sums.correlation(null);
    const cells = new Uint8Array(cellCount);
    let [textured, alike] = [0, 0];
    this.#sums.cellCorrelations().forEach((value, cell) => {
      cells[cell] = value > minCell || !this.#isTextured[cell] ? 1 : 0;
      textured += this.#isTextured[cell] ?? 0;
      alike += this.#isTextured[cell] && value > alikeCell ? 1 : 0;
    });
    const visibleShare = textured > 0 ? alike / textured : 0;
    const likeness = alike > 0 ? this.#sums.correlation(cells) : whole;
    return { pose, likeness, wholeLikeness: whole, visibleShare, cells, score: likeness * (0.3 + visibleShare) };
  }

  #readAt(pyramid: Pyramid, pose: Pose, into: Float32Array): void {
    const scale = pose.width / this.width;
    const level = Math.min(levelCount - 1, Math.max(0, Math.floor(Math.log2(scale) + 0.25)));
    const plane = pyramid.level(level);
    readTurned(plane, { ...pose, level }, this, into);
  }

  /** Computes one Gauss-Newton step over the selected cells, from the last measured pose; null if there is no solution. */
  #step(pose: Pose, cells: Uint8Array): Pose | null {
    const move = this.#sums.step(cells);
    return move && composeInverse(pose, move, pose.width / this.width);
  }
}

/** Computes weights that fall towards the rim of the box. */
function toWeights({ width, height }: { readonly width: number; readonly height: number }): Float32Array {
  return Float32Array.from({ length: width * height }, (_, at) => {
    const across = (2 * ((at % width) + 0.5)) / width - 1;
    const down = (2 * (Math.floor(at / width) + 0.5)) / height - 1;
    return Math.max(0.02, 1 - 0.75 * (across * across + down * down));
  });
}

/** Applies the motion of a template to a pose. The motion is in pixels of the template, which are `scale` wide. */
function composeInverse(pose: Pose, move: Float64Array, scale: number): Pose | null {
  const [x = 0, y = 0, grown = 0, turned = 0] = move;
  const factor = 1 / (1 + grown);
  if (!(factor > 0.7 && factor < 1.4) || Math.abs(turned) > 0.4) {
    return null;
  }
  const [cos, sin] = [Math.cos(pose.angle) * scale, Math.sin(pose.angle) * scale];
  return {
    x: pose.x - (cos * x - sin * y),
    y: pose.y - (sin * x + cos * y),
    width: pose.width * factor,
    height: pose.height * factor,
    angle: pose.angle - turned,
  };
}

/** Samples a turned box of one level into a grid of `size`. */
function readTurned(
  plane: Plane,
  { x, y, width, height, angle, level }: Pose & { readonly level: number },
  size: { readonly width: number; readonly height: number },
  into: Float32Array,
): void {
  const shrink = 2 ** -level;
  const [stepX, stepY] = [(width / size.width) * shrink, (height / size.height) * shrink];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [middleX, middleY] = [x * shrink, y * shrink];
  for (let row = 0; row < size.height; row++) {
    const v = (row + 0.5 - size.height / 2) * stepY;
    for (let column = 0; column < size.width; column++) {
      const u = (column + 0.5 - size.width / 2) * stepX;
      into[row * size.width + column] = sample(plane, middleX + cos * u - sin * v, middleY + sin * u + cos * v);
    }
  }
}
