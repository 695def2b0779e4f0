import { putRow, putZeros } from './rows';

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
