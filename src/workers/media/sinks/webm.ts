import { WebMOutputFormat } from 'mediabunny';
import type { Quality } from '#core/formats.ts';
import type { AudioPlan } from './audio.ts';
import { BackdropEncoder } from './backdrop-encoder.ts';
import { OpaqueEncoder } from './opaque-encoder.ts';
import type { FileFormat, OutputSpec } from './sink.ts';
import { Vp9AlphaEncoder } from './vp9-alpha.ts';
import { planVp9, type Vp9Plan } from './vp9.ts';

const opus: AudioPlan = { copied: ['opus', 'vorbis'], encoded: 'opus', sampleRate: 48_000, primingSeconds: 0 };

/** Of constant quality; alpha gets a finer quantizer than colour: an even background then stays 0. */
const quantizers: Record<Quality, { readonly colour: number; readonly alpha: number }> = {
  best: { colour: 28, alpha: 6 },
  fast: { colour: 36, alpha: 14 },
};
/** Bits for a pixel where a browser cannot fix the quantizer; faster frames than so many a second get no more bits. */
const bitsPerPixel = { colour: 0.15, alpha: 0.08 };
const mostFrameRate = 60;

/** VP9, with alpha or without, and Opus in WebM: what browsers play, transparent too. */
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
  const pixelRate = spec.width * spec.height * Math.min(mostFrameRate, spec.frameRate);
  const quantizer = quantizers[spec.quality][stream];
  return planVp9(spec, { quantizer, bitrate: pixelRate * bitsPerPixel[stream] });
}
