import {
  AudioSampleSink,
  EncodedPacketSink,
  IsobmffInputFormat,
  OGG,
  type AudioSample,
  type EncodedPacket,
  type InputAudioTrack,
} from 'mediabunny';
import { SampleGatherer, type PlacedSample } from './gather-samples.ts';
import { readPackets, type PacedPacket } from './packet-pairs.ts';
import { minGapSeconds, type PacketRhythm } from './packet-rhythm.ts';
import type { SoundSource, SourcePiece } from './sound-source.ts';

/** The seconds of packets that a decoder needs before its samples are correct. */
const preRollSeconds = 0.5;
/** The maximum average deviation of packet timestamps; above it samples are moved, by inserting silence or by skipping some. */
const maxDeviationSeconds = 0.008;
/** The deviation of a single timestamp above which samples are moved at once. */
const maxJumpSeconds = 0.5;
/** The step, and the maximum number of steps, of the search for the packet after a step back. */
const stepSeconds = 0.02;
const stepsMax = 500;
/** The number of packets that are averaged. */
const averagedPackets = 16;

/** A track that can be decoded here, and the start of its audio in the file. */
export type TrackStart = {
  readonly track: InputAudioTrack;
  readonly rhythm: PacketRhythm;
  /** The timestamp of the start of the file. */
  readonly startSeconds: number;
  /** Samples at the start of the track that are not part of the audio. */
  readonly delayFrames: number;
  /** The counted duration, if the container does not state it. */
  readonly countedSeconds?: number | null;
};

/**
 * Reads the frames of a track, with gaps where its packets have gaps. Frames before damage are returned before the error is thrown.
 */
async function* readTrack(start: TrackStart, fromFrame: number): AsyncGenerator<SourcePiece, void> {
  const gathered = new SampleGatherer();
  let damage: { readonly cause: unknown } | null = null;
  try {
    for await (const placed of placeSamples(start, fromFrame)) {
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

/** Decodes samples with their positions, from before `fromFrame` on. The caller closes them. */
async function* placeSamples(start: TrackStart, fromFrame: number): AsyncGenerator<PlacedSample, void> {
  const { track, startSeconds, delayFrames, rhythm } = start;
  const options = { metadataOnly: true };
  const sink = new EncodedPacketSink(track);
  let from: number | null = startSeconds + (fromFrame + delayFrames) / rhythm.sampleRate - preRollSeconds;
  let end = Number.NEGATIVE_INFINITY;
  let lastSequence = Number.NEGATIVE_INFINITY;
  while (from !== null) {
    let first = await sink.getPacket(from, options);
    // Where timestamps step back, several packets have the same time, and the search returns the first of them.
    for (let tries = 0; first && first.sequenceNumber <= lastSequence; tries += 1) {
      if (tries === stepsMax) {
        throw new Error('the audio timestamps go backwards repeatedly');
      }
      from += stepSeconds;
      first = await sink.getPacket(from, options);
    }
    lastSequence = first?.sequenceNumber ?? lastSequence;
    let nextFrom: number | null = null;
    for await (const { sample, at, next } of placeRun(start, first)) {
      // Repeated frames, and frames before the start, are skipped.
      const skipped = Math.max(0, -at, Number.isFinite(end) ? end - at : 0);
      end = Math.max(end, 0, at + sample.numberOfFrames);
      nextFrom = next;
      if (skipped < sample.numberOfFrames) {
        yield { sample, at: at + skipped, skipped };
      } else {
        sample.close();
      }
    }
    from = nextFrom;
  }
}

/** A decoded sample and, if it is the last one before a gap, the timestamp after the gap. */
type RunSample = { readonly sample: AudioSample; readonly at: number; readonly next: number | null };

/**
 * Decodes consecutive packets up to a gap. A decoder counts timestamps from the first packet, so each sample is paired with its
 * packet, whose timestamp gives its position. The decoder restarts after the gap.
 */
async function* placeRun(start: TrackStart, first: EncodedPacket | null): AsyncGenerator<RunSample, void> {
  const { track, startSeconds, delayFrames, rhythm } = start;
  const lostFrames = await countLostFrames(track, first, rhythm.decodedRate);
  const packets = rhythm.packetSeconds === null ? null : readPackets(track, first, rhythm.packetSeconds);
  const pace = new Pace(rhythm);
  let end: number | null = null;
  try {
    const isVorbis = (await track.getCodec()) === 'vorbis';
    // The first packet of Vorbis only primes its decoder. Firefox returns an empty sample at 0 for it, by which mediabunny shifts
    // all others.
    await (isVorbis ? packets?.next() : null);
    const statedStart = isVorbis ? first?.timestamp : undefined;
    for await (const sample of new AudioSampleSink(track).samples(first?.timestamp)) {
      if (sample.sampleRate !== rhythm.decodedRate) {
        sample.close();
        throw new Error(`the sample rate changes from ${rhythm.decodedRate} to ${sample.sampleRate}`);
      }
      const packet = (await packets?.next())?.value ?? null;
      end ??=
        Math.round(((statedStart ?? sample.timestamp) - startSeconds) * rhythm.sampleRate) + lostFrames - delayFrames;
      const at: number = end + pace.correct(packet?.timestamp ?? sample.timestamp, sample.numberOfFrames);
      end = at + sample.numberOfFrames;
      const next = packet && findGapEnd(packet, sample.numberOfFrames / rhythm.decodedRate);
      yield { sample, at, next };
      if (next !== null) {
        return;
      }
    }
  } finally {
    await packets?.return();
  }
}

/** Returns the timestamp after a gap that the samples of the packet do not reach. Packets of some codecs become longer. */
const findGapEnd = ({ timestamp, behindGap }: PacedPacket, seconds: number): number | null =>
  behindGap !== null && behindGap - timestamp - seconds > minGapSeconds ? behindGap : null;

/** Compares the decoded samples of a run with the timestamps of their packets. */
class Pace {
  readonly #rhythm: PacketRhythm;
  #firstTimestamp: number | null = null;
  /** Frames since the first packet, including those that a decoder drops from its first sample. */
  #frames = 0;
  #deviation = 0;

  constructor(rhythm: PacketRhythm) {
    this.#rhythm = rhythm;
  }

  /** Returns the number of frames by which a sample must be moved to match its packet; 0 for rounding and jitter. */
  correct(timestamp: number, frameCount: number): number {
    const { sampleRate, packetFrames, packetSeconds } = this.#rhythm;
    // Packets of several sizes overlap differently, so their timestamps are less exact.
    const maxDeviation = maxDeviationSeconds + (packetFrames === null ? (packetSeconds ?? 0) : 0);
    const isFirst = this.#firstTimestamp === null;
    this.#firstTimestamp ??= timestamp;
    const deviation = (timestamp - this.#firstTimestamp) * sampleRate - this.#frames;
    const isJump = Math.abs(deviation) > maxJumpSeconds * sampleRate;
    this.#deviation = isJump ? deviation : this.#deviation + (deviation - this.#deviation) / averagedPackets;
    const isMoved = Math.abs(this.#deviation) > maxDeviation * sampleRate;
    const moved = isMoved ? Math.round(this.#deviation) : 0;
    this.#deviation -= moved;
    this.#frames += moved + (isFirst ? Math.max(frameCount, packetFrames ?? 0) : frameCount);
    return moved;
  }
}

/**
 * Counts the frames that Chromium's decoder silently drops at its start: it gives the rest the timestamp of the first packet.
 * Vorbis begins with the second packet. Of Opus the pre-skip is dropped, which some containers include in their timestamps and some
 * do not.
 */
async function countLostFrames(
  track: InputAudioTrack,
  first: EncodedPacket | null,
  sampleRate: number,
): Promise<number> {
  const codec = await track.getCodec();
  if (codec !== 'vorbis' && codec !== 'opus') {
    return 0;
  }
  const format = await track.input.getFormat();
  const isAtStart = !first || first.timestamp <= (await track.getFirstTimestamp());
  if (codec === 'vorbis') {
    return isAtStart ? 0 : Math.round(first.duration * sampleRate);
  }
  const isCounted = format instanceof IsobmffInputFormat || (format === OGG && !isAtStart);
  return isCounted ? readPreSkip(await track.getDecoderConfig()) : 0;
}

/** Reads the pre-skip from the header of an Opus stream (RFC 7845, 5.1). */
function readPreSkip(config: AudioDecoderConfig | null): number {
  const head = config?.description;
  if (!head || head.byteLength < 12) {
    return 0;
  }
  const view = ArrayBuffer.isView(head) ? new DataView(head.buffer, head.byteOffset) : new DataView(head);
  return view.getUint16(10, true);
}

/** Reads the stated duration. Ogg has no index, so its last page is read. */
async function readStatedSeconds({ track, startSeconds, countedSeconds }: TrackStart): Promise<number | null> {
  if (countedSeconds) {
    return countedSeconds;
  }
  const isOgg = (await track.input.getFormat()) === OGG;
  const end = (await track.getDurationFromMetadata()) ?? (isOgg ? await track.computeDuration() : null);
  return end && end - startSeconds;
}

/** Creates a source of a track, which `close` releases. */
export const createTrackSource = (start: TrackStart, close: () => Promise<void>): SoundSource => ({
  sampleRate: start.rhythm.sampleRate,
  track: { track: start.track, startSeconds: start.startSeconds },
  statedSeconds: () => readStatedSeconds(start),
  read: (fromFrame) => readTrack(start, fromFrame),
  close,
});
