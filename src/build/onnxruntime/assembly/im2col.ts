/**
 * `MlasConvIm2Col` of onnxruntime: lays out, for `countK` of the places of a convolution's kernel from `k` on and for `countN`
 * points of its output from `n` on, the point of `input` that the place falls on, 0 outside of the picture. Places go through
 * the kernel's columns, then its rows, then channels. `parameters` is the address of onnxruntime's description of the convolution.
 *
 * A row of the output reads from one row of the input, and the points in between its edges are copied four at a time; the last four
 * overlap those before.
 */
export function im2col(
  parameters: usize,
  input: usize,
  columns: usize,
  k: i32,
  countK: i32,
  n: i32,
  countN: i32,
): void {
  const inputHeight = load<i32>(parameters, 24);
  const inputWidth = load<i32>(parameters, 28);
  const kernelHeight = load<i32>(parameters, 36);
  const kernelWidth = load<i32>(parameters, 40);
  const dilationY = load<i32>(parameters, 48);
  const dilationX = load<i32>(parameters, 52);
  const strideY = load<i32>(parameters, 84);
  const strideX = load<i32>(parameters, 88);
  const outputWidth = load<i32>(parameters, 104);
  const channelBytes = <usize>load<i32>(parameters, 112) << 2;

  const firstRow = n / outputWidth;
  const firstColumn = n % outputWidth;
  const originY = firstRow * strideY - load<i32>(parameters, 60);
  const originX = -load<i32>(parameters, 64);
  let kernelX = k % kernelWidth;
  let kernelY = (k / kernelWidth) % kernelHeight;
  let channel = input + <usize>(k / (kernelWidth * kernelHeight)) * channelBytes;

  for (const end = k + countK; k < end; k++) {
    const startX = originX + kernelX * dilationX;
    let y = originY + kernelY * dilationY;
    let x = startX + firstColumn * strideX;
    let count = min(outputWidth - firstColumn, countN);
    for (let left = countN; left > 0;) {
      const row = channel + (<usize>(y * inputWidth) << 2);
      columns = <u32>y < <u32>inputHeight ? putRow(columns, row, x, inputWidth, count, strideX) : putZeros(columns, count);
      left -= count;
      count = min(outputWidth, left);
      y += strideY;
      x = startX;
    }
    kernelX++;
    if (kernelX == kernelWidth) {
      kernelX = 0;
      kernelY++;
      if (kernelY == kernelHeight) {
        kernelY = 0;
        channel += channelBytes;
      }
    }
  }
}

/** Every `stride`th point from `x` on, `count` of them, of a row of `width` points; returns where the next is to be put. */
// @ts-ignore: decorator
@inline
function putRow(to: usize, row: usize, x: i32, width: i32, count: i32, stride: i32): usize {
  const before = min(count, x < 0 ? (stride - 1 - x) / stride : 0);
  to = putZeros(to, before);
  x += before * stride;
  const inside = min(count - before, x < width ? (width - x + stride - 1) / stride : 0);
  const from = row + (<usize>x << 2);
  const next = to + (<usize>inside << 2);
  if (inside >= 4 && stride <= 2) {
    if (stride == 1) {
      copyNeighbours(to, from, next);
    } else {
      copyEverySecond(to, from, inside);
    }
  } else {
    const step = <usize>stride << 2;
    for (let at = from; to < next; to += 4) {
      store<u32>(to, load<u32>(at));
      at += step;
    }
  }
  return putZeros(next, count - before - inside);
}

/** Four points or more, from `from` to `to` and up to `end`. */
// @ts-ignore: decorator
@inline
function copyNeighbours(to: usize, from: usize, end: usize): void {
  const last = end - 16;
  const lastFrom = from + (last - to);
  for (; to < last; to += 16) {
    v128.store(to, v128.load(from));
    from += 16;
  }
  v128.store(last, v128.load(lastFrom));
}

/** Every second point, four of them or more. */
// @ts-ignore: decorator
@inline
function copyEverySecond(to: usize, from: usize, count: i32): void {
  const last = to + (<usize>(count - 4) << 2);
  const lastFrom = from + (<usize>(count - 4) << 3);
  for (; to < last; to += 16) {
    v128.store(to, everySecond(from));
    from += 32;
  }
  v128.store(last, everySecond(lastFrom));
}

/** The points 0, 2, 4 and 6; reads nothing beyond the last. */
// @ts-ignore: decorator
@inline
function everySecond(from: usize): v128 {
  return v128.shuffle<i32>(v128.load(from), v128.load(from, 12), 0, 2, 5, 7);
}

// @ts-ignore: decorator
@inline
function putZeros(to: usize, count: i32): usize {
  const end = to + (<usize>count << 2);
  for (; to + 16 <= end; to += 16) {
    v128.store(to, i32x4.splat(0));
  }
  for (; to < end; to += 4) {
    store<u32>(to, 0);
  }
  return end;
}
