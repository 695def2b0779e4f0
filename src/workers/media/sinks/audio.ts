import {
  AudioSampleSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  NullTarget,
  Output,
  Quality,
  canEncodeAudio,
  type AudioCodec,
  type BaseTrackMetadata,
} from 'mediabunny';
import { bringAboutCollection } from '../memory-pressure.ts';
import type { Mix } from '../mix/mix.ts';
import { keepsTime } from '../mix/packet-rhythm.ts';
import type { CopiedTrack, SoundSource } from '../mix/sound-source.ts';
import type { Span, Warn } from '../source/source.ts';
import { readMix, readSource, type Samples, type AudioPlan } from './audio-samples.ts';
import { PacketQueue, type SoundPacket } from './packet-queue.ts';
import type { CreateContainer } from './output-file.ts';

/** The audio of an output file: that of a source, whose packets can be copied, or a mix. */
export type FileSound = SoundSource | Mix;

/** Feeds audio into one output. */
interface AudioFeed {
  /** Adds the audio up to this time of the result, so that audio and video are interleaved in the file. */
  advance(seconds: number): Promise<void>;
  /** Adds the rest. */
  finish(): Promise<void>;
}

/** The audio of an output before that exists: audio is encoded in parallel with the video. */
export interface PreparedAudio {
  /** Must be called once, before the output starts. */
  addTo(output: Output): Promise<AudioFeed>;
  /** Cancels the audio. */
  stop(): void;
}

/** The audio properties of the output format. */
export type AudioFormat = {
  readonly audio: AudioPlan;
  readonly createContainer: CreateContainer;
  /** Whether the output reserves space for its index. */
  readonly isIndexInFront: boolean;
};

/** The time by which audio is ahead of video. */
const leadSeconds = 0.5;
const bitsPerChannel = 80_000;
/** The maximum bytes of encoded audio in memory: some minutes. */
const maxBytesAhead = 8 * 1024 * 1024;

/**
 * Prepares the audio of `span`, which contains all of a mix. The damaged end of a track, and all audio if the browser has no
 * encoder, is left out with a warning.
 */
export async function prepareAudio(
  sound: FileSound,
  span: Span,
  format: AudioFormat,
  warn: Warn,
): Promise<PreparedAudio> {
  const isMix = 'blocks' in sound;
  const { audio: plan, isIndexInFront } = format;
  const samples = isMix ? readMix(sound, plan) : await readSource(sound, span, plan);
  const options = isIndexInFront ? { maximumPacketCount: countPackets(samples) } : {};
  const copied = isMix ? null : await findCopied(sound, span, plan);
  const { numberOfChannels } = samples;
  if (
    !copied &&
    !(await canEncodeAudio(plan.encoded, { numberOfChannels, sampleRate: plan.sampleRate ?? samples.sampleRate }))
  ) {
    // AAC and PCM have bundled encoders.
    warn('This browser cannot encode Opus, so the WebM file has no audio; MP4 and MOV files have it.');
    return silentAudio;
  }
  const packets = copied ? copyPackets(copied, span) : encodeAhead(samples, format, options);
  const onBreak = (thrown: unknown): void => {
    if (isMix) {
      throw thrown;
    }
    warn('The audio could not be read to its end. The result contains it up to there.');
  };
  return {
    addTo: async (output) => {
      const source = new EncodedAudioPacketSource(copied?.codec ?? plan.encoded);
      output.addAudioTrack(source, options);
      return createFeed(packets, source, onBreak);
    },
    stop: () => packets.stop(),
  };
}

/** No audio track. */
const silentAudio: PreparedAudio = {
  addTo: async () => ({ advance: async () => undefined, finish: async () => undefined }),
  stop: () => undefined,
};

type Copied = CopiedTrack & { readonly codec: AudioCodec };

/**
 * Returns the track with its codec if its packets can be copied. A track with gaps is encoded: programs that count the samples of a
 * file instead of reading its timestamps close the gaps between packets.
 */
async function findCopied({ track: copied }: SoundSource, span: Span, plan: AudioPlan): Promise<Copied | null> {
  const codec = await copied?.track.getCodec();
  const isTaken = copied && codec && plan.copied.includes(codec) && !span.isTrimmed;
  return isTaken && (await keepsTime(copied.track)) ? { ...copied, codec } : null;
}

type SoundPackets = {
  /** Returns the next packet, in the time of the result; null after the last. */
  take(): Promise<SoundPacket | null>;
  stop(): void;
};

function createFeed(
  packets: SoundPackets,
  source: EncodedAudioPacketSource,
  onBreak: (thrown: unknown) => void,
): AudioFeed {
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
    } catch (thrown) {
      done = true;
      onBreak(thrown);
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

/** Returns the maximum number of packets of AAC, which has 1024 samples per packet, plus a third for safety. */
const countPackets = ({ seconds, sampleRate }: Samples): number =>
  Math.ceil((seconds * sampleRate * 1.33) / 1024) + 100;

/** Copies packets unchanged. */
function copyPackets({ track, startSeconds }: CopiedTrack, span: Span): SoundPackets {
  const spanStart = startSeconds + span.startSeconds;
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
      const packet = next.value.clone({ timestamp: next.value.timestamp - spanStart });
      return { packet, meta: decoderConfig ? { decoderConfig } : undefined };
    },
    stop: () => undefined,
  };
}

/** Starts encoding at once, and encodes ahead while there is room. */
function encodeAhead(
  samples: Samples,
  { audio: plan, createContainer }: AudioFormat,
  options: BaseTrackMetadata,
): SoundPackets {
  const queue = new PacketQueue(maxBytesAhead);
  const encode = async (): Promise<void> => {
    const { numberOfChannels } = samples;
    const source = new AudioSampleSource({
      codec: plan.encoded,
      quality: new Quality({ bitrate: bitsPerChannel * numberOfChannels }),
      transform: { numberOfChannels, ...(plan.sampleRate && { sampleRate: plan.sampleRate }) },
      onEncodedPacket: (packet, meta) => queue.push(packet, meta),
    });
    // Encoders of mediabunny belong to an output. This one only passes packets on.
    const output = new Output({ format: createContainer({}), target: new NullTarget() });
    output.addAudioTrack(source, options);
    await output.start();
    const isWhole = await encodeSamples(samples, source, queue);
    await (isWhole ? output.finalize() : output.cancel());
  };
  encode().then(
    () => queue.end(),
    (thrown: unknown) => queue.end(thrown instanceof Error ? thrown : new Error(String(thrown))),
  );
  return { take: () => queue.take(), stop: () => queue.end() };
}

/** Returns false if the packets are no longer needed, or if there are none. */
async function encodeSamples(samples: Samples, source: AudioSampleSource, queue: PacketQueue): Promise<boolean> {
  let hasAny = false;
  for await (const sample of samples.read()) {
    hasAny = true;
    await source.add(sample);
    sample.close();
    bringAboutCollection();
    if (!(await queue.hasRoom())) {
      return false;
    }
  }
  return hasAny;
}
