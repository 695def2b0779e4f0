import type { AudioSample } from 'mediabunny';
import { downMix } from './down-mix.ts';
import type { SourcePiece } from './sound-source.ts';

/** The minimum frames of a chunk. Packets are short: passing each on separately takes about as long as decoding it. */
const pieceFrames = 8192;

/** A decoded sample whose first `skipped` frames are left out; the next one is the frame `at` of the source. */
export type PlacedSample = { readonly sample: AudioSample; readonly at: number; readonly skipped: number };

/** Joins consecutive decoded samples into chunks. */
export class SampleGatherer {
  #at = 0;
  #length = 0;
  #channels: Float32Array<ArrayBuffer>[] = [];

  /** Returns whether a sample can be added: it continues the chunk, and there is room. */
  takes({ sample, at, skipped }: PlacedSample): boolean {
    const [first] = this.#channels;
    const isNext = at === this.#at + this.#length && sample.numberOfChannels === this.#channels.length;
    const hasRoom = this.#length + sample.numberOfFrames - skipped <= (first?.length ?? 0);
    return this.#length === 0 || (isNext && hasRoom);
  }

  /** Adds a sample for which `takes` returned true. */
  add({ sample, at, skipped }: PlacedSample): void {
    const frameCount = sample.numberOfFrames - skipped;
    if (this.#length === 0) {
      const size = Math.max(pieceFrames, frameCount);
      this.#at = at;
      this.#channels = Array.from({ length: sample.numberOfChannels }, () => new Float32Array(size));
    }
    this.#channels.forEach((channel, planeIndex) => {
      const target = channel.subarray(this.#length, this.#length + frameCount);
      sample.copyTo(target, { planeIndex, format: 'f32-planar', frameOffset: skipped, frameCount });
    });
    this.#length += frameCount;
  }

  /** Returns the gathered chunk and clears it; null if it is empty. */
  take(): SourcePiece | null {
    if (this.#length === 0) {
      return null;
    }
    const channels = this.#channels.map((channel) => channel.subarray(0, this.#length));
    this.#length = 0;
    return { at: this.#at, sound: downMix(channels) };
  }
}
