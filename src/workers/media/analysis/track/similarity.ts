import { getScale, type Similarity } from './pose.ts';

/** Points and their new positions, as x, y, x, y ... of equal length. */
export type Moved = { readonly from: Float32Array; readonly to: Float32Array };

/** The transform that most points follow, and its inliers. */
export type Consensus = { readonly map: Similarity; readonly inliers: Uint8Array; readonly inlierCount: number };

/** The number of pairs of points that are tried; with half the points wrong, one in a billion runs finds no good pair. */
const trials = 72;
/** The maximum change of scale of a target from one frame to the next. */
const maxScale = 1.35;

/**
 * Finds the similarity with the most inliers by RANSAC (M. Fischler, R. Bolles, 1981), refined by least squares on the inliers.
 * `tolerance` is in pixels. Null if there are fewer than two inliers. The pairs tried are always the same.
 */
export function findConsensus({ from, to }: Moved, tolerance: number): Consensus | null {
  const count = from.length >> 1;
  if (count < 2) {
    return null;
  }
  let best: Similarity | null = null;
  let bestCost = Infinity;
  const random = createRandom();
  for (let trial = 0; trial < trials; trial++) {
    const one = Math.floor(random() * count);
    const other = (one + 1 + Math.floor(random() * (count - 1))) % count;
    const map = fitPair(from, to, one, other);
    const cost = map ? getCost(map, { from, to }, tolerance, bestCost) : Infinity;
    if (cost < bestCost) {
      [best, bestCost] = [map, cost];
    }
  }
  return best && refine(best, { from, to }, tolerance);
}

function refine(first: Similarity, moved: Moved, tolerance: number): Consensus | null {
  let map = first;
  let inliers = markInliers(map, moved, tolerance);
  for (let turn = 0; turn < 2; turn++) {
    map = fitAll(moved, inliers) ?? map;
    inliers = markInliers(map, moved, tolerance);
  }
  const inlierCount = inliers.reduce((sum, isInlier) => sum + isInlier, 0);
  return inlierCount >= 2 ? { map, inliers, inlierCount } : null;
}

/** Fits a similarity to two points; null if they are too close to each other, or if it scales too much. */
function fitPair(from: Float32Array, to: Float32Array, one: number, other: number): Similarity | null {
  const [x, y] = [at(from, 2 * one), at(from, 2 * one + 1)];
  const [u, v] = [at(to, 2 * one), at(to, 2 * one + 1)];
  const [dx, dy] = [at(from, 2 * other) - x, at(from, 2 * other + 1) - y];
  const [du, dv] = [at(to, 2 * other) - u, at(to, 2 * other + 1) - v];
  const length = dx * dx + dy * dy;
  if (length < 16) {
    return null;
  }
  const [a, b] = [(dx * du + dy * dv) / length, (dx * dv - dy * du) / length];
  const map = { a, b, e: u - a * x + b * y, f: v - b * x - a * y };
  const scale = getScale(map);
  return scale > maxScale || scale < 1 / maxScale ? null : map;
}

/** Returns the sum of squared errors, each limited to the tolerance (MSAC); stops above `most`. */
function getCost(map: Similarity, { from, to }: Moved, tolerance: number, most: number): number {
  const limit = tolerance * tolerance;
  let cost = 0;
  for (let i = 0; i < from.length && cost < most; i += 2) {
    cost += Math.min(limit, squaredError(map, from, to, i));
  }
  return cost;
}

function squaredError({ a, b, e, f }: Similarity, from: Float32Array, to: Float32Array, i: number): number {
  const [x, y] = [at(from, i), at(from, i + 1)];
  const dx = a * x - b * y + e - at(to, i);
  const dy = b * x + a * y + f - at(to, i + 1);
  return dx * dx + dy * dy;
}

function markInliers(map: Similarity, { from, to }: Moved, tolerance: number): Uint8Array {
  const limit = tolerance * tolerance;
  return Uint8Array.from({ length: from.length >> 1 }, (_, index) =>
    squaredError(map, from, to, 2 * index) < limit ? 1 : 0,
  );
}

/** Fits a similarity to the inliers by least squares, which in complex numbers is a line (S. Umeyama, 1991, in two dimensions). */
function fitAll({ from, to }: Moved, inliers: Uint8Array): Similarity | null {
  let [count, x, y, u, v] = [0, 0, 0, 0, 0];
  inliers.forEach((isInlier, index) => {
    if (isInlier) {
      count++;
      x += at(from, 2 * index);
      y += at(from, 2 * index + 1);
      u += at(to, 2 * index);
      v += at(to, 2 * index + 1);
    }
  });
  [x, y, u, v] = [x / count, y / count, u / count, v / count];
  let [square, dot, cross] = [0, 0, 0];
  inliers.forEach((isInlier, index) => {
    if (isInlier) {
      const [dx, dy] = [at(from, 2 * index) - x, at(from, 2 * index + 1) - y];
      const [du, dv] = [at(to, 2 * index) - u, at(to, 2 * index + 1) - v];
      square += dx * dx + dy * dy;
      dot += dx * du + dy * dv;
      cross += dx * dv - dy * du;
    }
  });
  if (count < 2 || square < 1) {
    return null;
  }
  const [a, b] = [dot / square, cross / square];
  return { a, b, e: u - a * x + b * y, f: v - b * x - a * y };
}

const at = (values: Float32Array, index: number): number => values[index] ?? 0;

/** Creates pseudo-random numbers of [0, 1) (a linear congruential generator), so that a track is reproducible. */
function createRandom(): () => number {
  let state = 12_345;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
