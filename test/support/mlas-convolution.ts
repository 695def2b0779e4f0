type Two = readonly [y: number, x: number];

/** A convolution of planes that computes one channel. */
export type Convolution = {
  readonly channels: number;
  readonly height: number;
  readonly width: number;
  readonly kernel: Two;
  readonly padding: readonly [top: number, left: number, bottom: number, right: number];
  readonly stride: Two;
  readonly dilation: Two;
};

export function getOutputSize({ height, width, kernel, padding, stride, dilation }: Convolution): Two {
  const [top, left, bottom, right] = padding;
  return [
    Math.floor((height + top + bottom - dilation[0] * (kernel[0] - 1) - 1) / stride[0]) + 1,
    Math.floor((width + left + right - dilation[1] * (kernel[1] - 1) - 1) / stride[1]) + 1,
  ];
}

/**
 * Writes, from the word `at` on, the part of onnxruntime's `MLAS_CONV_PARAMETERS` that our kernels read, and no
 * activation.
 */
export function putMlasConvolution(words: Uint32Array, at: number, one: Convolution): void {
  const { channels, height, width, kernel, padding, stride, dilation } = one;
  const [outputHeight, outputWidth] = getOutputSize(one);
  const activation = at + 40;
  const put = (offset: number, ...values: number[]): void => words.set(values, at + offset / 4);
  put(0, 4 * activation, 2);
  put(24, height, width);
  put(36, ...kernel);
  put(48, ...dilation);
  put(60, ...padding);
  put(84, ...stride);
  put(96, 1);
  put(104, outputWidth);
  put(112, height * width, outputHeight * outputWidth, channels * kernel[0] * kernel[1]);
}
