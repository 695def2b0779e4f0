/** The struct `MLAS_CONV_PARAMETERS` of onnxruntime. For 2D convolutions, the third of each three sizes is unused. */
// @ts-ignore: decorator
@unmanaged
export class Convolution {
  /** The address of the activation function. */
  activation: usize;
  dimensions: i32;
  batches: i32;
  groups: i32;
  inputChannels: i32;
  private unknown: i32;
  inputHeight: i32;
  inputWidth: i32;
  private inputDepth: i32;
  kernelHeight: i32;
  kernelWidth: i32;
  private kernelDepth: i32;
  dilationY: i32;
  dilationX: i32;
  private dilationZ: i32;
  paddingTop: i32;
  paddingLeft: i32;
  paddingBottom: i32;
  paddingRight: i32;
  private paddingFront: i32;
  private paddingBack: i32;
  strideY: i32;
  strideX: i32;
  private strideZ: i32;
  /** The number of output channels of each group. */
  filters: i32;
  outputHeight: i32;
  outputWidth: i32;
  private outputDepth: i32;
  /** The number of points of a channel in the input, and in the output. */
  inputSize: i32;
  outputSize: i32;
  /** The number of input values that are summed for one output value. */
  places: i32;
  /** The factor of the previous output values, to which the sums are added. */
  beta: f32;
}
