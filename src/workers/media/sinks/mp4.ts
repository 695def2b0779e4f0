import { Mp4OutputFormat, canEncodeAudio, type VideoCodec } from 'mediabunny';
import { parseHexColour, toYuv, usualColorSpace } from '../picture/colour.ts';
import { Compositor } from '../picture/composite.ts';
import type { Source, SourceColour, Warn } from '../source/source.ts';
import type { AudioPlan } from './audio.ts';
import { avcCodecs } from './avc.ts';
import { FrameEncoder, toPacket, withTags } from './frame-encoder.ts';
import type { CutOutFrame, FileFormat, OnPacket, PictureEncoder } from './sink.ts';
import { vp9Codec } from './vp9-codec.ts';

const sampleRate = 48_000;
/** The encoder that comes with us starts with one frame of silence. */
const ownPrimingSeconds = 1024 / sampleRate;
const keyFrameEveryUs = 2_000_000;

export type Mp4Options = {
  readonly width: number;
  readonly height: number;
  readonly bitrate: number;
  /** The colour behind the subject, `#rrggbb`. */
  readonly green: string;
};

/** What the browser can encode of what MP4 may hold. */
type Choice = { readonly codec: VideoCodec; readonly config: VideoEncoderConfig };

/** H.264 over one colour, and AAC, in MP4 with its index in front: what everything plays and editors key out. */
export async function planMp4({ info, colour }: Source, options: Mp4Options, warn: Warn): Promise<FileFormat> {
  if (options.width % 2 === 1 || options.height % 2 === 1) {
    warn('H.264 has even sizes only; the MP4 is one column or row of background larger.');
  }
  const { codec, config } = await chooseCodec(options, info.video.frameRate, warn);
  const background = toYuv(parseHexColour(options.green), colour.matrix);
  return {
    container: new Mp4OutputFormat({ fastStart: 'reserve' }),
    codec,
    canBeTransparent: false,
    isIndexInFront: true,
    audio: await (aacPlan ??= planAac()),
    createEncoder: (onPacket) =>
      new CompositeEncoder(config, new Compositor(options, background, config), colour, onPacket),
  };
}

async function chooseCodec({ width, height, bitrate }: Mp4Options, frameRate: number, warn: Warn): Promise<Choice> {
  const size = { width: width + (width & 1), height: height + (height & 1) };
  const base = { ...size, framerate: frameRate, bitrate, bitrateMode: 'variable', latencyMode: 'quality' } as const;
  const choices: Choice[] = [
    ...avcCodecs(width, height, frameRate).map((codec) => ({ codec: 'avc', config: { ...base, codec } }) as const),
    { codec: 'vp9', config: { ...base, codec: vp9Codec(width, height, frameRate) } },
    { codec: 'av1', config: { ...base, codec: 'av01.0.12M.08' } },
  ];
  for (const choice of choices) {
    const support = await VideoEncoder.isConfigSupported(choice.config).catch(() => null);
    if (support?.supported) {
      if (choice.codec !== 'avc') {
        warn(`This browser cannot encode H.264 of this size; the MP4 holds ${choice.codec.toUpperCase()} instead.`);
      }
      return choice;
    }
  }
  throw new Error('the browser encodes none of H.264, VP9 and AV1 at this size');
}

/** Asked once: as soon as our own encoder is registered, the browser's answer is no longer to be had. */
let aacPlan: Promise<AudioPlan> | null = null;

/** Most browsers on Linux, and Firefox, encode no AAC; then a small WebAssembly encoder does. */
async function planAac(): Promise<AudioPlan> {
  const isNative = await canEncodeAudio('aac', { numberOfChannels: 2, sampleRate });
  if (!isNative) {
    const { registerAacEncoder } = await import('@mediabunny/aac-encoder');
    registerAacEncoder();
  }
  return { copied: ['aac'], encoded: 'aac', sampleRate, primingSeconds: isNative ? 0 : ownPrimingSeconds };
}

class CompositeEncoder implements PictureEncoder {
  readonly #config: VideoEncoderConfig;
  readonly #colour: SourceColour;
  readonly #onPacket: OnPacket;
  /** H.264 in 4:2:0 has even sizes only: an odd picture gets one more column or row of background. */
  readonly #compositor: Compositor;
  #encoder: FrameEncoder | null = null;
  #lastKeyUs = Number.NEGATIVE_INFINITY;

  constructor(config: VideoEncoderConfig, compositor: Compositor, colour: SourceColour, onPacket: OnPacket) {
    this.#config = config;
    this.#colour = colour;
    this.#onPacket = onPacket;
    this.#compositor = compositor;
  }

  async encode({ colour, alpha, timestampUs, durationUs, isCut }: CutOutFrame): Promise<void> {
    this.#compositor.lay(colour, alpha.y);
    const keyFrame = isCut || timestampUs - this.#lastKeyUs >= keyFrameEveryUs;
    this.#lastKeyUs = keyFrame ? timestampUs : this.#lastKeyUs;
    const { tags, matrix } = this.#colour;
    const colorSpace = tags ?? usualColorSpace(matrix);
    this.#encoder ??= new FrameEncoder(this.#config, ({ chunk, config }) =>
      this.#onPacket(toPacket(chunk, null), withTags(config, tags)),
    );
    await this.#encoder.encode(this.#compositor.result, { timestampUs, durationUs, keyFrame, colorSpace });
  }

  async endSegment(): Promise<void> {
    await this.#encoder?.finish();
    this.#encoder = null;
    this.#lastKeyUs = Number.NEGATIVE_INFINITY;
  }

  close(): void {
    this.#encoder?.close();
  }
}
