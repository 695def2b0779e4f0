import { addNormal, solve } from './normal-equations.ts';
import { levelCount, sample, type Plane, type Pyramid } from './plane.ts';
import type { Pose } from './pose.ts';

/** About so many pixels a template has. */
const area = 40 * 40;
/** A template is judged in so many cells each way. */
const cellsAcross = 5;
const cellCount = cellsAcross * cellsAcross;
/** Cells that are less alike are hidden or changed, and are not used to align. */
const leastCell = 0.35;
/** A cell shows the target where it is so alike. */
const alikeCell = 0.5;
/** Cells with less contrast, in levels, say nothing. */
const leastContrast = 3;
const mostSteps = 8;

/** How a template fits a frame. */
export type Fit = {
  readonly pose: Pose;
  /** ZNCC over the cells that show the target, -1 to 1. */
  readonly likeness: number;
  /** ZNCC over the whole template. */
  readonly wholeLikeness: number;
  /** The share of the template's cells that show the target, 0..1. */
  readonly visibleShare: number;
};

/**
 * How a target looks in one frame, and where it is in others: the inverse compositional alignment of a similarity (S. Baker,
 * I. Matthews, "Lucas-Kanade 20 years on", 2004), on pixels without mean and contrast, so that light does not count. Cells
 * that are hidden are found by their ZNCC and left out.
 */
export class Template {
  readonly width: number;
  readonly height: number;
  readonly #values: Float32Array;
  readonly #weights: Float32Array;
  readonly #cells: Uint8Array;
  /** By pixel: how it changes as the template moves right, down, grows and turns. */
  readonly #steepest: Float32Array;
  readonly #isTextured: Uint8Array;
  readonly #read: Float32Array;

  constructor(pyramid: Pyramid, pose: Pose) {
    const scale = Math.sqrt(area / (pose.width * pose.height));
    this.width = Math.max(8, Math.round(pose.width * scale));
    this.height = Math.max(8, Math.round(pose.height * scale));
    const count = this.width * this.height;
    this.#read = new Float32Array(count);
    this.#weights = new Float32Array(count);
    this.#cells = new Uint8Array(count);
    this.#values = new Float32Array(count);
    this.#readAt(pyramid, pose, this.#values);
    this.#mark();
    this.#steepest = this.#toSteepest();
    this.#isTextured = this.#findTextured();
  }

  /** Pixels as they are, for a search. */
  get values(): Float32Array {
    return this.#values;
  }

  /** Where in the frame the template is, near `pose`. */
  align(pyramid: Pyramid, pose: Pose): Fit {
    let best = this.judge(pyramid, pose);
    let used = best.cells;
    let current = pose;
    for (let step = 0; step < mostSteps; step++) {
      const next = this.#step(pyramid, current, used);
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

  /** How well the template fits at a pose. */
  judge(pyramid: Pyramid, pose: Pose): Fit & { readonly cells: Uint8Array; readonly score: number } {
    this.#readAt(pyramid, pose, this.#read);
    const whole = this.#correlation(null);
    const cells = new Uint8Array(cellCount);
    let [textured, alike] = [0, 0];
    this.#cellCorrelations().forEach((value, cell) => {
      cells[cell] = value > leastCell || !this.#isTextured[cell] ? 1 : 0;
      textured += this.#isTextured[cell] ?? 0;
      alike += this.#isTextured[cell] && value > alikeCell ? 1 : 0;
    });
    const visibleShare = textured > 0 ? alike / textured : 0;
    const likeness = alike > 0 ? this.#correlation(cells) : whole;
    return { pose, likeness, wholeLikeness: whole, visibleShare, cells, score: likeness * (0.3 + visibleShare) };
  }

  #readAt(pyramid: Pyramid, pose: Pose, into: Float32Array): void {
    const scale = pose.width / this.width;
    const level = Math.min(levelCount - 1, Math.max(0, Math.floor(Math.log2(scale) + 0.25)));
    const plane = pyramid.level(level);
    readTurned(plane, { ...pose, level }, this, into);
  }

  /** Weights fall to the rim of the box; cells are numbered row by row. */
  #mark(): void {
    const { width, height } = this;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const [across, down] = [(2 * (x + 0.5)) / width - 1, (2 * (y + 0.5)) / height - 1];
        const at = y * width + x;
        this.#weights[at] = Math.max(0.02, 1 - 0.75 * (across * across + down * down));
        const [column, row] = [(x * cellsAcross) / width, (y * cellsAcross) / height].map(Math.floor);
        this.#cells[at] = (row ?? 0) * cellsAcross + (column ?? 0);
      }
    }
  }

  #toSteepest(): Float32Array {
    const { width, height } = this;
    const values = this.#values;
    const steepest = new Float32Array(4 * width * height);
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const at = y * width + x;
        const across = ((values[at + 1] ?? 0) - (values[at - 1] ?? 0)) / 2;
        const down = ((values[at + width] ?? 0) - (values[at - width] ?? 0)) / 2;
        const [u, v] = [x + 0.5 - width / 2, y + 0.5 - height / 2];
        steepest.set([across, down, across * u + down * v, down * u - across * v], 4 * at);
      }
    }
    return steepest;
  }

  /** Cells with contrast; the corners of the box, which lie outside its ellipse, are left out. */
  #findTextured(): Uint8Array {
    const sums = Array.from({ length: cellCount }, () => ({ count: 0, sum: 0, square: 0 }));
    this.#values.forEach((value, at) => {
      const cell = sums[this.#cells[at] ?? 0];
      if (cell) {
        cell.count++;
        cell.sum += value;
        cell.square += value * value;
      }
    });
    return Uint8Array.from(sums, ({ count, sum, square }, cell) => {
      const variance = square / count - (sum / count) ** 2;
      const [column, row] = [cell % cellsAcross, Math.floor(cell / cellsAcross)];
      const isCorner = column % (cellsAcross - 1) === 0 && row % (cellsAcross - 1) === 0;
      return variance > leastContrast ** 2 && !isCorner ? 1 : 0;
    });
  }

  /** The weighted ZNCC of what was read last; over all pixels, or those of the marked cells. */
  #correlation(cells: Uint8Array | null): number {
    const { mean, deviation } = this.#momentsOf(this.#values, cells);
    const other = this.#momentsOf(this.#read, cells);
    if (deviation < 1 || other.deviation < 1) {
      return 0;
    }
    let [sum, weights] = [0, 0];
    for (let at = 0; at < this.#values.length; at++) {
      if (!cells || cells[this.#cells[at] ?? 0]) {
        const weight = this.#weights[at] ?? 0;
        sum += weight * ((this.#values[at] ?? 0) - mean) * ((this.#read[at] ?? 0) - other.mean);
        weights += weight;
      }
    }
    return sum / (weights * deviation * other.deviation);
  }

  #momentsOf(values: Float32Array, cells: Uint8Array | null): { mean: number; deviation: number } {
    let [sum, square, weights] = [0, 0, 0];
    for (let at = 0; at < values.length; at++) {
      if (!cells || cells[this.#cells[at] ?? 0]) {
        const [weight, value] = [this.#weights[at] ?? 0, values[at] ?? 0];
        sum += weight * value;
        square += weight * value * value;
        weights += weight;
      }
    }
    const mean = weights > 0 ? sum / weights : 0;
    return { mean, deviation: weights > 0 ? Math.sqrt(Math.max(0, square / weights - mean * mean)) : 0 };
  }

  /** The ZNCC of each cell by itself. */
  #cellCorrelations(): Float32Array {
    const sums = new Float64Array(6 * cellCount);
    for (let at = 0; at < this.#values.length; at++) {
      const cell = 6 * (this.#cells[at] ?? 0);
      const [a, b] = [this.#values[at] ?? 0, this.#read[at] ?? 0];
      sums[cell] = (sums[cell] ?? 0) + 1;
      sums[cell + 1] = (sums[cell + 1] ?? 0) + a;
      sums[cell + 2] = (sums[cell + 2] ?? 0) + b;
      sums[cell + 3] = (sums[cell + 3] ?? 0) + a * a;
      sums[cell + 4] = (sums[cell + 4] ?? 0) + b * b;
      sums[cell + 5] = (sums[cell + 5] ?? 0) + a * b;
    }
    return Float32Array.from({ length: cellCount }, (_, cell) => {
      const [count = 0, a = 0, b = 0, aa = 0, bb = 0, ab = 0] = sums.subarray(6 * cell, 6 * cell + 6);
      const [own, other] = [aa - (a * a) / count, bb - (b * b) / count];
      return own < count || other < count ? 0 : (ab - (a * b) / count) / Math.sqrt(own * other);
    });
  }

  /** One step of Gauss and Newton over the marked cells; null where it leads nowhere. `#read` is what is at `pose`. */
  #step(pyramid: Pyramid, pose: Pose, cells: Uint8Array): Pose | null {
    this.#readAt(pyramid, pose, this.#read);
    const own = this.#momentsOf(this.#values, cells);
    const other = this.#momentsOf(this.#read, cells);
    if (own.deviation < 1 || other.deviation < 1) {
      return null;
    }
    const gain = own.deviation / other.deviation;
    const hessian = new Float64Array(16);
    const errors = new Float64Array(4);
    for (let at = 0; at < this.#values.length; at++) {
      if (!cells[this.#cells[at] ?? 0]) {
        continue;
      }
      const error = gain * ((this.#read[at] ?? 0) - other.mean) - ((this.#values[at] ?? 0) - own.mean);
      addNormal(hessian, errors, this.#steepest.subarray(4 * at, 4 * at + 4), this.#weights[at] ?? 0, error);
    }
    const move = solve(hessian, errors);
    return move && composeInverse(pose, move, pose.width / this.width);
  }
}

/** A pose after the template was found moved, grown and turned by so much in its own pixels, which are `scale` wide. */
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

/** Reads a turned box of one level into a grid of `size`. */
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
