import { Bytes, Floats, Ints } from './arrays';
import { loadBytes } from './lanes';
import { listRuns, runBytes } from './runs';
import { edge, subject } from './sums';

/**
 * Draws alpha, one byte per pixel; see `AlphaPainter`. The grid gives `kinds` and consecutive planes of offsets and of slopes of Y,
 * U and V. The planes of U and V are used if `isColour`. `columnStarts` and `rowStarts` contain the first pixel of each cell, and
 * the end. `distances` are the distances from the grid point before each cell to its first pixel. Results are reduced by `low` and
 * multiplied by `gain`.
 * Scratch memory: `cells` for a row of cells, `runs` for their runs, `ramps` for four rows of grid points and two more each.
 */
export function paintAlpha(
  kinds: Bytes,
  planes: Floats,
  gridWidth: i32,
  gridHeight: i32,
  isColour: i32,
  columnStarts: Ints,
  distances: Floats,
  rowStarts: Ints,
  low: f32,
  gain: f32,
  y: Bytes,
  u: Bytes,
  v: Bytes,
  width: i32,
  height: i32,
  alpha: Bytes,
  cells: Bytes,
  runs: Ints,
  ramps: Floats,
): void {
  const chromaWidth = (width + 1) >> 1;
  const columns = gridWidth + 1;
  for (let row = 0; row <= gridHeight; row++) {
    const above = max(0, row - 1) * gridWidth;
    const below = min(gridHeight - 1, row) * gridWidth;
    const first = load<i32>(rowStarts + ((<usize>row) << 2));
    const end = load<i32>(rowStarts + ((<usize>row) << 2), 4);
    if (first == end) {
      continue;
    }
    sortCells(kinds + above, kinds + below, gridWidth, cells);
    const lastRun = listRuns(cells, columns, runs);
    for (let line = first; line < end; line++) {
      const share = <f32>(((<f64>line + 0.5) * <f64>gridHeight) / <f64>height - 0.5 - <f64>(row - 1));
      const shown = y + <usize>(line * width);
      const drawn = alpha + <usize>(line * width);
      const chroma = <usize>((line >> 1) * chromaWidth);
      for (let run = runs; run < lastRun; run += runBytes) {
        const from = load<i32>(run);
        const to = load<i32>(run, 4);
        const kind = load<i32>(run, 8);
        if (kind != edge) {
          const left = load<i32>(columnStarts + ((<usize>from) << 2));
          const right = load<i32>(columnStarts + ((<usize>to) << 2));
          memory.fill(drawn + left, kind == subject ? 255 : 0, right - left);
          continue;
        }
        mixRows(planes, gridWidth, gridHeight, isColour, above, below, share, from, to, low, gain, ramps);
        const perPixel: f32 = <f32>gridWidth / <f32>width;
        for (let at = from; at < to; at++) {
          const left = load<i32>(columnStarts + ((<usize>at) << 2));
          const right = load<i32>(columnStarts + ((<usize>at) << 2), 4);
          const distance = load<f32>(distances + ((<usize>at) << 2));
          const ramp = ramps + ((<usize>at) << 2);
          paintCell(shown, u + chroma, v + chroma, drawn, left, right, ramp, columns + 1, isColour, distance, perPixel);
        }
      }
    }
  }
}

/** Finds the kinds of a row of cells: that of the four corners if they are equal, else edge. Points at the border repeat. */
function sortCells(above: usize, below: usize, gridWidth: i32, cells: usize): void {
  sortCell(above, above, below, below, cells);
  let at: usize = 1;
  const unsure = i8x16.splat(<i8>edge);
  for (; at + 16 <= <usize>gridWidth; at += 16) {
    const kind = v128.load(above + at);
    const upper = i8x16.eq(kind, v128.load(above + at - 1));
    const lower = v128.and(i8x16.eq(kind, v128.load(below + at)), i8x16.eq(kind, v128.load(below + at - 1)));
    v128.store(cells + at, v128.bitselect(kind, unsure, v128.and(upper, lower)));
  }
  for (; at < <usize>gridWidth; at++) {
    sortCell(above + at - 1, above + at, below + at - 1, below + at, cells + at);
  }
  const last = <usize>gridWidth - 1;
  sortCell(above + last, above + last, below + last, below + last, cells + last + 1);
}

function sortCell(upperLeft: usize, upperRight: usize, lowerLeft: usize, lowerRight: usize, target: usize): void {
  const kind = load<u8>(upperLeft);
  const agrees = load<u8>(upperRight) == kind && load<u8>(lowerLeft) == kind && load<u8>(lowerRight) == kind;
  store<u8>(target, agrees ? kind : <u8>edge);
}

/**
 * Interpolates the grid's planes along a row of pixels, at the points around the cells `[from, to)`. The point before cell `i` is
 * at `i` of a row of `ramps`. Points beyond both ends repeat their neighbours.
 */
function mixRows(
  planes: usize,
  gridWidth: i32,
  gridHeight: i32,
  isColour: i32,
  above: i32,
  below: i32,
  share: f32,
  from: i32,
  to: i32,
  low: f32,
  gain: f32,
  ramps: usize,
): void {
  const planeBytes = (<usize>(gridWidth * gridHeight)) << 2;
  const rampBytes = (<usize>(gridWidth + 2)) << 2;
  const first = max(0, from - 1);
  const end = min(gridWidth, to);
  const count = isColour ? 4 : 2;
  for (let plane = 0; plane < count; plane++) {
    const upper = planes + ((<usize>above) << 2);
    const lower = planes + ((<usize>below) << 2);
    const loss = f32x4.splat(plane == 0 ? low : 0);
    for (let at = first; at < end; at += 4) {
      const bytes = (<usize>at) << 2;
      const one = v128.load(upper + bytes);
      const mixed = f32x4.add(one, f32x4.mul(f32x4.splat(share), f32x4.sub(v128.load(lower + bytes), one)));
      // Values written past the end are corrected below, or belong to the next row, which follows.
      v128.store(ramps + bytes, f32x4.mul(f32x4.splat(gain), f32x4.sub(mixed, loss)), 4);
    }
    if (from == 0) {
      store<f32>(ramps, load<f32>(ramps, 4));
    }
    if (to > gridWidth) {
      store<f32>(ramps + ((<usize>gridWidth) << 2), load<f32>(ramps + ((<usize>gridWidth) << 2)), 4);
    }
    planes += planeBytes;
    ramps += rampBytes;
  }
}

/**
 * Draws the pixels `[left, right)` of a row between two grid points, at `ramp` and after it. Each plane of slopes is `points` after
 * the one before.
 */
function paintCell(
  shown: usize,
  blues: usize,
  reds: usize,
  drawn: usize,
  left: i32,
  right: i32,
  ramp: usize,
  points: i32,
  isColour: i32,
  distance: f32,
  perPixel: f32,
): void {
  const places = f32x4.add(f32x4.splat(distance), f32x4.mul(f32x4.splat(perPixel), f32x4(0, 1, 2, 3)));
  const step = (<usize>points) << 2;
  for (let x = left; x < right; x += 4) {
    const place = f32x4.add(places, f32x4.splat(perPixel * <f32>(x - left)));
    let value = f32x4.add(rampAt(ramp, place), f32x4.mul(rampAt(ramp + step, place), loadBytes(shown + x)));
    if (isColour) {
      const chroma = <usize>(x >> 1);
      const blue = f32x4.mul(rampAt(ramp + 2 * step, place), loadPairs(blues + chroma, x & 1));
      const red = f32x4.mul(rampAt(ramp + 3 * step, place), loadPairs(reds + chroma, x & 1));
      value = f32x4.add(value, f32x4.add(blue, red));
    }
    storeBytes(drawn + x, value, right - x);
  }
}

function rampAt(ramp: usize, place: v128): v128 {
  const from = load<f32>(ramp);
  return f32x4.add(f32x4.splat(from), f32x4.mul(f32x4.splat(load<f32>(ramp, 4) - from), place));
}

/** Loads the chroma of four pixels, each sample of which covers two. `isOdd` if the first pixel is the second of its pair. */
function loadPairs(from: usize, isOdd: i32): v128 {
  const bytes = v128.load32_zero(from);
  const even = i8x16(0, -1, -1, -1, 0, -1, -1, -1, 1, -1, -1, -1, 1, -1, -1, -1);
  const odd = i8x16(0, -1, -1, -1, 1, -1, -1, -1, 1, -1, -1, -1, 2, -1, -1, -1);
  return f32x4.convert_i32x4_u(i8x16.swizzle(bytes, isOdd ? odd : even));
}

/** Rounds to bytes and stores the first `count`, at most four. */
function storeBytes(to: usize, values: v128, count: i32): void {
  const whole = i32x4.trunc_sat_f32x4_s(f32x4.nearest(values));
  const narrow = i16x8.narrow_i32x4_s(whole, whole);
  const bytes = i8x16.narrow_i16x8_u(narrow, narrow);
  if (count >= 4) {
    v128.store32_lane(to, bytes, 0);
    return;
  }
  v128.store8_lane(to, bytes, 0);
  if (count > 1) {
    v128.store8_lane(to, bytes, 1, 1);
  }
  if (count > 2) {
    v128.store8_lane(to, bytes, 2, 2);
  }
}
