import type { TimelineDocument } from '#core/timeline/document.ts';
import { openMix, type Mix, type MixOptions } from '#workers/media/mix/mix.ts';
import type { OpenSound, SoundSource, SourcePiece } from '#workers/media/mix/sound-source.ts';
import type { Stereo } from '#workers/media/mix/stereo.ts';

/** Audio that tests generate, instead of a file. */
export type MadeSound = {
  readonly sampleRate: number;
  readonly left: Float32Array<ArrayBuffer>;
  readonly right?: Float32Array<ArrayBuffer>;
  /** The time at which decoding throws. */
  readonly damagedAt?: number;
};

/** Returns samples of a function of the time in seconds. */
export const makeSound = (seconds: number, sampleRate: number, wave: (seconds: number) => number): MadeSound => ({
  sampleRate,
  left: Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, i) => wave(i / sampleRate)),
});

export const sine =
  (hertz: number, amplitude = 0.5) =>
  (seconds: number): number =>
    amplitude * Math.sin(2 * Math.PI * hertz * seconds);

/** Returns noise that is the same each time. */
export function noise(amplitude = 0.5): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return amplitude * (state / 2 ** 31 - 1);
  };
}

/**
 * Returns drums alone: a short dark noise with a tone, a few times a second, decaying to a third within `decaySeconds`.
 */
export function drums(seconds: number, { everySeconds = 0.3, decaySeconds = 0.05 } = {}): Stereo {
  const rate = 48_000;
  const samples = new Float32Array(seconds * rate);
  const next = noise(1.8);
  let [low, lower] = [0, 0];
  for (let start = rate / 5; start + 0.3 * rate < samples.length; start += everySeconds * rate) {
    for (let i = 0; i < 0.3 * rate; i++) {
      low += 0.3 * (next() - low);
      lower += 0.3 * (low - lower);
      const wave = lower + 0.4 * Math.sin((2 * Math.PI * 180 * i) / rate);
      samples[start + i] = 0.9 * Math.exp(-i / rate / decaySeconds) * wave;
    }
  }
  return { left: samples, right: samples.slice() };
}

/** Decodes generated audio in chunks of odd sizes, from a little before the requested time on, as decoders do. */
function makeSource(sound: MadeSound): SoundSource {
  const { sampleRate, left, right = left, damagedAt = Number.POSITIVE_INFINITY } = sound;
  return {
    sampleRate,
    statedSeconds: async () => null,
    read: async function* (fromFrame): AsyncGenerator<SourcePiece, void> {
      for (let at = Math.max(0, fromFrame - 777); at < left.length; at += 1000 + (at % 37)) {
        if (at >= damagedAt) {
          throw new Error('damaged');
        }
        const end = at + 1000 + (at % 37);
        const part = left.slice(at, end);
        yield { at, sound: { left: part, right: right === left ? part : right.slice(at, end) } };
      }
    },
    close: async () => undefined,
  };
}

/** Opens generated audio by the name of its file. */
export const openMade =
  (sounds: Readonly<Record<string, MadeSound | null>>): OpenSound =>
  async ({ file }) => {
    const sound = sounds[file];
    return sound ? makeSource(sound) : null;
  };

/** Creates a mix of generated audio whose assets have the same names. */
export function makeMix(
  document: TimelineDocument,
  sounds: Readonly<Record<string, MadeSound | null>>,
  options: Partial<MixOptions> = {},
): Promise<Mix> {
  const assets = Object.fromEntries(Object.keys(sounds).map((file) => [file, { file, mimeType: 'audio/wav' }]));
  return openMix({ document, span: null, assets, openSound: openMade(sounds), warn: () => undefined, ...options });
}

/** Returns all blocks of a stream in two arrays. */
export async function collect(blocks: AsyncGenerator<Stereo, void>): Promise<Stereo> {
  const parts: Stereo[] = [];
  for await (const block of blocks) {
    parts.push(block);
  }
  return { left: joined(parts.map(({ left }) => left)), right: joined(parts.map(({ right }) => right)) };
}

function joined(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Returns the blocks of generated audio, with a duration that nothing else has. */
export async function* splitIntoBlocks(sound: Stereo, length = 1777): AsyncGenerator<Stereo, void> {
  for (let at = 0; at < sound.left.length; at += length) {
    yield { left: sound.left.slice(at, at + length), right: sound.right.slice(at, at + length) };
  }
}

/** Returns the root mean square of samples, in dB of full scale. */
export function measureLevel(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return 10 * Math.log10(power);
}

/** Returns the largest step from a sample to the next. */
export function largestStep(samples: Float32Array): number {
  let largest = 0;
  for (let i = 1; i < samples.length; i += 1) {
    largest = Math.max(largest, Math.abs((samples[i] ?? 0) - (samples[i - 1] ?? 0)));
  }
  return largest;
}

/**
 * Returns the first index at which two arrays differ; null if they are equal. Matchers take seconds for arrays of this
 * size.
 */
export function findDifference(one: Float32Array, other: Float32Array): number | null {
  const length = Math.max(one.length, other.length);
  for (let i = 0; i < length; i += 1) {
    if (one[i] !== other[i]) {
      return i;
    }
  }
  return null;
}
