import { vp9Codec } from './vp9-codec.ts';

/** Quantizers of VP9 run from 0, which is lossless, to 63; the bit rate serves browsers that cannot fix the quantizer. */
export type Vp9Quality = { readonly quantizer: number; readonly bitrate: number };

/** Pictures of this size. */
type Vp9Pictures = { readonly width: number; readonly height: number; readonly frameRate: number };

/** How the browser's encoder is to be set up, and what goes with every frame. */
export type Vp9Plan = { readonly config: VideoEncoderConfig; readonly frameOptions: VideoEncoderEncodeOptions };

/** What the browser has answered; to ask costs it tens of milliseconds, as it opens an encoder to find out. */
const answers = new Map<string, Promise<boolean>>();

/** Of constant quality, where the browser's encoder takes a quantizer with every frame. */
export async function planVp9(pictures: Vp9Pictures, { quantizer, bitrate }: Vp9Quality): Promise<Vp9Plan> {
  const base = baseConfig(pictures);
  return (await canFixQuantizer(base))
    ? { config: { ...base, bitrateMode: 'quantizer' }, frameOptions: { vp9: { quantizer } } }
    : { config: { ...base, bitrateMode: 'variable', bitrate }, frameOptions: {} };
}

function canFixQuantizer(base: VideoEncoderConfig): Promise<boolean> {
  const constant = { ...base, bitrateMode: 'quantizer' } as const;
  const key = JSON.stringify(constant);
  const known = answers.get(key) ?? isSupported(constant);
  answers.set(key, known);
  return known;
}

const isSupported = (config: VideoEncoderConfig): Promise<boolean> =>
  VideoEncoder.isConfigSupported(config).then(
    ({ supported }) => supported === true,
    () => false,
  );

function baseConfig({ width, height, frameRate }: Vp9Pictures): VideoEncoderConfig {
  return {
    codec: vp9Codec(width, height, frameRate),
    width,
    height,
    framerate: frameRate,
    // In the other mode an encoder may drop frames to keep its rate. Both take the same time.
    latencyMode: 'quality',
  };
}
