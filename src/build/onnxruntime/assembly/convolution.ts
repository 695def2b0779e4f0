/** `MLAS_CONV_PARAMETERS` of onnxruntime, of which planes leave the third of each three numbers empty. */
// @ts-ignore: decorator
@unmanaged
export class Convolution {
  /** The address of what is done to the result. */
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
  /** How many channels each group makes. */
  filters: i32;
  outputHeight: i32;
  outputWidth: i32;
  private outputDepth: i32;
  /** The points of a channel. */
  inputSize: i32;
  outputSize: i32;
  /** How many points of the input go into one of the output. */
  places: i32;
  /** By what the output's former values are multiplied before the sums are added to them. */
  beta: f32;
}
