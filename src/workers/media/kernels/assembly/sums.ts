import { Bytes, Floats, Ints } from './arrays';
import { lanes } from './lanes';

/** The fixed-point units of a share and of a level. Sums may overflow, because their differences stay exact. */
export const wholeShare: f32 = 1024;
export const wholeLevel: f32 = 4;

/** The trust in the faintest subject, relative to the surest. It matters only if nothing surer is near. */
const faintTrust: f32 = 0.01;

/**
 * Returns the trust that a pixel has the subject's own colour. Models are inexact at the edge, so it falls with the eighth power of
 * the share.
 */
export function trustIn(share: f32): f32 {
  const square = share * share;
  const fourth = square * square;
  return faintTrust * share + (1 - faintTrust) * fourth * fourth;
}

/**
 * Builds the summed-area tables of an image and its matte (F. Crow, 1984): the sum over any window takes four reads. A point has
 * four lanes of 32 bits. In `subjectSums` they are the trust, and Y, U and V weighted with it. `backgroundSums` is weighted with
 * the share of background. Tables have a row and a column more than the image.
 * `shares` (0..1) and `shareSums`, the table of shares alone, are filled too, and so are the planes of colours: `backgroundColours`
 * has the lanes 1, Y, U and V as floats, `subjectColours` the same times trust.
 */
export function buildSums(
  y: Floats,
  u: Floats,
  v: Floats,
  matte: Floats,
  width: i32,
  height: i32,
  shares: Floats,
  shareSums: Ints,
  subjectSums: Ints,
  backgroundSums: Ints,
  subjectColours: Floats,
  backgroundColours: Floats,
): void {
  const stride: usize = (<usize>(width + 1)) << 4;
  memory.fill(shareSums, 0, stride >> 2);
  memory.fill(subjectSums, 0, stride);
  memory.fill(backgroundSums, 0, stride);
  const scale = f32x4(1, wholeLevel, wholeLevel, wholeLevel);
  const rounding = f32x4(0, 0.5, 0.5, 0.5);
  let at: usize = 0;
  for (let row = 0; row < height; row++) {
    let rowShares = 0;
    let subject = i32x4.splat(0);
    let background = i32x4.splat(0);
    shareSums += stride >> 2;
    subjectSums += stride;
    backgroundSums += stride;
    store<i32>(shareSums, 0);
    v128.store(subjectSums, subject);
    v128.store(backgroundSums, background);
    let x = 0;
    for (; x + 4 <= width; x += 4) {
      const four = f32x4.div(v128.load(matte + at), f32x4.splat(255));
      v128.store(shares + at, four);
      const trust = trustInFour(four);
      const luma = v128.load(y + at);
      const blue = v128.load(u + at);
      const red = v128.load(v + at);
      putFour(backgroundColours + (at << 2), f32x4.splat(1), luma, blue, red);
      putFour(subjectColours + (at << 2), trust, f32x4.mul(luma, trust), f32x4.mul(blue, trust), f32x4.mul(red, trust));
      const to: usize = (<usize>(x + 1)) << 4;
      const weights = toWhole(four, wholeShare);
      const trusts = toWhole(trust, wholeShare);
      const rests = i32x4.sub(i32x4.splat(<i32>wholeShare), weights);
      const lumas = toWhole(luma, wholeLevel);
      const blues = toWhole(blue, wholeLevel);
      const reds = toWhole(red, wholeLevel);
      subject = sumFour(subjectSums + to, stride, subject, trusts, lumas, blues, reds);
      background = sumFour(backgroundSums + to, stride, background, rests, lumas, blues, reds);
      const shareSum = shareSums + (to >> 2);
      const none = i32x4.splat(0);
      const pairs = i32x4.add(weights, v128.shuffle<i32>(none, weights, 0, 4, 5, 6));
      const sums = i32x4.add(pairs, v128.shuffle<i32>(none, pairs, 0, 1, 4, 5));
      const line = i32x4.add(sums, i32x4.splat(rowShares));
      v128.store(shareSum, i32x4.add(line, v128.load(shareSum - (stride >> 2))));
      rowShares = i32x4.extract_lane(line, 3);
      at += 16;
    }
    for (; x < width; x++) {
      const share: f32 = load<f32>(matte + at) / 255;
      store<f32>(shares + at, share);
      const colour = lanes(1, load<f32>(y + at), load<f32>(u + at), load<f32>(v + at));
      const trust = trustIn(share);
      v128.store(subjectColours + (at << 2), f32x4.mul(colour, f32x4.splat(trust)));
      v128.store(backgroundColours + (at << 2), colour);
      const whole = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(colour, scale), rounding));
      const weight = <i32>(share * wholeShare + 0.5);
      rowShares += weight;
      subject = i32x4.add(subject, i32x4.mul(whole, i32x4.splat(<i32>(trust * wholeShare + 0.5))));
      background = i32x4.add(background, i32x4.mul(whole, i32x4.splat(<i32>wholeShare - weight)));
      const to: usize = (<usize>(x + 1)) << 4;
      v128.store(subjectSums + to, i32x4.add(subject, v128.load(subjectSums + to - stride)));
      const shareSum = shareSums + (to >> 2);
      store<i32>(shareSum, rowShares + load<i32>(shareSum - (stride >> 2)));
      v128.store(backgroundSums + to, i32x4.add(background, v128.load(backgroundSums + to - stride)));
      at += 4;
    }
  }
}

/** Computes `trustIn` for four pixels. */
function trustInFour(share: v128): v128 {
  const square = f32x4.mul(share, share);
  const fourth = f32x4.mul(square, square);
  const sure = f32x4.mul(f32x4.mul(f32x4.splat(1 - faintTrust), fourth), fourth);
  return f32x4.add(f32x4.mul(f32x4.splat(faintTrust), share), sure);
}

/** Converts four values to units of 1 / `unit`. */
function toWhole(values: v128, unit: f32): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(values, f32x4.splat(unit)), f32x4.splat(0.5)));
}

/** Writes four pixels; each vector contains one lane of them. */
function putFour(to: usize, first: v128, second: v128, third: v128, fourth: v128): void {
  const early = v128.shuffle<i32>(first, second, 0, 4, 1, 5);
  const late = v128.shuffle<i32>(third, fourth, 0, 4, 1, 5);
  v128.store(to, v128.shuffle<i64>(early, late, 0, 2));
  v128.store(to, v128.shuffle<i64>(early, late, 1, 3), 16);
  const earlier = v128.shuffle<i32>(first, second, 2, 6, 3, 7);
  const later = v128.shuffle<i32>(third, fourth, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<i64>(earlier, later, 0, 2), 32);
  v128.store(to, v128.shuffle<i64>(earlier, later, 1, 3), 48);
}

/**
 * Sums four weighted pixels along the row, starting with `line`, and adds the sums of the row before. Returns the row's new sum.
 */
function sumFour(to: usize, stride: usize, line: v128, weights: v128, lumas: v128, blues: v128, reds: v128): v128 {
  const second = i32x4.mul(lumas, weights);
  const third = i32x4.mul(blues, weights);
  const fourth = i32x4.mul(reds, weights);
  const early = v128.shuffle<i32>(weights, second, 0, 4, 1, 5);
  const late = v128.shuffle<i32>(third, fourth, 0, 4, 1, 5);
  const above = to - stride;
  line = i32x4.add(line, v128.shuffle<i64>(early, late, 0, 2));
  v128.store(to, i32x4.add(line, v128.load(above)));
  line = i32x4.add(line, v128.shuffle<i64>(early, late, 1, 3));
  v128.store(to, i32x4.add(line, v128.load(above, 16)), 16);
  const earlier = v128.shuffle<i32>(weights, second, 2, 6, 3, 7);
  const later = v128.shuffle<i32>(third, fourth, 2, 6, 3, 7);
  line = i32x4.add(line, v128.shuffle<i64>(earlier, later, 0, 2));
  v128.store(to, i32x4.add(line, v128.load(above, 32)), 32);
  line = i32x4.add(line, v128.shuffle<i64>(earlier, later, 1, 3));
  v128.store(to, i32x4.add(line, v128.load(above, 48)), 48);
  return line;
}

/**
 * Returns the sums over the columns `[left, right)` of the rows `[top, bottom)`, as floats. Shares are in pixels, the rest in
 * levels.
 */
export function windowSums(sums: usize, width: i32, left: i32, top: i32, right: i32, bottom: i32): v128 {
  const above = top * (width + 1);
  const below = bottom * (width + 1);
  const upper = i32x4.sub(
    v128.load(sums + ((<usize>(above + right)) << 4)),
    v128.load(sums + ((<usize>(above + left)) << 4)),
  );
  const lower = i32x4.sub(
    v128.load(sums + ((<usize>(below + right)) << 4)),
    v128.load(sums + ((<usize>(below + left)) << 4)),
  );
  const scale = f32x4(
    1 / wholeShare,
    1 / wholeShare / wholeLevel,
    1 / wholeShare / wholeLevel,
    1 / wholeShare / wholeLevel,
  );
  return f32x4.mul(f32x4.convert_i32x4_u(i32x4.sub(lower, upper)), scale);
}

/** The kinds of pixels, as in `cell` of guided-filter.ts. */
export const background = 0;
export const subject = 1;
export const edge = 2;
/** The maximum sum of shares that counts as 0, in 1024ths of a pixel. */
const nothing = 2;

/**
 * Classifies pixels by their windows: background, subject or both. Kinds are written into `kinds`, and the pixels with both into
 * the list `edges`. Returns the length of the list.
 */
export function findEdges(shareSums: Ints, width: i32, height: i32, radius: i32, kinds: Bytes, edges: Ints): i32 {
  let last = edges;
  for (let y = 0; y < height; y++) {
    const top = max(0, y - radius);
    const bottom = min(height, y + radius + 1);
    const above = shareSums + ((<usize>(top * (width + 1))) << 2);
    const below = shareSums + ((<usize>(bottom * (width + 1))) << 2);
    let x = 0;
    while (x < width) {
      if (x >= radius && x + radius + 4 <= width) {
        last = sortFour(above, below, x, radius, bottom - top, y * width + x, kinds, last);
        x += 4;
      } else {
        last = sortOne(
          above,
          below,
          max(0, x - radius),
          min(width, x + radius + 1),
          bottom - top,
          y * width + x,
          kinds,
          last,
        );
        x += 1;
      }
    }
  }
  return <i32>((last - edges) >> 2);
}

/** Classifies one pixel. Returns the end of the list of edges. */
function sortOne(
  above: usize,
  below: usize,
  left: i32,
  right: i32,
  rows: i32,
  at: i32,
  kinds: usize,
  last: usize,
): usize {
  const from = (<usize>left) << 2;
  const to = (<usize>right) << 2;
  const share = load<i32>(below + to) - load<i32>(below + from) - load<i32>(above + to) + load<i32>(above + from);
  const rest = <i32>wholeShare * (right - left) * rows - share;
  const kind = rest <= nothing ? subject : share <= nothing ? background : edge;
  store<u8>(kinds + at, <u8>kind);
  store<i32>(last, at);
  return kind == edge ? last + 4 : last;
}

/** Classifies four pixels from `x` on, whose windows are all within the row. */
function sortFour(
  above: usize,
  below: usize,
  x: i32,
  radius: i32,
  rows: i32,
  at: i32,
  kinds: usize,
  last: usize,
): usize {
  const from = (<usize>(x - radius)) << 2;
  const to = (<usize>(x + radius + 1)) << 2;
  const shares = i32x4.sub(
    i32x4.sub(v128.load(below + to), v128.load(below + from)),
    i32x4.sub(v128.load(above + to), v128.load(above + from)),
  );
  const whole = i32x4.splat(<i32>wholeShare * (2 * radius + 1) * rows - nothing);
  const isSubject = i32x4.ge_s(shares, whole);
  const isEdge = v128.andnot(i32x4.gt_s(shares, i32x4.splat(nothing)), isSubject);
  const found = v128.or(v128.and(isSubject, i32x4.splat(subject)), v128.and(isEdge, i32x4.splat(edge)));
  const narrow = i16x8.narrow_i32x4_s(found, found);
  v128.store32_lane(kinds + at, i8x16.narrow_i16x8_s(narrow, narrow), 0);
  let marks = i32x4.bitmask(isEdge);
  while (marks != 0) {
    store<i32>(last, at + ctz(marks));
    last += 4;
    marks &= marks - 1;
  }
  return last;
}
