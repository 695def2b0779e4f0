import {
  AudioSampleSink,
  EncodedPacketSink,
  IsobmffInputFormat,
  OGG,
  type AudioSample,
  type InputAudioTrack,
} from 'mediabunny';
import { downMix } from './down-mix.ts';
import type { SoundSource, SourcePiece } from './sound-source.ts';
import { mapChannels } from './stereo.ts';

/** Decoders need some packets before they give the right samples. */
const preRollSeconds = 0.5;
/** Times of packets may be rounded by so much; what is further off is a gap. */
const leastGapSeconds = 0.02;

/** A track that can be decoded here, and where in its file the sound begins. */
export type TrackStart = {
  readonly track: InputAudioTrack;
  /** The time of the track that is the start of the file. */
  readonly startSeconds: number;
  /** Samples at the start of the track that are no part of the sound. */
  readonly delayFrames: number;
};

/** The rate of the first decoded sample; null when there is none. Some codecs decode to another rate than their files say. */
export async function findSampleRate(track: InputAudioTrack): Promise<number | null> {
  if (!(await track.canDecode())) {
    return null;
  }
  for await (const sample of new AudioSampleSink(track).samples(Number.NEGATIVE_INFINITY)) {
    const { sampleRate } = sample;
    sample.close();
    return sampleRate;
  }
  return null;
}

/** The frames of a track, with gaps where its packets leave some. */
async function* readTrack(
  { track, startSeconds, delayFrames }: TrackStart,
  sampleRate: number,
  fromFrame: number,
): AsyncGenerator<SourcePiece, void> {
  const from = startSeconds + (fromFrame + delayFrames) / sampleRate - preRollSeconds;
  const lost = await countLostFrames(track, from, sampleRate);
  let end: number | null = null;
  for await (const sample of new AudioSampleSink(track).samples(from)) {
    const stated: number = Math.round((sample.timestamp - startSeconds) * sampleRate) + lost - delayFrames;
    const isNear: boolean = end !== null && Math.abs(stated - end) < leastGapSeconds * sampleRate;
    const at: number = isNear && end !== null ? end : stated;
    // What is there twice, or before the start, is left out.
    const skipped = Math.max(0, -at, end === null ? 0 : end - at);
    const piece = toPiece(sample, at, sampleRate);
    const length = piece.sound.left.length;
    end = Math.max(end ?? 0, at + length);
    if (skipped < length) {
      yield skipped === 0 ? piece : dropFrames(piece, skipped);
    }
  }
}

/**
 * How many frames Chromium's decoder leaves out where it begins, without a word: it gives the rest the time of the first packet.
 * Vorbis begins with the second packet; of Opus the pre-skip is left out, which some containers count and some do not.
 */
async function countLostFrames(track: InputAudioTrack, from: number, sampleRate: number): Promise<number> {
  const codec = await track.getCodec();
  if (codec !== 'vorbis' && codec !== 'opus') {
    return 0;
  }
  const format = await track.input.getFormat();
  const sink = new EncodedPacketSink(track);
  const packet = await sink.getPacket(from);
  const isAtStart = !packet || packet.timestamp <= (await track.getFirstTimestamp());
  if (codec === 'vorbis') {
    return isAtStart ? 0 : Math.round(packet.duration * sampleRate);
  }
  const isCounted = format instanceof IsobmffInputFormat || (format === OGG && !isAtStart);
  return isCounted ? readPreSkip(await track.getDecoderConfig()) : 0;
}

/** From the head of an Opus stream (RFC 7845, 5.1). */
function readPreSkip(config: AudioDecoderConfig | null): number {
  const head = config?.description;
  if (!head || head.byteLength < 12) {
    return 0;
  }
  const view = ArrayBuffer.isView(head) ? new DataView(head.buffer, head.byteOffset) : new DataView(head);
  return view.getUint16(10, true);
}

function toPiece(sample: AudioSample, at: number, sampleRate: number): SourcePiece {
  try {
    if (sample.sampleRate !== sampleRate) {
      throw new Error(`the sample rate changes from ${sampleRate} to ${sample.sampleRate}`);
    }
    const channels = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
      const channel = new Float32Array(sample.numberOfFrames);
      sample.copyTo(channel, { planeIndex, format: 'f32-planar' });
      return channel;
    });
    return { at, sound: downMix(channels) };
  } finally {
    sample.close();
  }
}

const dropFrames = ({ at, sound }: SourcePiece, count: number): SourcePiece => ({
  at: at + count,
  sound: mapChannels(sound, (channel) => channel.subarray(count)),
});

/** A source of a track, which `close` frees. */
export const createTrackSource = (start: TrackStart, sampleRate: number, close: () => Promise<void>): SoundSource => ({
  sampleRate,
  read: (fromFrame) => readTrack(start, sampleRate, fromFrame),
  close,
});
