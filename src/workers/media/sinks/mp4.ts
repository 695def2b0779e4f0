import { Failure } from '#core/lib/failure.ts';
import { Mp4OutputFormat, canEncodeAudio, type VideoCodec } from 'mediabunny';
import type { Quality } from '#core/model/formats.ts';
import type { Warn } from '../source/source.ts';
import type { AudioPlan } from './audio-samples.ts';
import { avcCodecs } from './avc.ts';
import { BackdropEncoder } from './backdrop-encoder.ts';
import { canEncode } from './encoder-probe.ts';
import { OpaqueEncoder } from './opaque-encoder.ts';
import type { FileFormat, OutputSpec } from './sink.ts';
import { vp9Codec } from './vp9-codec.ts';

const sampleRate = 48_000;
/** The bundled encoder starts with one frame of silence. */
const ownPrimingSeconds = 1024 / sampleRate;
/** Bits per pixel; small frames need more. The bits per second stop growing at `maxFrameRate`. */
const bitsPerPixel: Record<Quality, number> = { best: 0.16, fast: 0.1 };
const referencePixels = 640 * 360;
const maxFrameRate = 60;
/** Bits per second. Encoders reject a bitrate that rounds to 0, such as that of 1x1 at one frame per second. */
const bitrateMin = 10_000;

/** An MP4 codec that the browser can encode. */
type Choice = { readonly codec: VideoCodec; readonly config: VideoEncoderConfig };

/**
 * Plans H.264 and AAC in MP4 with the index first: the format that everything plays and that editors can key. H.264 in 4:2:0 has
 * even sizes only, so an odd frame gets one more column or row of background. `begunCodec` is the codec string of the frames of an
 * earlier attempt.
 */
export async function planMp4(spec: OutputSpec, warn: Warn, begunCodec: string | null): Promise<FileFormat> {
  if (spec.width % 2 === 1 || spec.height % 2 === 1) {
    warn('H.264 has even sizes only, so the MP4 is larger by one column or row of background.');
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
  { width, height, frameRate, quality, videoBitrate }: OutputSpec,
  warn: Warn,
  begunCodec: string | null,
): Promise<Choice> {
  const size = { width: width + (width & 1), height: height + (height & 1) };
  const bitsPerFrame = width * height * bitsPerPixel[quality] * Math.max(1, referencePixels / (width * height)) ** 0.25;
  const usual = Math.max(bitrateMin, Math.round(bitsPerFrame * Math.min(maxFrameRate, frameRate)));
  const bitrate = videoBitrate ?? usual;
  const base = { ...size, framerate: frameRate, bitrate, bitrateMode: 'variable', latencyMode: 'quality' } as const;
  const choices: Choice[] = [
    ...avcCodecs(width, height, frameRate).map((codec) => ({ codec: 'avc', config: { ...base, codec } }) as const),
    { codec: 'vp9', config: { ...base, codec: vp9Codec(width, height, frameRate) } },
    { codec: 'av1', config: { ...base, codec: 'av01.0.12M.08' } },
  ];
  // A file has one codec, whatever a probe returns in a later attempt.
  const begun = choices.find(({ config }) => config.codec === begunCodec);
  if (begun !== undefined) {
    return begun;
  }
  for (const choice of choices) {
    if (await canEncode(choice.config)) {
      if (choice.codec !== 'avc') {
        warn(
          `This browser cannot encode H.264 of this size, so the MP4 contains ${choice.codec.toUpperCase()} instead.`,
        );
      }
      return choice;
    }
  }
  throw new Failure('UNSUPPORTED_MEDIA', {
    message: `This browser cannot encode H.264, VP9 or AV1 at ${width}x${height}. Choose another size or format.`,
  });
}

/** Chosen once: after the bundled encoder is registered, the browser's own support cannot be determined. */
let aacPlan: Promise<AudioPlan> | null = null;

/** Returns the plan for AAC in MP4 and M4A. */
export const planAac = (): Promise<AudioPlan> => (aacPlan ??= chooseAac());

/** Chooses an AAC encoder: most browsers on Linux, and Firefox, have none, so a small WebAssembly encoder is used there. */
async function chooseAac(): Promise<AudioPlan> {
  const isNative = await canEncodeAudio('aac', { numberOfChannels: 2, sampleRate });
  if (!isNative) {
    const { registerAacEncoder } = await import('@mediabunny/aac-encoder');
    registerAacEncoder();
  }
  return { copied: ['aac'], encoded: 'aac', sampleRate, primingSeconds: isNative ? 0 : ownPrimingSeconds };
}
