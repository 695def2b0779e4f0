import type { FrameRange } from './resampler.ts';
import type { SoundSource, SourcePiece } from './sound-source.ts';
import { isMono, type Stereo } from './stereo.ts';

/** The maximum number of seconds that are skipped by decoding; for a longer jump the decoder is reopened. */
const maxSkipSeconds = 5;

/**
 * Gives access to any frames of a source that is decoded in order: ranges that move forward and may overlap. Frames without samples
 * (before the start, after the end, in a gap, in an undecodable part) are silent.
 */
export class SourceWindow {
  readonly #source: SoundSource;
  readonly #onDamage: () => void;
  /** Chunks that are still needed, in order. */
  #pieces: SourcePiece[] = [];
  #reader: AsyncGenerator<SourcePiece, void> | null = null;
  /** The end of the last chunk that was read. */
  #end = 0;
  #isDone = false;

  constructor(source: SoundSource, onDamage: () => void) {
    this.#source = source;
    this.#onDamage = onDamage;
  }

  /** Returns the frames of a range, which begins at most `overlap` before the end of the last one. */
  async take({ from, count }: FrameRange): Promise<Stereo> {
    this.#pieces = this.#pieces.filter((piece) => getEnd(piece) > from);
    await this.#readUntil(from, from + count);
    return cut(this.#pieces, from, count);
  }

  async close(): Promise<void> {
    this.#isDone = true;
    await this.#reader?.return();
    this.#reader = null;
  }

  async #readUntil(from: number, end: number): Promise<void> {
    try {
      this.#reader ??= await this.#start(from);
      if (from - this.#end > maxSkipSeconds * this.#source.sampleRate && !this.#isDone) {
        await this.#reader.return();
        this.#reader = await this.#start(from);
      }
      while (!this.#isDone && this.#end < end) {
        const { value, done } = await this.#reader.next();
        this.#isDone = done === true;
        if (value) {
          this.#end = getEnd(value);
          this.#pieces.push(value);
        }
      }
    } catch {
      this.#isDone = true;
      this.#onDamage();
    }
  }

  async #start(from: number): Promise<AsyncGenerator<SourcePiece, void>> {
    this.#end = Math.max(0, from);
    return this.#source.read(this.#end);
  }
}

const getEnd = ({ at, sound }: SourcePiece): number => at + sound.left.length;

function cut(pieces: readonly SourcePiece[], from: number, count: number): Stereo {
  const areMono = pieces.every(({ sound }) => isMono(sound));
  const left = new Float32Array(count);
  const right = areMono ? left : new Float32Array(count);
  for (const { at, sound } of pieces) {
    const first = Math.max(0, from - at);
    const length = Math.min(sound.left.length, from + count - at) - first;
    if (length > 0) {
      left.set(sound.left.subarray(first, first + length), at + first - from);
      if (!areMono) {
        right.set(sound.right.subarray(first, first + length), at + first - from);
      }
    }
  }
  return { left, right };
}
