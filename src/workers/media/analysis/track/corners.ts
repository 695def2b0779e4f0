import type { Plane } from './plane.ts';
import { toBox, type Box, type Pose } from './pose.ts';

/** The structure tensor is summed over squares with a side of twice this plus one. */
const tensorReach = 2;
/** Corners weaker than this share of the strongest are left out. */
const minQuality = 0.015;
/** The minimum strength, in levels of luma, squared; weaker corners are noise. */
const minStrength = 6;

/**
 * Finds the corners of a target, as x, y, x, y ...: the points where the smaller eigenvalue of the structure tensor is largest (J.
 * Shi, C. Tomasi, "Good features to track", 1994). Points in the middle have more weight, because the rim of a box shows the
 * background.
 */
export function findCorners(plane: Plane, pose: Pose, count: number): Float32Array {
  const box = toBox(pose);
  const area = toPixels(plane, box);
  if (area.width < 3 || area.height < 3) {
    return new Float32Array(0);
  }
  const strengths = toStrengths(plane, area, box);
  return spread(strengths, area, { count, apart: 0.6 * Math.sqrt((box.width * box.height) / count) });
}

type Area = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Returns the pixels of the box whose tensors are inside the frame. */
function toPixels(plane: Plane, { x, y, width, height }: Box): Area {
  const rim = tensorReach + 1;
  const left = Math.max(rim, Math.floor(x));
  const top = Math.max(rim, Math.floor(y));
  const right = Math.min(plane.width - rim, Math.ceil(x + width));
  const bottom = Math.min(plane.height - rim, Math.ceil(y + height));
  return { left, top, width: right - left, height: bottom - top };
}

/** Returns the smaller eigenvalue at each pixel of the area, weighted; 0 where it is not a local maximum. */
function toStrengths(plane: Plane, area: Area, box: Box): Float32Array {
  const [xx, xy, yy] = toTensors(plane, area);
  const { width, height } = area;
  const strengths = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const [a, b, c] = [xx[at] ?? 0, xy[at] ?? 0, yy[at] ?? 0];
      const smaller = (a + c - Math.sqrt((a - c) ** 2 + 4 * b * b)) / 2;
      strengths[at] = smaller * middleWeight(area.left + x, area.top + y, box);
    }
  }
  return strengths;
}

/** Returns 1 in the middle of the box, and 0 on the ellipse that touches its sides and beyond. */
function middleWeight(x: number, y: number, box: Box): number {
  const across = (x + 0.5 - box.x - box.width / 2) / (box.width / 2);
  const down = (y + 0.5 - box.y - box.height / 2) / (box.height / 2);
  return Math.max(0, 1 - (across * across + down * down) ** 2);
}

/** Sums the products of gradients over the square around each pixel of the area. */
function toTensors({ width: stride, data }: Plane, area: Area): readonly [Float32Array, Float32Array, Float32Array] {
  const reach = tensorReach;
  const [width, height] = [area.width + 2 * reach, area.height + 2 * reach];
  const products = [0, 1, 2].map(() => new Float32Array(width * height));
  const [xx = new Float32Array(0), xy = new Float32Array(0), yy = new Float32Array(0)] = products;
  for (let y = 0; y < height; y++) {
    const row = (area.top - reach + y) * stride + area.left - reach;
    for (let x = 0; x < width; x++) {
      const at = row + x;
      const across = ((data[at + 1] ?? 0) - (data[at - 1] ?? 0)) / 2;
      const down = ((data[at + stride] ?? 0) - (data[at - stride] ?? 0)) / 2;
      xx[y * width + x] = across * across;
      xy[y * width + x] = across * down;
      yy[y * width + x] = down * down;
    }
  }
  return [boxSums(xx, width, area), boxSums(xy, width, area), boxSums(yy, width, area)];
}

/** Computes means over squares, first along rows, then along columns. */
function boxSums(values: Float32Array, stride: number, { width, height }: Area): Float32Array {
  const side = 2 * tensorReach + 1;
  const tall = height + 2 * tensorReach;
  const rows = new Float32Array(width * tall);
  for (let y = 0; y < tall; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let step = 0; step < side; step++) {
        sum += values[y * stride + x + step] ?? 0;
      }
      rows[y * width + x] = sum;
    }
  }
  const sums = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let step = 0; step < side; step++) {
        sum += rows[(y + step) * width + x] ?? 0;
      }
      sums[y * width + x] = sum / (side * side);
    }
  }
  return sums;
}

type Spread = { readonly count: number; readonly apart: number };

/** Returns the strongest corners first, with a minimum distance of `apart`. */
function spread(strengths: Float32Array, area: Area, { count, apart }: Spread): Float32Array {
  const peaks = listPeaks(strengths, area).sort((one, other) => (strengths[other] ?? 0) - (strengths[one] ?? 0));
  const least = Math.max(minStrength, minQuality * (strengths[peaks[0] ?? 0] ?? 0));
  const found: number[] = [];
  for (const at of peaks) {
    if ((strengths[at] ?? 0) < least || found.length >= 2 * count) {
      break;
    }
    const [x, y] = [area.left + (at % area.width), area.top + Math.floor(at / area.width)];
    if (isApart(found, x, y, apart)) {
      found.push(x, y);
    }
  }
  return Float32Array.from(found);
}

function listPeaks(strengths: Float32Array, { width, height }: Area): number[] {
  const peaks: number[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const value = strengths[at] ?? 0;
      const isPeak =
        value > (strengths[at - 1] ?? 0) &&
        value >= (strengths[at + 1] ?? 0) &&
        value > (strengths[at - width] ?? 0) &&
        value >= (strengths[at + width] ?? 0);
      if (isPeak) {
        peaks.push(at);
      }
    }
  }
  return peaks;
}

function isApart(found: readonly number[], x: number, y: number, apart: number): boolean {
  for (let at = 0; at < found.length; at += 2) {
    if (Math.hypot((found[at] ?? 0) - x, (found[at + 1] ?? 0) - y) < apart) {
      return false;
    }
  }
  return true;
}
