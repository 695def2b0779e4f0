import { Convolution } from './convolution';
import { putRow } from './rows';

/** The size in floats of the working memory of each onnxruntime thread. */
// @ts-ignore: decorator
@inline const workFloats: i32 = 16384;
/** The maximum number of kernel positions whose products onnxruntime adds in one pass. This kernel uses the same order. */
// @ts-ignore: decorator
@inline const maxPlaces: i32 = 128;
/** The values of `MlasIdentityActivation` and `MlasReluActivation`. */
// @ts-ignore: decorator
@inline const identity: i32 = 0;
// @ts-ignore: decorator
@inline const rectified: i32 = 1;

/**
 * Replaces `MlasConvOperation` of onnxruntime for depthwise convolutions: computes `count` output points from `start`.
 * Returns 0 and does nothing for any other convolution, which the original then computes.
 *
 * The original copies every input point once for each position of the kernel, and iterates over the output once for each of
 * them. This kernel copies the maximum number of input rows that fit into `work` once, with zeros around them. The sums of
 * 16 output points stay in registers. If the stride is 2, even and odd points are in separate rows (phases), so that four
 * neighbours are always adjacent.
 *
 * Products are added in the order of the original. That order differs for the last points of a count that is not a
 * multiple of four, so the original computes those convolutions.
 */
export function convolveDepthwise(
  conv: Convolution,
  input: usize,
  filter: usize,
  bias: usize,
  work: usize,
  output: usize,
  start: i32,
  count: i32,
): i32 {
  if (conv.dimensions != 2) {
    return 0;
  }
  const activation = load<i32>(conv.activation);
  const width = conv.outputWidth;
  const phaseWidth = width + ((conv.kernelWidth - 1) * conv.dilationX) / conv.strideX;
  const rowFloats = conv.strideX * phaseWidth;
  const rowsOfPoint = (conv.kernelHeight - 1) * conv.dilationY + 1;
  const rowsThatFit = (workFloats - maxPlaces) / rowFloats;
  if (
    conv.filters != 1 ||
    conv.beta != 0 ||
    (activation != identity && activation != rectified) ||
    conv.places != conv.kernelHeight * conv.kernelWidth ||
    conv.places > maxPlaces ||
    rowsThatFit < rowsOfPoint ||
    width < 4 ||
    start % width != 0 ||
    count % width != 0 ||
    count % 4 != 0
  ) {
    return 0;
  }

  const rows = work + (maxPlaces << 2);
  putOffsets(work, conv, phaseWidth);
  const rowsAtOnce = (rowsThatFit - rowsOfPoint) / conv.strideY + 1;
  const firstX = -conv.paddingLeft;
  let firstY = (start / width) * conv.strideY - conv.paddingTop;
  let to = output + (<usize>start << 2);
  for (let left = count / width; left > 0; left -= rowsAtOnce) {
    const many = min(left, rowsAtOnce);
    let row = rows;
    for (let y = firstY, end = firstY + (many - 1) * conv.strideY + rowsOfPoint; y < end; y++) {
      const from = input + (<usize>(y * conv.inputWidth) << 2);
      const inside = <u32>y < <u32>conv.inputHeight ? conv.inputWidth : 0;
      for (let phase = 0; phase < conv.strideX; phase++) {
        row = putRow(row, from, firstX + phase, inside, phaseWidth, conv.strideX);
      }
    }
    row = rows;
    for (let y = 0; y < many; y++) {
      convolveRow(to, row, width, work, filter, conv.places, bias, activation);
      row += <usize>(conv.strideY * rowFloats) << 2;
      to += <usize>width << 2;
    }
    firstY += many * conv.strideY;
  }
  return 1;
}

/** Stores, for each position of the kernel, the offset in bytes from the start of its row to its first point. */
// @ts-ignore: decorator
@inline
function putOffsets(to: usize, conv: Convolution, phaseWidth: i32): void {
  for (let y = 0; y < conv.kernelHeight; y++) {
    const down = y * conv.dilationY * conv.strideX;
    for (let x = 0; x < conv.kernelWidth; x++) {
      const across = x * conv.dilationX;
      store<i32>(to, ((down + (across % conv.strideX)) * phaseWidth + across / conv.strideX) << 2);
      to += 4;
    }
  }
}

/** Computes one row of the output. The last four points overlap the previous four. */
// @ts-ignore: decorator
@inline
function convolveRow(
  to: usize,
  row: usize,
  width: i32,
  offsets: usize,
  filter: usize,
  places: i32,
  bias: usize,
  activation: i32,
): void {
  const end = offsets + (<usize>places << 2);
  let x = 0;
  for (; x + 16 <= width; x += 16) {
    const from = row + (<usize>x << 2);
    let factors = filter;
    let at = from + load<i32>(offsets);
    let factor = v128.load32_splat(factors);
    let s0 = f32x4.mul(factor, v128.load(at));
    let s1 = f32x4.mul(factor, v128.load(at, 16));
    let s2 = f32x4.mul(factor, v128.load(at, 32));
    let s3 = f32x4.mul(factor, v128.load(at, 48));
    for (let offset = offsets + 4; offset < end; offset += 4) {
      factors += 4;
      at = from + load<i32>(offset);
      factor = v128.load32_splat(factors);
      s0 = f32x4.add(f32x4.mul(factor, v128.load(at)), s0);
      s1 = f32x4.add(f32x4.mul(factor, v128.load(at, 16)), s1);
      s2 = f32x4.add(f32x4.mul(factor, v128.load(at, 32)), s2);
      s3 = f32x4.add(f32x4.mul(factor, v128.load(at, 48)), s3);
    }
    const place = to + (<usize>x << 2);
    v128.store(place, finish(s0, bias, activation));
    v128.store(place, finish(s1, bias, activation), 16);
    v128.store(place, finish(s2, bias, activation), 32);
    v128.store(place, finish(s3, bias, activation), 48);
  }
  while (x < width) {
    x = min(x, width - 4);
    const from = row + (<usize>x << 2);
    let factors = filter;
    let sum = f32x4.mul(v128.load32_splat(factors), v128.load(from + load<i32>(offsets)));
    for (let offset = offsets + 4; offset < end; offset += 4) {
      factors += 4;
      sum = f32x4.add(f32x4.mul(v128.load32_splat(factors), v128.load(from + load<i32>(offset))), sum);
    }
    v128.store(to + (<usize>x << 2), finish(sum, bias, activation));
    x += 4;
  }
}

// @ts-ignore: decorator
@inline
function finish(sum: v128, bias: usize, activation: i32): v128 {
  if (bias) {
    sum = f32x4.add(sum, v128.load32_splat(bias));
  }
  return activation == rectified ? f32x4.max(sum, f32x4.splat(0)) : sum;
}
