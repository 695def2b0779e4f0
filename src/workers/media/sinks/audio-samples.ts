import { AudioSample, type AudioCodec } from 'mediabunny';
import { createResampled } from '../mix/create-voice.ts';
import type { Mix } from '../mix/mix.ts';
import type { SoundSource } from '../mix/sound-source.ts';
import { mapChannels, mixRate, silence, type Stereo } from '../mix/stereo.ts';
import type { Span } from '../source/source.ts';

/** The audio that a format accepts. Packets in one of `copied` are copied unchanged; all other audio is converted to `encoded`. */
export type AudioPlan = {
  readonly copied: readonly AudioCodec[];
  readonly encoded: AudioCodec;
  /** The sample rate to convert to; null keeps that of the source. */
  readonly sampleRate: number | null;
  /** The silence that the encoder adds before its first sample. Packets are moved forward by it, so that audio stays in sync. */
  readonly primingSeconds: number;
};

/** Samples for an encoder, in the time of the result minus the encoder's priming silence. */
export type Samples = {
  readonly seconds: number;
  readonly numberOfChannels: number;
  /** The maximum sample rate before or after conversion to that of the plan. */
  readonly sampleRate: number;
  read(): AsyncGenerator<AudioSample, void>;
};

/** The sample rates that encoders accept, in hertz. */
const encodedRates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000];
/** The frames of silence per sample, because a gap may be hours long. */
const silentFrames = 48_000;

/** Reads the samples of a mix. */
export const readMix = (mix: Mix, plan: AudioPlan): Samples => ({
  seconds: mix.frameCount / mixRate,
  numberOfChannels: 2,
  sampleRate: mixRate,
  read: () => toSamples(mix.blocks(), { sampleRate: mixRate, numberOfChannels: 2 }, plan),
});

function toSample(
  { left, right }: Stereo,
  { sampleRate, numberOfChannels }: Pick<Samples, 'sampleRate' | 'numberOfChannels'>,
  timestamp: number,
): AudioSample {
  const data = new Float32Array(numberOfChannels * left.length);
  data.set(left);
  if (numberOfChannels === 2) {
    data.set(right, left.length);
  }
  return new AudioSample({ data, format: 'f32-planar', numberOfChannels, sampleRate, timestamp });
}

/** Reads the part of a source in `span`, in one or two channels. Gaps are filled with silence, because encoders count samples. */
export async function readSource(source: SoundSource, span: Span, plan: AudioPlan): Promise<Samples> {
  const seconds = span.endSeconds - span.startSeconds;
  const { sampleRate, track } = source;
  const numberOfChannels = Math.min(2, (await track?.track.getNumberOfChannels()) ?? 2);
  const read = encodedRates.includes(sampleRate) ? () => readPieces(source, span) : () => resample(source, span);
  const rate = encodedRates.includes(sampleRate) ? sampleRate : mixRate;
  return {
    seconds,
    numberOfChannels,
    sampleRate: Math.max(rate, plan.sampleRate ?? 0),
    read: () => toSamples(read(), { sampleRate: rate, numberOfChannels }, plan),
  };
}

/** Consecutive frames of a span. */
type Blocks = AsyncGenerator<Stereo, void>;

async function* toSamples(
  blocks: Blocks,
  format: Pick<Samples, 'sampleRate' | 'numberOfChannels'>,
  { primingSeconds }: AudioPlan,
): AsyncGenerator<AudioSample, void> {
  let at = 0;
  for await (const block of blocks) {
    yield toSample(block, format, at / format.sampleRate - primingSeconds);
    at += block.left.length;
  }
}

async function* readPieces(source: SoundSource, { startSeconds, endSeconds, isTrimmed }: Span): Blocks {
  const first = Math.round(startSeconds * source.sampleRate);
  const end = isTrimmed ? Math.round(endSeconds * source.sampleRate) : Number.POSITIVE_INFINITY;
  let position = first;
  for await (const { at, sound } of source.read(first)) {
    for (; position < Math.min(at, end); position += Math.min(silentFrames, Math.min(at, end) - position)) {
      yield silence(Math.min(silentFrames, Math.min(at, end) - position));
    }
    const part = mapChannels(sound, (channel) => channel.slice(Math.max(0, position - at), Math.max(0, end - at)));
    if (part.left.length > 0) {
      yield part;
      position += part.left.length;
    }
    if (position >= end) {
      return;
    }
  }
}

/** Resamples a sample rate that no encoder accepts, such as that of a file whose clock drifts, to the usual one. */
async function* resample(source: SoundSource, { startSeconds, endSeconds }: Span): Blocks {
  const seconds = endSeconds - startSeconds;
  let isDamaged = false;
  const onDamage = (): void => void (isDamaged = true);
  const voice = createResampled({ sourceStartSeconds: startSeconds }, source, 1, new Map(), onDamage);
  try {
    const frameCount = Math.round(seconds * mixRate);
    for (let at = 0; at < frameCount; at += silentFrames) {
      yield await voice.take(at, Math.min(silentFrames, frameCount - at));
      if (isDamaged) {
        throw new Error('the audio is damaged');
      }
    }
  } finally {
    await voice.close();
  }
}
