import { Failure } from '#core/failure.ts';
import { canEncode, chooseLatencyMode, followsQuantizer } from './encoder-probe.ts';
import { vp9Codec } from './vp9-codec.ts';

/** Quantizers of VP9 run from 0, which is lossless, to 63; the bit rate serves browsers that do not follow a quantizer. */
export type Vp9Quality = { readonly quantizer: number; readonly bitrate: number };

/** Pictures of this size. */
type Vp9Pictures = { readonly width: number; readonly height: number; readonly frameRate: number };

/** How the browser's encoder is to be set up, and what goes with every frame. */
export type Vp9Plan = { readonly config: VideoEncoderConfig; readonly frameOptions: VideoEncoderEncodeOptions };

/**
 * Of constant quality, where the browser's encoder follows a quantizer with every frame. Throws UNSUPPORTED_MEDIA where the browser does
 * not encode VP9 of this size.
 */
export async function planVp9(pictures: Vp9Pictures, { quantizer, bitrate }: Vp9Quality): Promise<Vp9Plan> {
  const base = baseConfig(pictures);
  // In the other mode an encoder may drop frames to keep its rate. With a quantizer both take the same time.
  const constant = { ...base, latencyMode: 'quality', bitrateMode: 'quantizer' } as const;
  if ((await canEncode(constant)) && (await followsQuantizer(constant))) {
    return { config: constant, frameOptions: { vp9: { quantizer } } };
  }
  const variable = { ...base, bitrateMode: 'variable', bitrate: Math.round(bitrate) } as const;
  const config = { ...variable, latencyMode: await chooseLatencyMode(variable) };
  if (!(await canEncode(config))) {
    const { width, height } = pictures;
    throw new Failure('UNSUPPORTED_MEDIA', {
      message: `This browser cannot encode VP9 at ${width}x${height}, which a WebM needs; choose MOV, or another size.`,
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
