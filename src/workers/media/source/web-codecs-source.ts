import {
  EncodedPacketSink,
  MPEG_TS,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
  type VideoSample,
} from 'mediabunny';
import type { VideoInfo } from '#core/runners.ts';
import { ToneMapper } from '../picture/tone-map.ts';
import { Unpacker } from '../picture/unpack.ts';
import { Upright } from '../picture/upright.ts';
import { toReading, type Reading } from './colours.ts';
import { decode } from './decode.ts';
import type { Decoded } from './decoded.ts';
import type { Frame, FrameTarget, Source, Span } from './source.ts';

/** So many packets are looked at to tell the frame rate. */
const packetsForFrameRate = 120;

/** The tracks of a file whose video WebCodecs decodes; `audio` is its sound as stored. */
export type Tracks = {
  readonly input: Input;
  readonly video: InputVideoTrack;
  readonly audio: InputAudioTrack | null;
  /** What the first decoded picture says of its colours. */
  readonly firstColour: VideoSample['colorSpace'];
};

/** What is known of the file, and how its pictures are read. */
export type WebCodecsFile = Pick<Source, 'info' | 'statedEndSeconds' | 'whole'> & {
  readonly video: InputVideoTrack;
  readonly reading: Reading;
  readonly isFullRange: boolean;
};

/** Reads all about a file but its pictures and its sound. */
export async function readWebCodecsFile({ input, video, audio, firstColour }: Tracks): Promise<WebCodecsFile> {
  const info = await readInfo(input, video, audio);
  const stated = await video.getColorSpace();
  // A container that says nothing may hold a stream that does; what browsers assume of a silent one is not believed.
  const reading = toReading(stated, info.video.height);
  const ofStream = toReading(firstColour, info.video.height);
  return {
    info,
    video,
    reading: stated.matrix || !ofStream.wide ? reading : ofStream,
    isFullRange: firstColour.fullRange === true,
    statedEndSeconds: await video.getDurationFromMetadata(),
    whole: await readWhole(input, video, audio, info.durationSeconds),
  };
}

async function readInfo(input: Input, video: InputVideoTrack, audio: InputAudioTrack | null): Promise<VideoInfo> {
  const rate = await video.computeFrameRateMetrics({ targetPacketCount: packetsForFrameRate });
  const format = await input.getFormat();
  return {
    kind: 'video',
    container: format.name,
    durationSeconds: await readDuration(input, video, audio),
    video: {
      codec: (await video.getCodec()) ?? 'unknown',
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      frameRate: round(rate.underlyingFrameRate ?? rate.averageFrameRate, 1000),
      rotation: await video.getRotation(),
    },
    audio: audio && {
      codec: (await audio.getCodec()) ?? 'unknown',
      channels: await audio.getNumberOfChannels(),
      sampleRate: await audio.getSampleRate(),
    },
  };
}

/** From the file's own words when it has any; otherwise by looking for the last packets. */
async function readDuration(input: Input, video: InputVideoTrack, audio: InputAudioTrack | null): Promise<number> {
  const tracks = audio ? [video, audio] : [video];
  const stated = await input.getDurationFromMetadata(tracks);
  return round(stated && stated > 0 ? stated : await input.computeDuration(tracks), 1e6);
}

/** A transport stream's clock starts anywhere; every other container means the times that it states. */
async function readWhole(
  input: Input,
  video: InputVideoTrack,
  audio: InputAudioTrack | null,
  durationSeconds: number,
): Promise<Span> {
  const hasOwnClock = (await input.getFormat()) === MPEG_TS;
  const startSeconds = hasOwnClock ? await input.getFirstTimestamp(audio ? [video, audio] : [video]) : 0;
  return { startSeconds, endSeconds: Math.max(durationSeconds, startSeconds), isTrimmed: false };
}

/** When the key frame before `seconds` is shown; both times count from `startSeconds`. Null where there is none. */
export async function findKeyFrame(
  video: InputVideoTrack,
  startSeconds: number,
  seconds: number,
): Promise<number | null> {
  const sink = new EncodedPacketSink(video);
  const packet = await sink.getKeyPacket(startSeconds + seconds, { metadataOnly: true });
  return packet && Math.max(0, packet.timestamp - startSeconds);
}

/** Decodes a span, into `target`. Throws what the decoder does where the file is damaged. */
export async function* readWebCodecsFrames(
  { info, video, reading, isFullRange }: WebCodecsFile,
  span: Span,
  target: FrameTarget,
  fromUs: number,
): AsyncGenerator<Frame, void> {
  const { width, height } = info.video;
  const orientation = { rotation: await video.getRotation(), isMirrored: await video.getFlip() };
  const toneMapper = reading.wide && new ToneMapper(reading.wide, isFullRange);
  const reader = new FrameReader(new Unpacker(toneMapper), new Upright({ width, height }, orientation), target);
  const end = span.isTrimmed ? span.endSeconds : Number.POSITIVE_INFINITY;
  for await (const decoded of decode(video, span.startSeconds + fromUs / 1e6, end)) {
    const frame = await reader.read(decoded, span);
    decoded.sample.close();
    decoded.alpha?.close();
    if (frame) {
      yield frame;
    }
  }
}

/** Turns decoded samples into frames. */
class FrameReader {
  readonly #unpacker: Unpacker;
  readonly #alphaUnpacker = new Unpacker();
  readonly #upright: Upright;
  readonly #target: FrameTarget;

  constructor(unpacker: Unpacker, upright: Upright, target: FrameTarget) {
    this.#unpacker = unpacker;
    this.#upright = upright;
    this.#target = target;
  }

  /** Null for a sample that lies wholly before the span. */
  async read({ sample, alpha: beside }: Decoded, span: Span): Promise<Frame | null> {
    const startsAt = sample.timestamp - span.startSeconds;
    const endsAt = Math.min(
      startsAt + sample.duration,
      span.isTrimmed ? span.endSeconds - span.startSeconds : Infinity,
    );
    if (startsAt < 0 && endsAt <= 0) {
      return null;
    }
    const { free } = this.#target;
    const { planes, alpha: within } = await this.#unpacker.unpack(
      sample,
      this.#upright.isAsStored(sample.visibleRect) ? free : null,
    );
    const alpha = beside ? await this.#alphaUnpacker.unpackLuma(beside) : within;
    this.#upright.toPlanes(planes, free);
    const timestampUs = Math.max(0, Math.round(startsAt * 1e6));
    return {
      planes: free,
      alpha: alpha && this.#upright.toAlpha(alpha, planes),
      timestampUs,
      durationUs: Math.max(0, Math.round(endsAt * 1e6) - timestampUs),
    };
  }
}

function round(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}
