import { Failure } from '#core/failure.ts';
import { PeaksBuilder } from '#core/peaks.ts';
import { openSoundFile } from '../mix/open-sound.ts';
import type { SoundSource } from '../mix/sound-source.ts';
import { isMissingTrack } from '../source/sound-tracks.ts';
import type { Workplace } from '../source/source.ts';
import type { Made } from './thumbnail.ts';

const whole = { startSeconds: 0, endSeconds: Number.POSITIVE_INFINITY };

/** What a file without sound has: a pyramid of nothing. */
const usualRate = 48_000;

/** Shorter sounds are read at once: a decoder takes some time to begin. */
const leastCutSeconds = 60;

/**
 * The pyramid of peaks of an audio track of a file, decoded as a stream; of a damaged sound, of what comes before the damage, with a
 * warning. Throws UNSUPPORTED_MEDIA for sound that nothing here decodes.
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

/** Exported for tests. A failure of our own, as a full disk, is no damage and comes out. */
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
  // A sound may end, or be damaged, before the second part: what a decoder makes of that is not asked.
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
  const warnings = damage ? [`The sound is damaged after ${endSeconds.toFixed(1)} s; its peaks end there.`] : [];
  return { parts: builder.finish(), warnings };
}

type Heard = Pick<SoundSource, 'sampleRate' | 'statedSeconds' | 'read'>;

/** A long sound is read by two decoders side by side, which have a thread each. A length that is wrong costs time alone. */
async function cutInParts(source: Heard): Promise<Part[]> {
  const seconds = (await source.statedSeconds().catch(() => null)) ?? 0;
  const middle = Math.round((seconds * source.sampleRate) / 2);
  return seconds < leastCutSeconds
    ? [new Part(source, 0, Number.POSITIVE_INFINITY)]
    : [new Part(source, 0, middle), new Part(source, middle, Number.POSITIVE_INFINITY)];
}

/** Reads the frames of a sound from `from` to `to`. */
class Part {
  readonly builder: PeaksBuilder;
  /** How far it has come. */
  endSeconds: number;
  damage: { readonly cause: unknown } | null = null;
  /** Whether the sound has ended in it, by damage too. */
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

  /** What it would read is not wanted any more. */
  stop(): void {
    this.#to = 0;
  }
}

const undecodable = (cause: unknown): Failure =>
  new Failure('UNSUPPORTED_MEDIA', { message: 'The sound of the file cannot be decoded here.', cause });
