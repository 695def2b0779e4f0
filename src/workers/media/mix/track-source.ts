import { AudioSampleSink, EncodedPacketSink, IsobmffInputFormat, OGG, type InputAudioTrack } from 'mediabunny';
import { SampleGatherer, type PlacedSample } from './gather-samples.ts';
import type { SoundSource, SourcePiece } from './sound-source.ts';

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
  /** The duration where it was counted, as the container does not state it. */
  readonly countedSeconds?: number | null;
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

/** The frames of a track, with gaps where its packets leave some. What is before a damage comes before it is thrown. */
async function* readTrack(start: TrackStart, sampleRate: number, fromFrame: number): AsyncGenerator<SourcePiece, void> {
  const gathered = new SampleGatherer();
  let damage: { readonly cause: unknown } | null = null;
  try {
    for await (const placed of placeSamples(start, sampleRate, fromFrame)) {
      const piece = gathered.takes(placed) ? null : gathered.take();
      try {
        gathered.add(placed);
      } finally {
        placed.sample.close();
      }
      if (piece) {
        yield piece;
      }
    }
  } catch (thrown) {
    damage = { cause: thrown };
  }
  const rest = gathered.take();
  if (rest) {
    yield rest;
  }
  if (damage) {
    throw damage.cause;
  }
}

/** The decoded samples with their places; to be closed by who gets them. */
async function* placeSamples(
  { track, startSeconds, delayFrames }: TrackStart,
  sampleRate: number,
  fromFrame: number,
): AsyncGenerator<PlacedSample, void> {
  const from = startSeconds + (fromFrame + delayFrames) / sampleRate - preRollSeconds;
  const lost = await countLostFrames(track, from, sampleRate);
  let end: number | null = null;
  for await (const sample of new AudioSampleSink(track).samples(from)) {
    if (sample.sampleRate !== sampleRate) {
      sample.close();
      throw new Error(`the sample rate changes from ${sampleRate} to ${sample.sampleRate}`);
    }
    const stated: number = Math.round((sample.timestamp - startSeconds) * sampleRate) + lost - delayFrames;
    const isNear: boolean = end !== null && Math.abs(stated - end) < leastGapSeconds * sampleRate;
    const at: number = isNear && end !== null ? end : stated;
    // What is there twice, or before the start, is left out.
    const skipped = Math.max(0, -at, end === null ? 0 : end - at);
    end = Math.max(end ?? 0, at + sample.numberOfFrames);
    if (skipped < sample.numberOfFrames) {
      yield { sample, at: at + skipped, skipped };
    } else {
      sample.close();
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

/** Ogg has no index: its last page tells. */
async function readStatedSeconds({ track, startSeconds, countedSeconds }: TrackStart): Promise<number | null> {
  if (countedSeconds) {
    return countedSeconds;
  }
  const isOgg = (await track.input.getFormat()) === OGG;
  const end = (await track.getDurationFromMetadata()) ?? (isOgg ? await track.computeDuration() : null);
  return end && end - startSeconds;
}

/** A source of a track, which `close` frees. */
export const createTrackSource = (start: TrackStart, sampleRate: number, close: () => Promise<void>): SoundSource => ({
  sampleRate,
  statedSeconds: () => readStatedSeconds(start),
  read: (fromFrame) => readTrack(start, sampleRate, fromFrame),
  close,
});
