import { Convolution } from './convolution';
import { putRow, putZeros } from './rows';

/**
 * `MlasConvIm2Col` of onnxruntime: lays out, for `countK` of the places of a convolution's kernel from `k` on and for `countN`
 * points of its output from `n` on, the point of `input` that the place falls on, 0 outside of the picture. Places go through
 * the kernel's columns, then its rows, then channels.
 *
 * A row of the output reads from one row of the input, and the points in between its edges are copied four at a time; the last four
 * overlap those before.
 */
export function im2col(
  conv: Convolution,
  input: usize,
  columns: usize,
  k: i32,
  countK: i32,
  n: i32,
  countN: i32,
): void {
  const channelBytes = <usize>conv.inputSize << 2;
  const firstRow = n / conv.outputWidth;
  const firstColumn = n % conv.outputWidth;
  const originY = firstRow * conv.strideY - conv.paddingTop;
  const originX = -conv.paddingLeft;
  let kernelX = k % conv.kernelWidth;
  let kernelY = (k / conv.kernelWidth) % conv.kernelHeight;
  let channel = input + <usize>(k / (conv.kernelWidth * conv.kernelHeight)) * channelBytes;

  for (const end = k + countK; k < end; k++) {
    const startX = originX + kernelX * conv.dilationX;
    let y = originY + kernelY * conv.dilationY;
    let x = startX + firstColumn * conv.strideX;
    let count = min(conv.outputWidth - firstColumn, countN);
    for (let left = countN; left > 0;) {
      const row = channel + (<usize>(y * conv.inputWidth) << 2);
      columns = <u32>y < <u32>conv.inputHeight ? putRow(columns, row, x, conv.inputWidth, count, conv.strideX) : putZeros(columns, count);
      left -= count;
      count = min(conv.outputWidth, left);
      y += conv.strideY;
      x = startX;
    }
    kernelX++;
    if (kernelX == conv.kernelWidth) {
      kernelX = 0;
      kernelY++;
      if (kernelY == conv.kernelHeight) {
        kernelY = 0;
        channel += channelBytes;
      }
    }
  }
}
