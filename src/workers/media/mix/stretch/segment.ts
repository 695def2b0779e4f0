import { mixRate, type Stereo } from '../stereo.ts';
import type { Voice } from '../voice.ts';
import { preRollFrames, Stretcher } from './stretcher.ts';

/** The output frames of a call. */
const chunkFrames = 1024;
/** The output frames that are discarded at the start, until phases have settled. */
const warmUpFrames = 4800;

/** A segment of stretched audio. It does not depend on earlier audio, so it is the same for any start of the mix. */
export class Segment {
  readonly #source: Voice;
  readonly #speed: number;
  readonly #stretcher: Stretcher;
  /** The frame of the source at which the remaining input begins. */
  readonly #inputStart: number;
  #chunks = 0;
  /** The output that is computed but not returned yet, and its first output frame. */
  #made: Stereo = { left: new Float32Array(0), right: new Float32Array(0) };
  #madeFrom: number;

  /** `first` is its first output frame; output frame 0 is the source's frame 0. */
  static async open(source: Voice, speed: number, first: number): Promise<Segment> {
    const maxFrames = Math.max(chunkFrames, Math.ceil(chunkFrames * speed) + 1);
    const stretcher = await Stretcher.create(mixRate, maxFrames);
    const start = first - warmUpFrames;
    const inputStart = Math.round(start * speed) + stretcher.inputLatency;
    stretcher.seek(await source.take(inputStart - preRollFrames, preRollFrames), speed);
    return new Segment(source, speed, stretcher, inputStart, start);
  }

  private constructor(source: Voice, speed: number, stretcher: Stretcher, inputStart: number, start: number) {
    this.#source = source;
    this.#speed = speed;
    this.#stretcher = stretcher;
    this.#inputStart = inputStart;
    this.#madeFrom = start - stretcher.outputLatency;
  }

  /** Returns output frames from `first` on. Calls must move forward. */
  async take(first: number, count: number): Promise<Stereo> {
    while (this.#madeFrom + this.#made.left.length < first + count) {
      const chunk = await this.#makeChunk();
      const kept = Math.min(this.#made.left.length, Math.max(0, first - this.#madeFrom));
      this.#made = {
        left: join(this.#made.left.subarray(kept), chunk.left),
        right: join(this.#made.right.subarray(kept), chunk.right),
      };
      this.#madeFrom += kept;
    }
    const at = first - this.#madeFrom;
    return { left: this.#made.left.slice(at, at + count), right: this.#made.right.slice(at, at + count) };
  }

  close(): Promise<void> {
    return this.#source.close();
  }

  async #makeChunk(): Promise<Stereo> {
    const from = Math.round(this.#chunks * chunkFrames * this.#speed);
    this.#chunks += 1;
    const to = Math.round(this.#chunks * chunkFrames * this.#speed);
    const input = await this.#source.take(this.#inputStart + from, to - from);
    return this.#stretcher.process(input, chunkFrames);
  }
}

function join(one: Float32Array, other: Float32Array): Float32Array<ArrayBuffer> {
  const both = new Float32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
