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

/** What a file can have as its sound: that of a source, whose packets may be copied, or what is mixed for it. */
export type FileSound = SoundSource | Mix;

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
  readonly createContainer: CreateContainer;
  /** Whether the output keeps room for its index. */
  readonly isIndexInFront: boolean;
};

/** Sound goes so much ahead of the picture. */
const leadSeconds = 0.5;
const bitsPerChannel = 80_000;
/** So much encoded sound lies in memory at most: some minutes. */
const mostBytesAhead = 8 * 1024 * 1024;

/**
 * The sound of `span`, in which a mix is whole. What breaks in a track, and all of it where the browser has no encoder, is dropped
 * with a warning.
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
    // AAC and PCM have encoders of their own.
    warn('This browser cannot encode Opus, so the WebM file has no audio; MP4 and MOV files have it.');
    return silentAudio;
  }
  const packets = copied ? copyPackets(copied, span) : encodeAhead(samples, format, options);
  const onBreak = (thrown: unknown): void => {
    if (isMix) {
      throw thrown;
    }
    warn('The sound could not be read to its end; the result has it as far as it could be read.');
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

/** No track at all. */
const silentAudio: PreparedAudio = {
  addTo: async () => ({ advance: async () => undefined, finish: async () => undefined }),
  stop: () => undefined,
};

type Copied = CopiedTrack & { readonly codec: AudioCodec };

/**
 * The track with its codec, where its packets can be copied. Programs that count the samples of a file instead of its timestamps
 * close the gaps between packets, so such a track is encoded.
 */
async function findCopied({ track: copied }: SoundSource, span: Span, plan: AudioPlan): Promise<Copied | null> {
  const codec = await copied?.track.getCodec();
  const isTaken = copied && codec && plan.copied.includes(codec) && !span.isTrimmed;
  return isTaken && (await keepsTime(copied.track)) ? { ...copied, codec } : null;
}

type SoundPackets = {
  /** The next one, in the time of the result; null behind the last. */
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

/** At most so many packets of AAC, which packs 1024 samples into each; a third more than that, to be safe. */
const countPackets = ({ seconds, sampleRate }: Samples): number =>
  Math.ceil((seconds * sampleRate * 1.33) / 1024) + 100;

/** Packets as they are. */
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

/** Begins to encode at once, and goes on as far ahead as there is room. */
function encodeAhead(
  samples: Samples,
  { audio: plan, createContainer }: AudioFormat,
  options: BaseTrackMetadata,
): SoundPackets {
  const queue = new PacketQueue(mostBytesAhead);
  const encode = async (): Promise<void> => {
    const { numberOfChannels } = samples;
    const source = new AudioSampleSource({
      codec: plan.encoded,
      quality: new Quality({ bitrate: bitsPerChannel * numberOfChannels }),
      transform: { numberOfChannels, ...(plan.sampleRate && { sampleRate: plan.sampleRate }) },
      onEncodedPacket: (packet, meta) => queue.push(packet, meta),
    });
    // Encoders of mediabunny belong to an output. This one only lets the packets pass.
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

/** False when nobody wants them any more, or there are none. */
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
