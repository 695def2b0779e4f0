import { WebMOutputFormat } from 'mediabunny';
import type { Quality } from '#core/model/formats.ts';
import type { AudioPlan } from './audio-samples.ts';
import { BackdropEncoder } from './backdrop-encoder.ts';
import { OpaqueEncoder } from './opaque-encoder.ts';
import type { FileFormat, OutputSpec } from './sink.ts';
import { Vp9AlphaEncoder } from './vp9-alpha.ts';
import { planVp9, type Vp9Plan } from './vp9.ts';

const opus: AudioPlan = { copied: ['opus', 'vorbis'], encoded: 'opus', sampleRate: 48_000, primingSeconds: 0 };

/** Quantizers for constant quality. Alpha gets a finer quantizer than colour, so that an even background stays 0. */
const quantizers: Record<Quality, { readonly colour: number; readonly alpha: number }> = {
  best: { colour: 28, alpha: 6 },
  fast: { colour: 36, alpha: 14 },
};
/**
 * Bits per pixel of a frame of `referencePixels`, for browsers that do not follow a quantizer: the same SSIM as with the
 * quantizers. Larger frames need less per pixel. The bits per second stop growing at `maxFrameRate`.
 */
const bitsPerPixel: Record<Quality, { readonly colour: number; readonly alpha: number }> = {
  best: { colour: 0.6, alpha: 0.45 },
  fast: { colour: 0.4, alpha: 0.3 },
};
/** The parts of a requested bitrate, in the proportion of `bitsPerPixel`. */
const bitrateShares = { colour: 4 / 7, alpha: 3 / 7 };
const referencePixels = 640 * 360;
const maxFrameRate = 60;

/** Plans VP9, with alpha or without, and Opus in WebM, which browsers play, including transparency. */
export async function planWebm(spec: OutputSpec): Promise<FileFormat> {
  const colour = await planStream(spec, 'colour');
  const alpha = spec.hasAlpha ? await planStream(spec, 'alpha') : null;
  return {
    createContainer: () => new WebMOutputFormat(),
    codec: 'vp9',
    canBeTransparent: spec.hasAlpha,
    isIndexInFront: false,
    audio: opus,
    createEncoder: (onPacket) =>
      alpha
        ? new Vp9AlphaEncoder({ colour, alpha, pictureColour: spec.colour }, onPacket)
        : new BackdropEncoder(new OpaqueEncoder(colour.config, spec.colour, colour.frameOptions, onPacket), spec, spec),
  };
}

function planStream(spec: OutputSpec, stream: 'colour' | 'alpha'): Promise<Vp9Plan> {
  const { width, height, frameRate, quality, videoBitrate } = spec;
  if (videoBitrate !== undefined) {
    const share = spec.hasAlpha ? bitrateShares[stream] : 1;
    return planVp9(spec, { quantizer: null, bitrate: share * videoBitrate });
  }
  const bitsPerFrame = bitsPerPixel[quality][stream] * referencePixels * ((width * height) / referencePixels) ** 0.75;
  const bitrate = bitsPerFrame * Math.min(maxFrameRate, frameRate);
  return planVp9(spec, { quantizer: quantizers[quality][stream], bitrate });
}
