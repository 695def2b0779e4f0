import { Pyramid, type Luma, type Plane } from './plane.ts';
import type { Box } from './pose.ts';

/** The approximate long side of the pyramid level that is used: an eighth of an image of 640. */
const lookedAtPx = 80;
const maxLevel = 3;
/** The radii of the centre and of its surround. */
const centreReach = 1;
const surroundReach = 7;
/** The minimum levels of contrast and of motion of a salient part. */
const minContrast = 7;
const minMotion = 5;
/** The minimum salience of the pixels that belong to the peak, as a share of it. */
const minOfPeak = 0.45;
/** The minimum and maximum side of the box, as shares of the frame's shorter side. */
const minSide = 0.12;
const maxSide = 0.7;

/**
 * Finds the salient part of two frames a moment apart: where the centre differs from its surround (L. Itti, C. Koch, E. Niebur, "A
 * model of saliency-based visual attention", 1998) or moves relative to the rest, preferably near the middle. Null if nothing is
 * salient.
 */
export function findSalientBox(now: Luma, later: Luma): Box | null {
  const [one, other] = [now, later].map((luma) => {
    const pyramid = new Pyramid(luma.width, luma.height);
    pyramid.fill(luma);
    return pyramid.level(chooseLevel(luma));
  });
  if (!one || !other) {
    return null;
  }
  const salience = toSalience(one, other);
  const peak = salience?.indexOf(Math.max(...salience)) ?? -1;
  if (!salience || peak < 0) {
    return null;
  }
  const scale = now.width / one.width;
  return limit(grow(salience, one.width, peak), scale, now);
}

const chooseLevel = ({ width, height }: Luma): number =>
  Math.min(maxLevel, Math.max(0, Math.round(Math.log2(Math.max(width, height) / lookedAtPx))));

function toSalience(now: Plane, later: Plane): Float32Array | null {
  const { width, height } = now;
  const centres = blur(now, centreReach);
  const surrounds = blur(now, surroundReach);
  const contrast = centres.map((value, at) => Math.abs(value - (surrounds[at] ?? 0)));
  const change = now.data.map((value, at) => Math.abs(value - (later.data[at] ?? 0)));
  const usual = change.reduce((sum, value) => sum + value, 0) / change.length;
  const motion = blur({ width, height, data: change }, centreReach).map((value) => Math.max(0, value - 1.5 * usual));
  const [maxContrast, maxMotion] = [Math.max(...contrast), Math.max(...motion)];
  if (maxContrast < minContrast && maxMotion < minMotion) {
    return null;
  }
  const weightOfMotion = maxMotion < minMotion ? 0 : 1.5 / maxMotion;
  const salience = contrast.map((value, at) => {
    const [across, down] = [(2 * (at % width)) / width - 1, (2 * Math.floor(at / width)) / height - 1];
    const nearness = Math.exp(-(across * across + down * down) / 0.9);
    return nearness * (value / Math.max(maxContrast, minContrast) + weightOfMotion * (motion[at] ?? 0));
  });
  return blur({ width, height, data: salience }, centreReach + 1);
}

/** Computes means over squares with a side of twice `reach` plus one, cropped at the edges. */
function blur({ width, height, data }: Plane, reach: number): Float32Array {
  const rows = new Float32Array(data.length);
  for (let at = 0; at < data.length; at++) {
    const x = at % width;
    const [from, to] = [Math.max(0, x - reach), Math.min(width - 1, x + reach)];
    let sum = 0;
    for (let i = at - x + from; i <= at - x + to; i++) {
      sum += data[i] ?? 0;
    }
    rows[at] = sum / (to - from + 1);
  }
  const means = new Float32Array(data.length);
  for (let at = 0; at < data.length; at++) {
    const y = Math.floor(at / width);
    const [from, to] = [Math.max(0, y - reach), Math.min(height - 1, y + reach)];
    let sum = 0;
    for (let row = from; row <= to; row++) {
      sum += rows[row * width + (at % width)] ?? 0;
    }
    means[at] = sum / (to - from + 1);
  }
  return means;
}

/** Returns the box around the area connected with the peak. */
function grow(salience: Float32Array, width: number, peak: number): Box {
  const least = minOfPeak * (salience[peak] ?? 0);
  const seen = new Uint8Array(salience.length);
  const open = [peak];
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen[at] || (salience[at] ?? 0) < least) {
      continue;
    }
    seen[at] = 1;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
    open.push(...(x > 0 ? [at - 1] : []), ...(x < width - 1 ? [at + 1] : []), at - width, at + width);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Converts the box to pixels of the image and limits its size: neither too small to be tracked nor as large as the scene. */
function limit(box: Box, scale: number, picture: { readonly width: number; readonly height: number }): Box {
  const short = Math.min(picture.width, picture.height);
  const side = (length: number): number => Math.min(maxSide * short, Math.max(minSide * short, length * scale));
  const [width, height] = [side(box.width), side(box.height)];
  const [middleX, middleY] = [(box.x + box.width / 2) * scale, (box.y + box.height / 2) * scale];
  return {
    x: Math.min(picture.width - width, Math.max(0, middleX - width / 2)),
    y: Math.min(picture.height - height, Math.max(0, middleY - height / 2)),
    width,
    height,
  };
}
