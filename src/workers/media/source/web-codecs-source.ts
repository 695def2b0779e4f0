import { EncodedPacketSink, type Input, type InputAudioTrack, type InputVideoTrack } from 'mediabunny';
import type { VideoInfo } from '#core/protocol/runners.ts';
import { ToneMapper } from '../picture/tone-map.ts';
import { Unpacker } from '../picture/unpack.ts';
import { Upright } from '../picture/upright.ts';
import { toReading, type Reading } from './colours.ts';
import { decode, type PixelKind } from './decode.ts';
import type { Decoded } from './decoded.ts';
import { readFileClock } from './file-clock.ts';
import { readFrameRate } from './frame-rate.ts';
import { findRgbOrigin, type TrackRgb } from './find-rgb-origin.ts';
import type { Planes } from '../picture/planes.ts';
import type { DecodedPicture, Source, Span } from './source.ts';

/** The tracks of a file whose video WebCodecs decodes; `audio` is its audio as stored. */
export type Tracks = {
  readonly input: Input;
  readonly video: InputVideoTrack;
  readonly audio: InputAudioTrack | null;
  readonly first: PixelKind;
};

/** The metadata of the file, and the way in which its frames are read. */
export type WebCodecsFile = Pick<Source, 'info' | 'statedEndSeconds'> & {
  readonly video: InputVideoTrack;
  /** The timestamp at which the file starts. */
  readonly clockStartSeconds: number;
  readonly reading: Reading;
  /** Whether decoded YUV is full range. */
  readonly isFullRange: boolean;
  /** Null if decoded frames are in YUV, as in the stream. */
  readonly rgb: TrackRgb | null;
};

/** Reads all metadata of a file except its frames and its audio. */
export async function readWebCodecsFile({ input, video, audio, first }: Tracks): Promise<WebCodecsFile> {
  const { startSeconds, endSeconds } = await readFileClock(input);
  const info = await readInfo(input, video, audio, endSeconds - startSeconds);
  const stated = await video.getColorSpace();
  const statedEndSeconds = await video.getDurationFromMetadata();
  // The stream may have tags even if the container has none; a browser's defaults for untagged streams are ignored.
  const reading = toReading(stated, info.video.height);
  const ofStream = toReading(first.colorSpace, info.video.height);
  const rgb = await findRgbOrigin(video, first.format);
  return {
    info,
    video,
    reading: stated.matrix || !ofStream.wide ? reading : ofStream,
    isFullRange: !rgb && first.colorSpace.fullRange === true,
    rgb,
    statedEndSeconds: statedEndSeconds === null ? null : statedEndSeconds - startSeconds,
    clockStartSeconds: startSeconds,
  };
}

async function readInfo(
  input: Input,
  video: InputVideoTrack,
  audio: InputAudioTrack | null,
  durationSeconds: number,
): Promise<VideoInfo> {
  const format = await input.getFormat();
  return {
    kind: 'video',
    container: format.name,
    durationSeconds: round(durationSeconds, 1e6),
    video: {
      codec: (await video.getCodec()) ?? 'unknown',
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      frameRate: await readFrameRate(video),
      rotation: await video.getRotation(),
    },
    audio: audio && {
      codec: (await audio.getCodec()) ?? 'unknown',
      channels: await audio.getNumberOfChannels(),
      sampleRate: await audio.getSampleRate(),
    },
  };
}

/** Returns the timestamp of the key frame before `seconds`; both are relative to the start of the file. Null if there is none. */
export async function findKeyFrame(
  { video, clockStartSeconds }: WebCodecsFile,
  seconds: number,
): Promise<number | null> {
  const sink = new EncodedPacketSink(video);
  const packet = await sink.getKeyPacket(clockStartSeconds + seconds, { metadataOnly: true });
  return packet && Math.max(0, packet.timestamp - clockStartSeconds);
}

/** Returns the timestamp of each frame, from the start of the file, in order. Reads only the index. */
export async function listTimes({ video, clockStartSeconds }: WebCodecsFile): Promise<number[]> {
  const times: number[] = [];
  for await (const { timestamp } of new EncodedPacketSink(video).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    times.push(timestamp - clockStartSeconds);
  }
  return times.toSorted((one, other) => one - other);
}

/** Decodes a span. Throws the decoder's error if the file is damaged. */
export async function* readWebCodecsPictures(
  { info, video, reading, isFullRange, rgb, clockStartSeconds }: WebCodecsFile,
  span: Span,
  fromUs: number,
): AsyncGenerator<DecodedPicture, void> {
  const { width, height } = info.video;
  const orientation = { rotation: await video.getRotation(), isMirrored: await video.getFlip() };
  const toneMapper = reading.wide && new ToneMapper(reading.wide, isFullRange);
  const reader = new SampleReader(toneMapper, rgb, new Upright({ width, height }, orientation));
  const spanStart = clockStartSeconds + span.startSeconds;
  const end = span.isTrimmed ? clockStartSeconds + span.endSeconds : Number.POSITIVE_INFINITY;
  for await (const decoded of decode(video, spanStart + fromUs / 1e6, end, rgb?.isAlphaKept)) {
    const times = toTimes(decoded, spanStart, end);
    if (times) {
      yield new DecodedSample(decoded, times, reader);
    } else {
      closeBoth(decoded);
    }
  }
}

type Times = Pick<DecodedPicture, 'timestampUs' | 'durationUs'>;

/** Returns the times of a sample within the span; null for a sample that is entirely before it. */
function toTimes({ sample }: Decoded, spanStart: number, spanEnd: number): Times | null {
  const startsAt = sample.timestamp - spanStart;
  const endsAt = Math.min(startsAt + sample.duration, spanEnd - spanStart);
  if (startsAt < 0 && endsAt <= 0) {
    return null;
  }
  const timestampUs = Math.max(0, Math.round(startsAt * 1e6));
  return { timestampUs, durationUs: Math.max(0, Math.round(endsAt * 1e6) - timestampUs) };
}

function closeBoth({ sample, alpha }: Decoded): void {
  sample.close();
  alpha?.close();
}

class DecodedSample implements DecodedPicture {
  readonly timestampUs: number;
  readonly durationUs: number;
  readonly #decoded: Decoded;
  readonly #reader: SampleReader;

  constructor(decoded: Decoded, { timestampUs, durationUs }: Times, reader: SampleReader) {
    this.timestampUs = timestampUs;
    this.durationUs = durationUs;
    this.#decoded = decoded;
    this.#reader = reader;
  }

  read(target: Planes): Promise<Uint8Array | null> {
    return this.#reader.read(this.#decoded, target);
  }

  toVideoFrame(): VideoFrame | null {
    return this.#reader.isReadAsItIs(this.#decoded) ? this.#decoded.sample.toVideoFrame() : null;
  }

  close(): void {
    closeBoth(this.#decoded);
  }
}

/** Reads decoded samples into planes. */
class SampleReader {
  readonly #unpacker: Unpacker;
  readonly #alphaUnpacker: Unpacker;
  readonly #upright: Upright;
  readonly #toneMapper: ToneMapper | null;

  constructor(toneMapper: ToneMapper | null, rgb: TrackRgb | null, upright: Upright) {
    this.#unpacker = new Unpacker(toneMapper, rgb?.origin ?? null);
    this.#alphaUnpacker = new Unpacker(null, rgb && { ...rgb.origin, isFullRange: true, isRangeKept: rgb.isAlphaKept });
    this.#upright = upright;
    this.#toneMapper = toneMapper;
  }

  async read({ sample, alpha: beside }: Decoded, target: Planes): Promise<Uint8Array | null> {
    const { planes, alpha: within } = await this.#unpacker.unpack(
      sample,
      this.#upright.isAsStored(sample.visibleRect) ? target : null,
    );
    const alpha = beside ? await this.#alphaUnpacker.unpackLuma(beside) : within;
    this.#upright.toPlanes(planes, target);
    return alpha && this.#upright.toAlpha(alpha, planes);
  }

  /** Returns whether reading changes no pixel: 4:2:0 of 8 bits and limited range, not rotated, without alpha. */
  isReadAsItIs({ sample, alpha }: Decoded): boolean {
    const isPlain = (sample.format === 'I420' || sample.format === 'NV12') && sample.colorSpace.fullRange !== true;
    return isPlain && !alpha && !this.#toneMapper && this.#upright.isAsStored(sample.visibleRect);
  }
}

function round(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}
