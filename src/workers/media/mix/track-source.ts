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

/** Decoders need some packets before they give the right samples. */
const preRollSeconds = 0.5;
/** Where the timestamps of packets are off by more on average, samples are moved by silence or by leaving some out. */
const maxDeviationSeconds = 0.008;
/** Where a single timestamp is off by more, samples are moved at once. */
const maxJumpSeconds = 0.5;
/** The step, and the maximum number of steps, of the search for the packet behind a step back. */
const stepSeconds = 0.02;
const stepsMax = 500;
/** The number of packets that are averaged. */
const averagedPackets = 16;

/** A track that can be decoded here, and where in its file the sound begins. */
export type TrackStart = {
  readonly track: InputAudioTrack;
  readonly rhythm: PacketRhythm;
  /** The timestamp of the start of the file. */
  readonly startSeconds: number;
  /** Samples at the start of the track that are no part of the sound. */
  readonly delayFrames: number;
  /** The duration where it was counted, as the container does not state it. */
  readonly countedSeconds?: number | null;
};

/** The frames of a track, with gaps where its packets leave some. What is before a damage comes before it is thrown. */
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

/** The decoded samples with their places, from before `fromFrame` on. The caller closes them. */
async function* placeSamples(start: TrackStart, fromFrame: number): AsyncGenerator<PlacedSample, void> {
  const { track, startSeconds, delayFrames, rhythm } = start;
  const options = { metadataOnly: true };
  const sink = new EncodedPacketSink(track);
  let from: number | null = startSeconds + (fromFrame + delayFrames) / rhythm.sampleRate - preRollSeconds;
  let end = Number.NEGATIVE_INFINITY;
  let lastSequence = Number.NEGATIVE_INFINITY;
  while (from !== null) {
    let first = await sink.getPacket(from, options);
    // Where timestamps step back, several packets have a time, and the first of them is found.
    for (let tries = 0; first && first.sequenceNumber <= lastSequence; tries += 1) {
      if (tries === stepsMax) {
        throw new Error('the timestamps of the audio go back again and again');
      }
      from += stepSeconds;
      first = await sink.getPacket(from, options);
    }
    lastSequence = first?.sequenceNumber ?? lastSequence;
    let nextFrom: number | null = null;
    for await (const { sample, at, next } of placeRun(start, first)) {
      // What is there twice, or before the start, is left out.
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

/** A decoded sample, and, where it is the last one before a gap, the timestamp behind the gap. */
type RunSample = { readonly sample: AudioSample; readonly at: number; readonly next: number | null };

/**
 * Decodes packets that follow each other, up to a gap. A decoder counts timestamps on from the first packet, so each sample is paired
 * with its packet, whose timestamp says where it belongs. The decoder starts again behind the gap.
 */
async function* placeRun(start: TrackStart, first: EncodedPacket | null): AsyncGenerator<RunSample, void> {
  const { track, startSeconds, delayFrames, rhythm } = start;
  const lostFrames = await countLostFrames(track, first, rhythm.decodedRate);
  const packets = rhythm.packetSeconds === null ? null : readPackets(track, first, rhythm.packetSeconds);
  const pace = new Pace(rhythm);
  let end: number | null = null;
  try {
    const isVorbis = (await track.getCodec()) === 'vorbis';
    // The first packet of Vorbis only primes its decoder. Firefox returns an empty sample at 0 for it, by which mediabunny shifts all others.
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

/** The timestamp behind a gap, where the samples of the packet do not reach it. Packets of some codecs become longer. */
const findGapEnd = ({ timestamp, behindGap }: PacedPacket, seconds: number): number | null =>
  behindGap !== null && behindGap - timestamp - seconds > minGapSeconds ? behindGap : null;

/** Compares the decoded samples of a run with the timestamps of their packets. */
class Pace {
  readonly #rhythm: PacketRhythm;
  #firstTimestamp: number | null = null;
  /** Frames since the first packet, with those that a decoder leaves out of its first sample. */
  #frames = 0;
  #deviation = 0;

  constructor(rhythm: PacketRhythm) {
    this.#rhythm = rhythm;
  }

  /** By how many frames a sample has to be moved, so that it is where its packet says; 0 for what is rounding or jitter. */
  correct(timestamp: number, frameCount: number): number {
    const { sampleRate, packetFrames, packetSeconds } = this.#rhythm;
    // Packets of several sizes overlap differently, so that their timestamps say less.
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
 * How many frames Chromium's decoder leaves out where it begins, without a word: it gives the rest the time of the first packet.
 * Vorbis begins with the second packet; of Opus the pre-skip is left out, which some containers count and some do not.
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
export const createTrackSource = (start: TrackStart, close: () => Promise<void>): SoundSource => ({
  sampleRate: start.rhythm.sampleRate,
  track: { track: start.track, startSeconds: start.startSeconds },
  statedSeconds: () => readStatedSeconds(start),
  read: (fromFrame) => readTrack(start, fromFrame),
  close,
});
