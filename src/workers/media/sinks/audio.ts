import {
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  NullTarget,
  Output,
  Quality,
  type AudioCodec,
  type BaseTrackMetadata,
  type EncodedPacket,
  type InputAudioTrack,
  type OutputFormat,
} from 'mediabunny';
import type { Span, Warn } from '../source/source.ts';
import { PacketQueue } from './packet-queue.ts';

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
interface AudioFeed {
  /** Hands over the sound up to this time of the result, so that sound and picture lie close together in the file. */
  advance(seconds: number): Promise<void>;
  /** Hands over the rest. */
  finish(): Promise<void>;
}

/** The sound of one output before there is one: what has to be encoded is encoded beside the pictures. */
export interface PreparedAudio {
  /** To be called once, and before the output starts. */
  addTo(output: Output): Promise<AudioFeed>;
  /** Gives it up. */
  stop(): void;
}

/** What is known of the file that the sound is for. */
export type AudioFormat = {
  readonly audio: AudioPlan;
  readonly container: OutputFormat;
  /** Whether the output keeps room for its index. */
  readonly isIndexInFront: boolean;
};

/** Sound goes so much ahead of the picture. */
const leadSeconds = 0.5;
/** A hole in the sound from which on it is filled: encoders count samples and would move up what comes after it. */
const leastGapSeconds = 0.02;
const bitsPerChannel = 80_000;
/** So much encoded sound lies in memory at most: some minutes. */
const mostBytesAhead = 8 * 1024 * 1024;

/** The sound of `span`. What breaks on the way is dropped with a warning. */
export async function prepareAudio(
  track: InputAudioTrack,
  span: Span,
  format: AudioFormat,
  warn: Warn,
): Promise<PreparedAudio> {
  const { audio: plan, isIndexInFront } = format;
  const codec = await track.getCodec();
  const options = isIndexInFront ? { maximumPacketCount: await countPackets(track, span, plan) } : {};
  const isCopied = codec !== null && plan.copied.includes(codec) && !span.isTrimmed;
  const packets = isCopied ? copyPackets(track, span) : encodeAhead(track, span, format, options);
  return {
    addTo: async (output) => {
      const source = new EncodedAudioPacketSource(isCopied ? codec : plan.encoded);
      output.addAudioTrack(source, options);
      return createFeed(packets, source, warn);
    },
    stop: () => packets.stop(),
  };
}

/** A packet, and what a decoder has to know with the first one at least. */
type SoundPacket = { readonly packet: EncodedPacket; readonly meta: EncodedAudioChunkMetadata | undefined };

type SoundPackets = {
  /** The next one, in the time of the result; null behind the last. */
  take(): Promise<SoundPacket | null>;
  stop(): void;
};

function createFeed(packets: SoundPackets, source: EncodedAudioPacketSource, warn: Warn): AudioFeed {
  let position = Number.NEGATIVE_INFINITY;
  let done = false;
  const pull = async (untilSeconds: number): Promise<void> => {
    try {
      while (!done && position < untilSeconds) {
        const next = await packets.take();
        done = next === null;
        if (next) {
          await source.add(next.packet, next.meta);
          position = next.packet.timestamp + next.packet.duration;
        }
      }
    } catch {
      done = true;
      warn('The sound could not be read to its end; the result has it as far as it could be read.');
    }
    if (done) {
      source.close();
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

/** Packets as they are. */
function copyPackets(track: InputAudioTrack, span: Span): SoundPackets {
  const packets = new EncodedPacketSink(track).packets();
  let isFirst = true;
  return {
    take: async () => {
      const next = await packets.next();
      if (next.done) {
        return null;
      }
      const decoderConfig = isFirst ? await track.getDecoderConfig() : null;
      isFirst = false;
      const packet = next.value.clone({ timestamp: next.value.timestamp - span.startSeconds });
      return { packet, meta: decoderConfig ? { decoderConfig } : undefined };
    },
    stop: () => undefined,
  };
}

/** Begins to encode at once, and goes on as far ahead as there is room. */
function encodeAhead(
  track: InputAudioTrack,
  span: Span,
  { audio: plan, container }: AudioFormat,
  options: BaseTrackMetadata,
): SoundPackets {
  const queue = new PacketQueue<SoundPacket>(mostBytesAhead);
  const encode = async (): Promise<void> => {
    // More than two channels are mixed down: what plays a cut-out is a browser or an editor's preview.
    const numberOfChannels = Math.min(2, await track.getNumberOfChannels());
    const source = new AudioSampleSource({
      codec: plan.encoded,
      quality: new Quality({ bitrate: bitsPerChannel * numberOfChannels }),
      transform: { numberOfChannels, ...(plan.sampleRate && { sampleRate: plan.sampleRate }) },
      onEncodedPacket: (packet, meta) => queue.push({ packet, meta }, packet.byteLength),
    });
    // Encoders of mediabunny belong to an output. This one only lets the packets pass.
    const output = new Output({ format: container, target: new NullTarget() });
    output.addAudioTrack(source, options);
    await output.start();
    const isWhole = await encodeSamples(track, span, plan, source, queue);
    await (isWhole ? output.finalize() : output.cancel());
  };
  encode().then(
    () => queue.end(),
    (thrown: unknown) => queue.end(thrown instanceof Error ? thrown : new Error(String(thrown))),
  );
  return { take: () => queue.take(), stop: () => queue.end() };
}

/** False when nobody wants them any more, or there are none. */
async function encodeSamples(
  track: InputAudioTrack,
  span: Span,
  plan: AudioPlan,
  source: AudioSampleSource,
  queue: PacketQueue<SoundPacket>,
): Promise<boolean> {
  let position = Number.NEGATIVE_INFINITY;
  for await (const whole of new AudioSampleSink(track).samples(span.startSeconds, span.endSeconds)) {
    const sample = cutToSpan(whole, span);
    if (!sample) {
      continue;
    }
    if (Number.isFinite(position) && sample.timestamp - position > leastGapSeconds) {
      await source.add(silenceBetween(position, sample, plan.primingSeconds));
    }
    position = sample.timestamp + sample.duration;
    sample.setTimestamp(sample.timestamp - plan.primingSeconds);
    await source.add(sample);
    sample.close();
    if (!(await queue.hasRoom())) {
      return false;
    }
  }
  return Number.isFinite(position);
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
