import { EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, canEncodeAudio, type VideoCodec } from 'mediabunny';
import type { Bytes } from '#store/bytes.ts';
import { parseHexColour, toYuv, usualColorSpace } from '../picture/colour.ts';
import { composite } from '../picture/composite.ts';
import { createPlanes } from '../picture/planes.ts';
import type { Source, Span, Warn } from '../source/source.ts';
import { addAudio, type AudioFeed, type AudioPlan } from './audio.ts';
import { avcCodecs } from './avc.ts';
import { FrameEncoder, withTags } from './frame-encoder.ts';
import { createOutputFile, type OutputFile } from './output-file.ts';
import type { Sink } from './sink.ts';
import { vp9Codec } from './vp9-codec.ts';

const sampleRate = 48_000;
/** The encoder that comes with us starts with one frame of silence. */
const ownPrimingSeconds = 1024 / sampleRate;
const keyFrameEveryUs = 2_000_000;
/** AAC packs 1024 samples into a packet; a third more than that is reserved in the index. */
const aacPacketsPerSecond = (sampleRate / 1024) * 1.33;

export type Mp4Options = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bitrate: number;
  /** The colour behind the subject, `#rrggbb`. */
  readonly green: string;
};

/** What the browser can encode of what MP4 may hold. */
type Choice = { readonly codec: VideoCodec; readonly config: VideoEncoderConfig };

/** H.264 over one colour, and AAC, in MP4 with its index in front: what everything plays and editors key out. */
export async function openMp4(
  bytes: Bytes,
  source: Source,
  span: Span,
  options: Mp4Options,
  warn: Warn,
): Promise<Sink> {
  if (options.width % 2 === 1 || options.height % 2 === 1) {
    warn('H.264 has even sizes only; the MP4 is one column or row of background larger.');
  }
  const choice = await chooseCodec(options, source.info.video.frameRate, warn);
  const track = await source.openAudio();
  const frameCount = await source.countFrames();
  const fastStart = frameCount === null ? false : 'reserve';
  const file = await createOutputFile(bytes, options.name, new Mp4OutputFormat({ fastStart }));
  const video = new EncodedVideoPacketSource(choice.codec);
  file.output.addVideoTrack(video, frameCount === null ? {} : { maximumPacketCount: frameCount });
  const seconds = span.endSeconds - span.startSeconds;
  const audio =
    track &&
    (await addAudio(file.output, track, span, await (aacPlan ??= planAac()), warn, {
      maximumPacketCount: Math.ceil(seconds * aacPacketsPerSecond) + 100,
    }));
  await file.output.start();
  return new Mp4Sink(file, video, choice.config, audio, source, options);
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
        warn(`This browser cannot encode H.264; the MP4 holds ${choice.codec.toUpperCase()} instead.`);
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

class Mp4Sink implements Sink {
  readonly hasAudio: boolean;
  readonly #file: OutputFile;
  readonly #video: EncodedVideoPacketSource;
  readonly #encoder: FrameEncoder;
  readonly #audio: AudioFeed | null;
  readonly #source: Source;
  readonly #background: [number, number, number];
  /** H.264 in 4:2:0 has even sizes only: an odd picture gets one more column or row of background. */
  readonly #picture: ReturnType<typeof createPlanes>;
  #lastKeyUs = Number.NEGATIVE_INFINITY;
  #muxed: Promise<void> = Promise.resolve();

  constructor(
    file: OutputFile,
    video: EncodedVideoPacketSource,
    config: VideoEncoderConfig,
    audio: AudioFeed | null,
    source: Source,
    { green }: Mp4Options,
  ) {
    this.hasAudio = audio !== null;
    this.#file = file;
    this.#video = video;
    this.#audio = audio;
    this.#source = source;
    this.#background = toYuv(parseHexColour(green), source.colour.matrix);
    this.#picture = createPlanes(config.width, config.height);
    this.#encoder = new FrameEncoder(config, ({ chunk, meta }) => {
      this.#muxed = this.#muxed.then(() =>
        this.#video.add(EncodedPacket.fromEncodedChunk(chunk), withTags(meta, source.colour.tags)),
      );
    });
  }

  async write({ colour, alpha, timestampUs, durationUs, isCut }: Parameters<Sink['write']>[0]): Promise<void> {
    composite(colour, alpha.y, this.#background, this.#picture);
    const keyFrame = isCut || timestampUs - this.#lastKeyUs >= keyFrameEveryUs;
    this.#lastKeyUs = keyFrame ? timestampUs : this.#lastKeyUs;
    const { tags, matrix } = this.#source.colour;
    const colorSpace = tags ?? usualColorSpace(matrix);
    await this.#encoder.encode(this.#picture, { timestampUs, durationUs, keyFrame, colorSpace });
    await this.#muxed;
    await this.#audio?.advance(timestampUs / 1e6);
  }

  async close(): Promise<void> {
    await this.#encoder.finish();
    await this.#muxed;
    this.#video.close();
    await this.#audio?.finish();
    await this.#file.finish();
  }

  async abort(): Promise<void> {
    this.#encoder.abort();
    await this.#file.abort();
  }
}
