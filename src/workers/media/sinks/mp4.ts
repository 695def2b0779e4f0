import { Failure } from '#core/failure.ts';
import { Mp4OutputFormat, canEncodeAudio, type VideoCodec } from 'mediabunny';
import type { Quality } from '#core/formats.ts';
import type { Warn } from '../source/source.ts';
import type { AudioPlan } from './audio-samples.ts';
import { avcCodecs } from './avc.ts';
import { BackdropEncoder } from './backdrop-encoder.ts';
import { canEncode } from './encoder-probe.ts';
import { OpaqueEncoder } from './opaque-encoder.ts';
import type { FileFormat, OutputSpec } from './sink.ts';
import { vp9Codec } from './vp9-codec.ts';

const sampleRate = 48_000;
/** The encoder that comes with us starts with one frame of silence. */
const ownPrimingSeconds = 1024 / sampleRate;
/** Bits for a pixel, of which small pictures need more. They stop growing at `mostFrameRate`. */
const bitsPerPixel: Record<Quality, number> = { best: 0.16, fast: 0.1 };
const referencePixels = 640 * 360;
const mostFrameRate = 60;
/** Bits per second. Encoders refuse a rate that rounds to 0, which that of 1x1 at one frame per second does. */
const bitrateMin = 10_000;

/** What the browser can encode of what MP4 may hold. */
type Choice = { readonly codec: VideoCodec; readonly config: VideoEncoderConfig };

/**
 * H.264 and AAC in MP4 with its index in front: what everything plays and editors key out. H.264 in 4:2:0 has even sizes only, so an
 * odd picture gets one more column or row of background. `begunCodec` is the codec string of the pictures of an earlier attempt.
 */
export async function planMp4(spec: OutputSpec, warn: Warn, begunCodec: string | null): Promise<FileFormat> {
  if (spec.width % 2 === 1 || spec.height % 2 === 1) {
    warn('H.264 has even sizes only; the MP4 is one column or row of background larger.');
  }
  const { codec, config } = await chooseCodec(spec, warn, begunCodec);
  return {
    createContainer: (hooks) => new Mp4OutputFormat({ fastStart: 'reserve', ...hooks }),
    codec,
    canBeTransparent: false,
    isIndexInFront: true,
    audio: await planAac(),
    createEncoder: (onPacket) =>
      new BackdropEncoder(new OpaqueEncoder(config, spec.colour, {}, onPacket), spec, config),
  };
}

async function chooseCodec(
  { width, height, frameRate, quality }: OutputSpec,
  warn: Warn,
  begunCodec: string | null,
): Promise<Choice> {
  const size = { width: width + (width & 1), height: height + (height & 1) };
  const bitsPerFrame = width * height * bitsPerPixel[quality] * Math.max(1, referencePixels / (width * height)) ** 0.25;
  const bitrate = Math.max(bitrateMin, Math.round(bitsPerFrame * Math.min(mostFrameRate, frameRate)));
  const base = { ...size, framerate: frameRate, bitrate, bitrateMode: 'variable', latencyMode: 'quality' } as const;
  const choices: Choice[] = [
    ...avcCodecs(width, height, frameRate).map((codec) => ({ codec: 'avc', config: { ...base, codec } }) as const),
    { codec: 'vp9', config: { ...base, codec: vp9Codec(width, height, frameRate) } },
    { codec: 'av1', config: { ...base, codec: 'av01.0.12M.08' } },
  ];
  // A file has one codec, whatever a probe says at a later attempt.
  const begun = choices.find(({ config }) => config.codec === begunCodec);
  if (begun !== undefined) {
    return begun;
  }
  for (const choice of choices) {
    if (await canEncode(choice.config)) {
      if (choice.codec !== 'avc') {
        warn(`This browser cannot encode H.264 of this size; the MP4 holds ${choice.codec.toUpperCase()} instead.`);
      }
      return choice;
    }
  }
  throw new Failure('UNSUPPORTED_MEDIA', {
    message: `This browser encodes none of H.264, VP9 and AV1 at ${width}x${height}; choose another size or format.`,
  });
}

/** Asked once: as soon as our own encoder is registered, the browser's answer is no longer to be had. */
let aacPlan: Promise<AudioPlan> | null = null;

/** AAC, as MP4 and M4A have it. */
export const planAac = (): Promise<AudioPlan> => (aacPlan ??= chooseAac());

/** Most browsers on Linux, and Firefox, encode no AAC; then a small WebAssembly encoder does. */
async function chooseAac(): Promise<AudioPlan> {
  const isNative = await canEncodeAudio('aac', { numberOfChannels: 2, sampleRate });
  if (!isNative) {
    const { registerAacEncoder } = await import('@mediabunny/aac-encoder');
    registerAacEncoder();
  }
  return { copied: ['aac'], encoded: 'aac', sampleRate, primingSeconds: isNative ? 0 : ownPrimingSeconds };
}
