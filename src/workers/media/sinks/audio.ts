import {
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Quality,
  type AudioCodec,
  type AudioSource,
  type EncodedPacket,
  type InputAudioTrack,
  type Output,
} from 'mediabunny';
import type { Span, Warn } from '../source/source.ts';

/** What a format wants to hear. Packets in one of `copied` are taken over as they are; all else becomes `encoded`. */
export type AudioPlan = {
  readonly copied: readonly AudioCodec[];
  readonly encoded: AudioCodec;
  /** The rate to bring the samples to; null keeps that of the source. */
  readonly sampleRate: number | null;
  /** Silence that the encoder puts before its first sample; packets are moved forward by it, so that sound stays in sync. */
  readonly primingSeconds: number;
};

/** The sound on its way into one output. */
export interface AudioFeed {
  /** Hands over the sound up to this time of the result, so that sound and picture lie close together in the file. */
  advance(seconds: number): Promise<void>;
  /** Hands over the rest. */
  finish(): Promise<void>;
}

/** Sound goes so much ahead of the picture. */
const leadSeconds = 0.5;
/** A hole in the sound from which on it is filled: encoders count samples and would move up what comes after it. */
const leastGapSeconds = 0.02;
const bitsPerChannel = 80_000;

/**
 * Adds the sound of `span` to an output that has not started yet. Sound that breaks on the way is dropped with a warning.
 * `isIndexInFront` when the output keeps room for its index.
 */
export async function addAudio(
  output: Output,
  track: InputAudioTrack,
  span: Span,
  plan: AudioPlan,
  warn: Warn,
  isIndexInFront: boolean,
): Promise<AudioFeed> {
  const codec = await track.getCodec();
  const isCopied = codec !== null && plan.copied.includes(codec) && !span.isTrimmed;
  const pump = isCopied ? copyPackets(track, codec, span) : await encodeSamples(track, span, plan);
  output.addAudioTrack(
    pump.source,
    isIndexInFront ? { maximumPacketCount: await countPackets(track, span, plan) } : {},
  );
  let done = false;
  const pull = async (untilSeconds: number): Promise<void> => {
    try {
      while (!done && pump.position() < untilSeconds) {
        done = !(await pump.step());
      }
    } catch {
      done = true;
      warn('The sound could not be read to its end; the result has it as far as it could be read.');
    }
    if (done) {
      pump.source.close();
    }
  };
  return {
    advance: (seconds) => pull(seconds + leadSeconds),
    finish: () => pull(Number.POSITIVE_INFINITY),
  };
}

/** At most so many packets of AAC, which packs 1024 samples into each; a third more than that, to be safe. */
async function countPackets(track: InputAudioTrack, span: Span, plan: AudioPlan): Promise<number> {
  const sampleRate = Math.max(await track.getSampleRate(), plan.sampleRate ?? 0);
  return Math.ceil(((span.endSeconds - span.startSeconds) * sampleRate * 1.33) / 1024) + 100;
}

/** Moves one packet or one sample at a time. */
type Pump = {
  readonly source: AudioSource;
  /** How far the sound has been handed over, in seconds of the result. */
  position(): number;
  /** False when there was nothing left. */
  step(): Promise<boolean>;
};

function copyPackets(track: InputAudioTrack, codec: AudioCodec, span: Span): Pump {
  const source = new EncodedAudioPacketSource(codec);
  const packets = new EncodedPacketSink(track).packets();
  let position = Number.NEGATIVE_INFINITY;
  let isFirst = true;
  const add = async (packet: EncodedPacket): Promise<void> => {
    const timestamp = packet.timestamp - span.startSeconds;
    const decoderConfig = isFirst ? await track.getDecoderConfig() : null;
    isFirst = false;
    await source.add(packet.clone({ timestamp }), decoderConfig ? { decoderConfig } : undefined);
    position = timestamp + packet.duration;
  };
  return {
    source,
    position: () => position,
    step: async () => {
      const next = await packets.next();
      if (next.done) {
        return false;
      }
      await add(next.value);
      return true;
    },
  };
}

async function encodeSamples(track: InputAudioTrack, span: Span, plan: AudioPlan): Promise<Pump> {
  // More than two channels are mixed down: what plays a cut-out is a browser or an editor's preview.
  const numberOfChannels = Math.min(2, await track.getNumberOfChannels());
  const source = new AudioSampleSource({
    codec: plan.encoded,
    quality: new Quality({ bitrate: bitsPerChannel * numberOfChannels }),
    transform: { numberOfChannels, ...(plan.sampleRate && { sampleRate: plan.sampleRate }) },
  });
  const samples = new AudioSampleSink(track).samples(span.startSeconds, span.endSeconds);
  let position = Number.NEGATIVE_INFINITY;
  const add = async (sample: AudioSample): Promise<void> => {
    if (Number.isFinite(position) && sample.timestamp - position > leastGapSeconds) {
      await source.add(silenceBetween(position, sample, plan.primingSeconds));
    }
    position = sample.timestamp + sample.duration;
    sample.setTimestamp(sample.timestamp - plan.primingSeconds);
    await source.add(sample);
    sample.close();
  };
  return {
    source,
    position: () => position,
    step: async () => {
      const next = await samples.next();
      if (next.done) {
        return false;
      }
      const sample = cutToSpan(next.value, span);
      await (sample && add(sample));
      return true;
    },
  };
}

/** The part of a sample inside the span, in the time of the result; null when there is none. */
function cutToSpan(sample: AudioSample, span: Span): AudioSample | null {
  const { sampleRate, numberOfFrames } = sample;
  const first = Math.max(0, Math.round((span.startSeconds - sample.timestamp) * sampleRate));
  const last = span.isTrimmed
    ? Math.min(numberOfFrames, Math.round((span.endSeconds - sample.timestamp) * sampleRate))
    : numberOfFrames;
  if (first >= last) {
    sample.close();
    return null;
  }
  const part = first > 0 || last < numberOfFrames ? sample.trim(first, last) : sample;
  if (part !== sample) {
    sample.close();
  }
  part.setTimestamp(Math.max(0, part.timestamp - span.startSeconds));
  return part;
}

function silenceBetween(
  seconds: number,
  { timestamp, sampleRate, numberOfChannels }: AudioSample,
  primingSeconds: number,
): AudioSample {
  const numberOfFrames = Math.round((timestamp - seconds) * sampleRate);
  return new AudioSample({
    data: new Float32Array(numberOfFrames * numberOfChannels),
    format: 'f32',
    numberOfChannels,
    sampleRate,
    timestamp: seconds - primingSeconds,
  });
}
