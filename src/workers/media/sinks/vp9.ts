import { Failure } from '#core/lib/failure.ts';
import { canEncode, chooseLatencyMode, followsQuantizer } from './encoder-probe.ts';
import { vp9Codec } from './vp9-codec.ts';

/**
 * The quality of a stream. Quantizers of VP9 range from 0, which is lossless, to 63; the bitrate is for browsers that do not follow
 * a quantizer. Without a quantizer it is always used.
 */
export type Vp9Quality = { readonly quantizer: number | null; readonly bitrate: number };

/** The size and frame rate of the frames. */
type Vp9Pictures = { readonly width: number; readonly height: number; readonly frameRate: number };

/** The configuration of the browser's encoder, and the options of every frame. */
export type Vp9Plan = { readonly config: VideoEncoderConfig; readonly frameOptions: VideoEncoderEncodeOptions };

/**
 * Plans an encoder of constant quality, if a quantizer is given and the browser's encoder follows it for each frame. Throws UNSUPPORTED_MEDIA if
 * the browser cannot encode VP9 of this size.
 */
export async function planVp9(pictures: Vp9Pictures, { quantizer, bitrate }: Vp9Quality): Promise<Vp9Plan> {
  const base = baseConfig(pictures);
  // In the other mode an encoder may drop frames to keep its bitrate. With a quantizer both take the same time.
  const constant = { ...base, latencyMode: 'quality', bitrateMode: 'quantizer' } as const;
  if (quantizer !== null && (await canEncode(constant)) && (await followsQuantizer(constant))) {
    return { config: constant, frameOptions: { vp9: { quantizer } } };
  }
  const variable = { ...base, bitrateMode: 'variable', bitrate: Math.round(bitrate) } as const;
  const config = { ...variable, latencyMode: await chooseLatencyMode(variable) };
  if (!(await canEncode(config))) {
    const { width, height } = pictures;
    throw new Failure('UNSUPPORTED_MEDIA', {
      message: `This browser cannot encode VP9 at ${width}x${height}, which WebM requires. Choose MOV, or another size.`,
    });
  }
  return { config, frameOptions: {} };
}

const baseConfig = ({ width, height, frameRate }: Vp9Pictures): VideoEncoderConfig => ({
  codec: vp9Codec(width, height, frameRate),
  width,
  height,
  framerate: frameRate,
});
