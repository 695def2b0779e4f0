import { AudioSample, AudioSampleSink, type InputAudioTrack } from 'mediabunny';
import type { Mix } from '../mix/mix.ts';
import { mixRate, type Stereo } from '../mix/stereo.ts';
import type { Span } from '../source/source.ts';
import type { AudioPlan } from './audio.ts';

/** Samples for an encoder, in the time of the result less the silence that the encoder puts in front. */
export type Samples = {
  readonly seconds: number;
  readonly numberOfChannels: number;
  /** The highest that they may have before or after they are brought to the rate of the plan. */
  readonly sampleRate: number;
  read(): AsyncGenerator<AudioSample, void>;
};

/** A hole in the sound from which on it is filled: encoders count samples and would move up what comes after it. */
const leastGapSeconds = 0.02;

/** What is mixed. */
export function readMix(mix: Mix, { primingSeconds }: AudioPlan): Samples {
  return {
    seconds: mix.frameCount / mixRate,
    numberOfChannels: 2,
    sampleRate: mixRate,
    read: async function* () {
      let at = 0;
      for await (const block of mix.blocks()) {
        yield toSample(block, at / mixRate - primingSeconds);
        at += block.left.length;
      }
    },
  };
}

function toSample({ left, right }: Stereo, timestamp: number): AudioSample {
  const data = new Float32Array(2 * left.length);
  data.set(left);
  data.set(right, left.length);
  return new AudioSample({ data, format: 'f32-planar', numberOfChannels: 2, sampleRate: mixRate, timestamp });
}

/** The part of a track in `span`. More than two channels are mixed down: what plays a cut-out is a browser or an editor's preview. */
export async function readTrack(track: InputAudioTrack, span: Span, plan: AudioPlan): Promise<Samples> {
  return {
    seconds: span.endSeconds - span.startSeconds,
    numberOfChannels: Math.min(2, await track.getNumberOfChannels()),
    sampleRate: Math.max(await track.getSampleRate(), plan.sampleRate ?? 0),
    read: () => decode(track, span, plan),
  };
}

async function* decode(track: InputAudioTrack, span: Span, plan: AudioPlan): AsyncGenerator<AudioSample, void> {
  let position = Number.NEGATIVE_INFINITY;
  for await (const whole of new AudioSampleSink(track).samples(span.startSeconds, span.endSeconds)) {
    const sample = cutToSpan(whole, span);
    if (!sample) {
      continue;
    }
    if (Number.isFinite(position) && sample.timestamp - position > leastGapSeconds) {
      yield silenceBetween(position, sample, plan.primingSeconds);
    }
    position = sample.timestamp + sample.duration;
    sample.setTimestamp(sample.timestamp - plan.primingSeconds);
    yield sample;
  }
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
