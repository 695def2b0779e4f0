import { Failure } from '#core/lib/failure.ts';
import { PeaksBuilder } from '#core/lib/peaks.ts';
import { openSoundFile } from '../mix/open-sound.ts';
import type { SoundSource } from '../mix/sound-source.ts';
import { isMissingTrack } from '../source/sound-tracks.ts';
import type { Workplace } from '../source/source.ts';
import type { Made } from './thumbnail.ts';

const whole = { startSeconds: 0, endSeconds: Number.POSITIVE_INFINITY };

/** The sample rate in the empty pyramid of a file without audio. */
const usualRate = 48_000;

/** Shorter audio is read by one decoder, because a decoder takes some time to start. */
const minCutSeconds = 60;

/**
 * Returns the pyramid of peaks of an audio track of a file, decoded as a stream. Damaged audio has the peaks before the damage, and
 * a warning. Throws UNSUPPORTED_MEDIA for audio that cannot be decoded.
 */
export async function readPeaks(file: File, workplace: Workplace, audioTrack: number | null): Promise<Made> {
  const source = await openSoundFile(file, whole, workplace, audioTrack).catch((cause: unknown) => {
    throw isMissingTrack(cause) ? cause : undecodable(cause);
  });
  try {
    const { parts, warnings } = await drawPeaks(source);
    return { blob: new Blob(parts, { type: 'application/octet-stream' }), notes: {}, warnings };
  } finally {
    await source?.close();
  }
}

/**
 * Computes the peaks of audio, with warnings. Rethrows an internal failure, such as a full disk, which is not damage. Exported for
 * tests.
 */
export async function drawPeaks(source: Heard | null): Promise<{ parts: BlobPart[]; warnings: string[] }> {
  if (!source) {
    return { parts: new PeaksBuilder(usualRate).finish(), warnings: [] };
  }
  const parts = await cutInParts(source);
  const read = parts.map(async (part, at) => {
    await part.read();
    if (part.isLast) {
      parts.slice(at + 1).forEach((later) => later.stop());
    }
  });
  await Promise.all(read);
  // Audio may end, or be damaged, before the second part, whose peaks and errors are then ignored.
  const heard = parts.slice(0, parts.findIndex(({ isLast }) => isLast) + 1);
  const { damage = null, endSeconds = 0 } = heard.at(-1) ?? {};
  if (damage?.cause instanceof Failure) {
    throw damage.cause;
  }
  if (damage && endSeconds === 0) {
    throw undecodable(damage.cause);
  }
  const builder = new PeaksBuilder(source.sampleRate);
  heard.forEach((part) => builder.join(part.builder));
  const warnings = damage ? [`The audio is damaged after ${endSeconds.toFixed(1)} s. Its peaks end there.`] : [];
  return { parts: builder.finish(), warnings };
}

type Heard = Pick<SoundSource, 'sampleRate' | 'statedSeconds' | 'read'>;

/** Splits long audio between two decoders, each in its own thread. A wrong stated duration only costs time. */
async function cutInParts(source: Heard): Promise<Part[]> {
  const seconds = (await source.statedSeconds().catch(() => null)) ?? 0;
  const middle = Math.round((seconds * source.sampleRate) / 2);
  return seconds < minCutSeconds
    ? [new Part(source, 0, Number.POSITIVE_INFINITY)]
    : [new Part(source, 0, middle), new Part(source, middle, Number.POSITIVE_INFINITY)];
}

/** Reads the frames of audio from `from` to `to`. */
class Part {
  readonly builder: PeaksBuilder;
  /** The end of the frames read so far. */
  endSeconds: number;
  damage: { readonly cause: unknown } | null = null;
  /** Whether the audio ends in this part, including by damage. */
  isLast = false;
  readonly #source: Heard;
  readonly #from: number;
  #to: number;

  constructor(source: Heard, from: number, to: number) {
    this.builder = new PeaksBuilder(source.sampleRate, from);
    this.endSeconds = from / source.sampleRate;
    this.#source = source;
    this.#from = from;
    this.#to = to;
  }

  async read(): Promise<void> {
    const { sampleRate: rate } = this.#source;
    try {
      for await (const { at, sound } of this.#source.read(this.#from)) {
        const end = at + sound.left.length;
        this.builder.add(at / rate, sound.left === sound.right ? [sound.left] : [sound.left, sound.right]);
        this.endSeconds = Math.max(this.endSeconds, end / rate);
        if (end >= this.#to) {
          return;
        }
      }
    } catch (thrown) {
      this.damage = { cause: thrown };
    }
    this.isLast = true;
  }

  /** Stops reading, because the rest is not needed. */
  stop(): void {
    this.#to = 0;
  }
}

const undecodable = (cause: unknown): Failure =>
  new Failure('UNSUPPORTED_MEDIA', { message: "The file's audio cannot be decoded in this browser.", cause });
