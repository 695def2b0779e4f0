import { Convolution } from './convolution';
import { putRow, putZeros } from './rows';

/**
 * Arranges the input of a convolution as a matrix. Replaces `MlasConvIm2Col` of onnxruntime. Covers `countK` positions of
 * the kernel from `k`, and `countN` points of the output from `n`. Points outside the image are 0.
 *
 * Positions iterate over the kernel's columns, then its rows, then channels. Each row of the output reads one row of the
 * input. The points between its edges are copied four at a time, and the last four overlap the previous ones.
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
  const channelBytes = (<usize>conv.inputSize) << 2;
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
      const row = channel + ((<usize>(y * conv.inputWidth)) << 2);
      columns =
        <u32>y < <u32>conv.inputHeight
          ? putRow(columns, row, x, conv.inputWidth, count, conv.strideX)
          : putZeros(columns, count);
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
